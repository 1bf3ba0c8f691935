// Opening puzzles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { board, dots, EASY, example, link, marks, on, paste, SEVERAL, text, verdict, visit } from './browser.mjs';

const rows = EASY.match(/.{9}/g);
const FORMS = {
  'a line with zeros': EASY,
  'a line with dots and a title': `${dots(EASY)} easy one`,
  rows: rows.join('\n'),
  'rows with spaces and underscores': rows.map((row) => [...row.replaceAll('0', '_')].join(' ')).join('\r\n'),
  'a frame': rows.map((row, index) => `${index % 3 === 0 ? '+---+---+---+\n' : ''}|${row.replace(/(...)/g, '$1|')}`).join('\n'),
  'sdk sections': `[Author]\nnobody\n[Puzzle]\n${dots(EASY).match(/.{9}/g).join('\n')}`,
  CSV: `id,puzzle,level\n7,${EASY},1\n`,
  TSV: `id\tpuzzle\n7\t${EASY}\n`,
  'JSON Lines': JSON.stringify({ puzzle: dots(EASY) }),
  'JSON rows': JSON.stringify({ quiz: rows.map((row) => [...row].map(Number)) }),
  'a text with three dots in one': `A puzzle for you:\n\n${dots(EASY).replaceAll('...', '…')}`,
};

test('whatever the program reads can be pasted', async () => {
  const { page, context, problems } = await visit();
  for (const [form, pasted] of Object.entries(FORMS)) {
    await page.evaluate(() => document.querySelector('#clear').click());
    await paste(page, '.'.repeat(81));
    await page.waitForFunction(() => !document.querySelector('#board .digit'));
    await paste(page, pasted);
    await page
      .waitForFunction(() => document.querySelector('#board .digit'), null, { timeout: 5000 })
      .catch(() => {
        assert.fail(`${form} is not read`);
      });
    assert.equal(await board(page), dots(EASY), form);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

on('a jigsaw is read with its regions', '', async (page) => {
  await paste(page, example('jigsaw.txt'));
  await verdict(page, 'One solution');
  assert.equal(await text(page, '#rules'), '5×5 · jigsaw');
});

on('a pasted puzzle brings its own rules', link(`${'.'.repeat(81)}; anti-knight`), async (page) => {
  await paste(page, EASY);
  await verdict(page, 'One solution');
  assert.equal(await text(page, '#rules'), '9×9');
});

on('drawn constraints are kept, drawn and solved', '', async (page) => {
  await paste(page, example('mixed.txt'));
  await verdict(page, 'One solution');
  await page.waitForSelector('#board .constraints');
  assert.equal(await text(page, '#rules'), '9×9 · 18 constraints');
  assert.match(await text(page, '#extra-rules'), /Digits along a thermometer increase from the bulb\./);
  // Digits entered next are the solution, although there may be no given.
  assert.equal(await page.getAttribute('[data-mode=fill]', 'aria-checked'), 'true');
});

on('constraint strings and links of the Interactive Sudoku Solver are opened', '', async (page) => {
  const site = 'https://sigh.github.io/Interactive-Sudoku-Solver/?q=';
  for (const [text, size, constraints] of [
    ['.Cage~17~R1C1~R1C2.~R5C5_3', 9, ['cage 17 r1c1 r1c2']],
    [`${site}.Shape~6x6.Thermo~R1C1~R2C1~R3C1.Arrow~R6C6~R5C6~R4C6`, 6, ['thermometer r1c1 r2c1 r3c1', 'arrow r6c6: r5c6 r4c6']],
  ]) {
    await paste(page, text);
    await page.waitForFunction((text) => decodeURIComponent(location.hash).endsWith(text), constraints.join('; '));
    assert.equal(await page.locator('#board [data-cell]').count(), size * size);
  }
});

on('a file can be compressed and contain several puzzles', '', async (page) => {
  await page.click('#open-paste');
  const buffer = gzipSync(`${SEVERAL}\nnonsense of 81 cells\n${EASY}\n`);
  await page.setInputFiles('#paste-file', { name: 'some.txt.gz', mimeType: 'application/gzip', buffer });
  await page.waitForSelector('#records:not([hidden])');
  assert.match(await text(page, '#records'), /Puzzle 1 of 3, line 1/);
  assert.equal(await board(page), SEVERAL);
  await page.click('[aria-label="Next puzzle"]');
  assert.match(await text(page, '#result'), /some\.txt\.gz, line 2, column 1: expected/i);
  await page.click('[aria-label="Next puzzle"]');
  assert.equal(await board(page), dots(EASY));
});

on('a dropped file is read', '', async (page) => {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.txt'));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, EASY);
  await verdict(page, 'One solution');
  assert.equal(await board(page), dots(EASY));
  assert.ok(await page.locator('#drop').isHidden());
});

on('the reader tells what it has assumed', '', async (page) => {
  await paste(page, '..1.3.\n2..1..\n6.....\n.....1\n..4..3\n.6.5..');
  await page.waitForSelector('#result:has-text("Note")');
  assert.match(await text(page, '#result'), /Boxes of 2[x×]3 assumed/);
  assert.equal(await page.locator('#board [data-cell]').count(), 36);
});

on('removed candidates are respected', link('1.....2..3......; not r4c4=1'), async (page) => {
  assert.equal(await text(page, '#rules'), '4×4 · 1 candidate removed');
  await page.click('#candidates');
  assert.equal(await marks(page, 15, 'notes'), '2 3 4');
});

on('hostile text stays text', '', async (page) => {
  await paste(page, '<script>document.title = "bad"</script><img src=x onerror="document.title=1">');
  await page.waitForSelector('#result:not([hidden])');
  assert.match(await text(page, '#result'), /no puzzle found/i);
  await paste(page, `12345678\n${'123456789\n'.repeat(8)}`);
  await page.waitForSelector('text=Line 1, column 9: expected 81 cells, found 80; row 1 has 8.');
  await paste(page, `${'<b>'.repeat(27)}`);
  await page.waitForTimeout(200);
  assert.equal(await page.locator('#result b, #result img, #result script').count(), 0);
  assert.equal(await page.title(), 'satdoku');
  await paste(page, '1'.repeat(1 << 20));
  await page.waitForFunction(() => /expected|longer/i.test(document.querySelector('#result').textContent));
  await paste(page, dots(EASY));
  await verdict(page, 'One solution');
});

test('an invalid link is explained', async () => {
  for (const [fragment, expected] of [
    ['#123', /no puzzle found/i],
    [link(`${dots(EASY)}; cage 3 r1c1 r9c10`), /expected a puzzle on a line after “#”: .*found “r9c10”/i],
    [link(`${dots(EASY)}; <img>`), /found “<img>”/i],
    // Links of earlier versions.
    [`#puzzle=${dots(EASY)}`, /expected a puzzle on a line/i],
    ['#puzzle=.....2.12.4.....&box=1x4', /expected a puzzle on a line/i],
    ['#%E0%A4%A&puzzle=%', /no puzzle found/i],
  ]) {
    const { page, context, problems } = await visit(fragment);
    await page.waitForSelector('#result:not([hidden])');
    assert.match(await text(page, '#result'), expected, fragment);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

on('digits of any script are read', '', async (page) => {
  const [fullWidth, circled] = [0xff10, 0x245f];
  const shifted = (zero) => EASY.replace(/[1-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
  for (const text of [shifted(fullWidth), shifted(circled), shifted(0x660)]) {
    await paste(page, '.'.repeat(81));
    await verdict(page, 'Empty board');
    await paste(page, text);
    await verdict(page, 'One solution');
    assert.equal(await board(page), dots(EASY), text);
  }
});
