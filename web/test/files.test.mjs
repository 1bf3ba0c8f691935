// Generating, sharing and saving.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import {
  board,
  cell,
  dots,
  downloaded,
  EASY,
  example,
  HARDEST,
  link,
  MISTYPED,
  on,
  paste,
  program,
  text,
  verdict,
} from './browser.mjs';

/** Enters a seed in the dialog that generates puzzles. */
async function fillSeed(page, seed) {
  if (!(await page.locator('#make-seed').isVisible())) await page.click('#generate summary');
  await page.fill('#make-seed', seed);
}

/** Reads the files of an archive from its local headers. */
function unzip(bytes) {
  const files = new Map();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [packed, size] = [bytes.readUInt32LE(at + 18), bytes.readUInt32LE(at + 22)];
    const [named, extra] = [bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
    const name = bytes.toString('utf8', at + 30, at + 30 + named);
    const start = at + 30 + named + extra;
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    assert.equal(content.length, size);
    files.set(name, content);
    at = start + packed;
  }
  return files;
}

on('the same seed gives the same puzzle as the program', '', async (page) => {
  const generated = async (size, kind, seed) => {
    await page.click('#open-generate');
    await page.selectOption('#make-size', size);
    await page.selectOption('#make-kind', kind);
    await page.selectOption('#make-symmetry', 'half-turn');
    await fillSeed(page, seed);
    await page.click('[value=make]');
    await page.waitForSelector(`text=Seed ${seed}, number 0.`);
    await page.click('#open-share');
    await page.click('[data-share=line]');
    await page.waitForSelector('text=Line copied.');
    const line = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('Escape');
    return line;
  };
  for (const [size, kind, seed] of [
    ['9', '3x3', '1'],
    ['6', '2x3', '2'],
    ['16', '4x4', '3'],
  ]) {
    const bytes = program('generate', '-n', '1', '--seed', seed, '--box', kind, '--symmetry', 'half-turn');
    assert.equal(await generated(size, kind, seed), bytes.toString());
  }
});

on('copied text has the rules', '', async (page) => {
  const shared = async (form) => {
    await page.click('#open-share');
    await page.click(`[data-share=${form}]`);
    await page.waitForSelector('#share-status:has-text("copied")');
    const status = await text(page, '#share-status');
    await page.keyboard.press('Escape');
    return [status, await page.evaluate(() => navigator.clipboard.readText())];
  };
  const file = join(mkdtempSync(join(tmpdir(), 'satdoku-')), 'copied.txt');
  await paste(page, example('mixed.txt'));
  await verdict(page, 'One solution');
  const before = await page.evaluate(() => document.querySelector('#constraints').textContent);
  for (const [form, expected] of [
    ['line', 'Line copied.'],
    ['drawing', 'Drawing copied.'],
  ]) {
    const [status, copied] = await shared(form);
    assert.equal(status, expected);
    writeFileSync(file, copied);
    assert.match(program('check', file).toString(), /: unique/);
    await paste(page, '1..............4');
    await verdict(page, 'More than one solution');
    await paste(page, copied);
    await verdict(page, 'One solution');
    assert.equal(await text(page, '#rules'), '9×9 · 18 constraints');
    assert.equal(await page.evaluate(() => document.querySelector('#constraints').textContent), before);
  }
  await page.goto(page.url().split('#')[0] + link(`${'.'.repeat(16)}; regions 1122112233443344; diagonal`));
  await page.waitForFunction(() => document.querySelector('#rules').textContent.includes('jigsaw'));
  const rules = '................; regions 1122112233443344; diagonal\n';
  assert.deepEqual(await shared('line'), ['Line copied.', rules]);
  // Constraints and regions go together.
  await page.goto(page.url().split('#')[0] + link(`${'.'.repeat(16)}; regions 1122112233443344; cage 3 r1c1 r1c2`));
  await page.waitForFunction(() => document.querySelector('#rules').textContent.includes('1 constraint'));
  const [status, copied] = await shared('drawing');
  assert.equal(status, 'Drawing copied.');
  writeFileSync(file, copied);
  const { regions, constraints } = JSON.parse(program('convert', '--format', 'jsonl', file).toString());
  assert.deepEqual([regions, constraints], ['1122112233443344', ['cage 3 r1c1 r1c2']]);
});

on('a level can be chosen, and random jigsaws', '', async (page) => {
  await page.click('#open-generate');
  await page.selectOption('#make-level', 'hard');
  await fillSeed(page, '5');
  await page.click('[value=make]');
  await page.waitForSelector('.badge:text("hard · ")', { timeout: 30_000 });
  await page.click('#open-generate');
  await page.selectOption('#make-size', '7');
  await page.selectOption('#make-kind', 'jigsaw');
  await page.selectOption('#make-level', '');
  await page.click('[value=make]');
  await page.waitForFunction(() => document.querySelector('#rules').textContent === '7×7 · jigsaw');
  await verdict(page, 'One solution');
});

for (const [kinds, name] of [
  ['cage', /^cage /],
  ['thermometer', /^thermometer /],
  ['arrow', /^arrow /],
  ['cage thermometer arrow difference', /^(cage|thermometer|arrow|difference) /],
]) {
  on(`puzzles with ${kinds} of a level can be generated`, '', async (page) => {
    await page.click('#open-generate');
    await page.selectOption('#make-constraints', kinds);
    await page.selectOption('#make-level', 'easy');
    await fillSeed(page, '1');
    await page.click('[value=make]');
    await page.waitForSelector('.badge:text("easy · ")', { timeout: 60_000 });
    assert.match(await text(page, '#result'), /^New puzzle.*\d+ constraints, \d+ givens and one solution\./);
    await page.click('[data-mode=draw]');
    const drawn = await page.$$eval('#constraints li', (all) => all.map((one) => one.dataset.text));
    assert.ok(drawn.length > 5 && drawn.every((text) => name.test(text)));
  });
}

on('the number of givens can be chosen', '', async (page) => {
  await page.click('#open-generate');
  await page.selectOption('#make-givens', 'range');
  await page.fill('#make-fewest', '33');
  await page.fill('#make-most', '34');
  await fillSeed(page, '1');
  await page.click('[value=make]');
  await page.waitForSelector('#result:has-text("New puzzle")', { timeout: 30_000 });
  assert.match(await text(page, '#result'), /3[34] givens and one solution/);
});

on('an empty board offers examples', '', async (page) => {
  for (const [name, rules] of [
    ['Classic', /^9×9$/],
    ['Killer', /^9×9 · \d+ constraints$/],
    ['Mixed constraints', /^9×9 · \d+ constraints$/],
  ]) {
    await page.click(`#verdict button:text-is("${name}")`);
    await verdict(page, 'One solution');
    assert.match(await text(page, '#rules'), rules);
    await page.click('#undo');
    await verdict(page, 'Empty board');
  }
});

on('the CNF is the same as that of the program', `#${dots(EASY)}`, async (page) => {
  await page.click('#open-share');
  await page.click('#share summary');
  const plain = await downloaded(page, () => page.click('[data-share=cnf]'));
  assert.equal(plain.name, 'puzzle.cnf');
  assert.deepEqual(plain.bytes, program('export', EASY));
  await page.check('#cnf-block');
  await page.selectOption('#cnf-encoding', 'reduced');
  const blocked = await downloaded(page, () => page.click('[data-share=cnf]'));
  assert.deepEqual(blocked.bytes, program('export', '--encoding', 'reduced', '--block-solution', EASY));
});

for (const [name, puzzle] of [
  ['unique', HARDEST],
  ['none', MISTYPED],
]) {
  on(`rate accepts a certificate of ${name}`, `#${dots(puzzle)}`, async (page) => {
    await page.click('#open-share');
    await page.click('#share summary');
    const { bytes } = await downloaded(page, () => page.click('[data-share=certificate]'));
    const files = unzip(bytes);
    const folder = mkdtempSync(join(tmpdir(), 'satdoku-'));
    for (const [file, content] of files) writeFileSync(join(folder, file), content);
    const output = execFileSync('rate', ['puzzle.cnf', 'puzzle.drat'], { cwd: folder, encoding: 'utf8' });
    assert.match(output, /s VERIFIED/);
    assert.match(files.get('README.txt').toString(), /rate puzzle\.cnf puzzle\.drat/);
    const blocks = name === 'unique' ? ['--block-solution'] : [];
    assert.deepEqual(files.get('puzzle.cnf'), program('export', ...blocks, puzzle));
    assert.equal(files.has('puzzle.solution'), name === 'unique');
  });
}

on('the picture can be saved and printed', `#${dots(EASY)}`, async (page) => {
  await page.click('#open-share');
  const svg = await downloaded(page, () => page.click('[data-share=svg]'));
  assert.match(svg.bytes.toString(), /^<svg .*viewBox="0 0 364 364"/);
  const png = await downloaded(page, () => page.click('[data-share=png]'));
  assert.equal(png.name, 'puzzle.png');
  assert.equal(png.bytes.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [1200, 1200]);
});

for (const colorScheme of ['light', 'dark']) {
  on(
    `printing in ${colorScheme} colours gives the board with its rules on one page, and nothing else`,
    '',
    async (page) => {
      await paste(page, example('mixed.txt'));
      await verdict(page, 'One solution');
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
      await page.emulateMedia({ media: 'print' });
      for (const shown of ['#board', '#rules', '#extra-rules', '.print-title'])
        assert.ok(await page.locator(shown).isVisible(), shown);
      for (const hidden of ['.top', '.bar', '.pad', '#verdict', '.actions', 'footer'])
        assert.ok(await page.locator(hidden).isHidden(), hidden);
      // On paper, the picture of the constraints is black.
      const filter = await page
        .locator('#board .constraints')
        .first()
        .evaluate((one) => getComputedStyle(one).filter);
      assert.equal(filter, 'none');
    },
    { colorScheme },
  );
}

on('a link restores the puzzle, and a reload the entries', '', async (page, { context }) => {
  await paste(page, example('jigsaw.txt'));
  await verdict(page, 'One solution');
  await cell(page, 0).click();
  await page.keyboard.press('4');
  await page.click('#open-new');
  await page.check('#new-variants [value=anti-king]');
  await page.click('[value=keep]');
  await page.click('#open-share');
  await page.waitForFunction(() => document.querySelector('#share-link').value !== '');
  const link = await page.inputValue('#share-link');
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector('#verdict:not([aria-busy])');
  assert.equal(await text(other, '#rules'), '5×5 · jigsaw · anti-king');
  assert.equal(await other.locator('.digit.filled').count(), 0);
  assert.equal(await other.locator('.digit').count(), (await page.locator('.digit').count()) - 1);
  // The address of the page follows, and the program reads it, too.
  await page.waitForFunction((link) => location.href === link, link);
  assert.match(program('convert', '--format', 'line', link).toString(), /; anti-king\n$/);
  await page.reload();
  await page.waitForSelector('.digit.filled');
  assert.equal(await page.locator('.digit.filled').count(), 1);
});

for (const [site, pattern] of [
  ['sudokupad', /^https:\/\/(?:[a-z]+\.)?sudokupad\.app\//],
  ['iss', /^https:\/\/sigh\.github\.io\//],
]) {
  on(`a link to ${site} can be copied and pasted, and the button says so`, `#${dots(EASY)}`, async (page) => {
    await page.click('#open-share');
    await page.click(`[data-share=${site}]`);
    await page.waitForSelector(`[data-share=${site}] >> text=Link copied.`);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, pattern);
    await page.keyboard.press('Escape');
    await paste(page, '.'.repeat(81));
    await page.waitForFunction(() => !document.querySelector('#board .digit'));
    await paste(page, link);
    await page.waitForFunction(() => document.querySelector('#board .digit'));
    assert.equal(await board(page), dots(EASY));
  });
}

on('regions can be drawn by hand', '', async (page) => {
  await page.click('#open-new');
  await page.selectOption('#new-size', '4');
  await page.selectOption('#new-kind', 'drawn');
  await page.click('[value=empty]');
  await cell(page, 2).click();
  await page.keyboard.press('1');
  await verdict(page, 'Not a valid board');
  assert.match(await text(page, '#verdict'), /expected 4 cells in each region, found 5 in one/i);
  // A drag from a cell extends its region.
  const center = async (cell) => {
    const { x, y, width, height } = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await center(6)));
  await page.mouse.down();
  await page.mouse.move(...(await center(5)), { steps: 4 });
  await page.mouse.up();
  await verdict(page, 'Empty board');
  assert.match(await text(page, '#rules'), /jigsaw/);
});
