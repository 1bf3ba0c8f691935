// Uses the page in a real browser, as a person would.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync, inflateRawSync } from 'node:zlib';
import axe from 'axe-core';
import { board, open, paste, root, verdict, visit } from './browser.mjs';

// Puzzles from the examples folder.
const example = (name) => readFileSync(join(root, '..', 'examples', name), 'utf8');
const EASY = example('easy.txt').trim();
const MISTYPED = example('mistyped.txt').trim();
const SEVERAL = example('several.txt').trim();
const HARDEST = example('hardest.txt').replace(/\s/g, '');
// The Golden Nugget (tarek, 2007), which Sudoku Explainer rates 11.9.
const ELEVEN = '.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....';
const dots = (line) => line.replaceAll('0', '.');

let at;
before(async () => {
  at = await open();
});
after(() => at?.close());

/** Defines a test on a fresh page, which must cause no errors and no requests to other sites. */
function on(name, fragment, body, options) {
  test(name, async () => {
    const visited = await visit(at, fragment, options);
    try {
      await body(visited.page, visited);
      assert.deepEqual(visited.problems, []);
    } finally {
      await visited.context.close();
    }
  });
}

/** Runs the program, which is built if necessary, and returns its output. */
function program(...args) {
  const options = { cwd: dirname(root), encoding: 'buffer', maxBuffer: 1 << 28 };
  const binary = process.env.SATDOKU;
  if (binary) return execFileSync(binary, args, options);
  return execFileSync('cargo', ['run', '--quiet', '--locked', '--release', '--', ...args], options);
}

async function downloaded(page, click) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

async function text(page, selector) {
  return (await page.textContent(selector)).replace(/\s+/g, ' ').trim();
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

// ---- Typing ----

on('the verdict follows while a puzzle is typed', '', async (page) => {
  await page.locator('[data-cell="0"]').click();
  await page.keyboard.type('5');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('5');
  await verdict(page, 'No solution');
  assert.match(await text(page, '#verdict'), /r1c1=5 and r1c2=5 in row 1/);
  assert.equal(await page.locator('.cell.conflict').count(), 2);
  await page.keyboard.press('Backspace');
  await verdict(page, 'More than one solution');
  assert.equal(await page.locator('.cell.conflict').count(), 0);
  await page.keyboard.press('Control+z');
  await verdict(page, 'No solution');
  await page.keyboard.press('Control+Shift+z');
  await verdict(page, 'More than one solution');
});

on('digits, pencil marks, undo and redo', `#puzzle=${dots(EASY)}`, async (page) => {
  await verdict(page, 'One solution');
  const cell = page.locator('[data-cell="0"]');
  await cell.click();
  await page.keyboard.press('Shift+Digit4');
  await page.keyboard.press('Shift+Digit1');
  assert.equal((await cell.locator('.notes').textContent()).trim(), '1 4');
  await page.keyboard.press('Space');
  await page.keyboard.press('1');
  assert.equal((await cell.locator('.notes').textContent()).trim(), '4');
  await page.keyboard.press('Space');
  await page.keyboard.press('4');
  assert.equal(await cell.locator('.digit.filled').textContent(), '4');
  await page.click('#undo');
  assert.equal((await cell.locator('.notes').textContent()).trim(), '4');
  await page.click('#redo');
  assert.equal(await cell.locator('.digit').textContent(), '4');
  // A given cannot be changed.
  await page.locator('[data-cell="2"]').click();
  await page.keyboard.press('9');
  assert.equal(await page.locator('[data-cell="2"]').textContent(), '3');
});

on('two digits make one number on a 12×12 board', '#box=3x4&puzzle=' + '.'.repeat(144), async (page) => {
  const cell = page.locator('[data-cell="7"]');
  await cell.click();
  await page.keyboard.type('12');
  assert.equal(await cell.textContent(), '12');
  await page.keyboard.press('b');
  assert.equal(await cell.textContent(), '11');
});

test('the keyboard alone is enough', async () => {
  const { page, context, problems } = await visit(at);
  const tabTo = async (selector) => {
    for (let tries = 0; tries < 60; tries++) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`${selector} has no focus`);
  };
  await tabTo('#board [data-cell]');
  for (const symbol of '1.....2..3.....4') {
    if (symbol !== '.') await page.keyboard.press(symbol);
    await page.keyboard.press('ArrowRight');
  }
  assert.match(await board(page), /^1\.\.\.\.\.2\.\.|^.{0,81}$/);
  await tabTo('#open-new').catch(() => {});
  await page.locator('#open-new').focus();
  await page.keyboard.press('Enter');
  await tabTo('#new-size');
  await page.keyboard.press('Home');
  await tabTo('[value=empty]');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 16);
  await tabTo('#board [data-cell]');
  for (const row of ['1...', '..2.', '.3..', '...4']) {
    for (const symbol of row) {
      if (symbol !== '.') await page.keyboard.press(symbol);
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('ArrowDown');
  }
  await verdict(page, 'One solution');
  await tabTo('[data-task=solve]');
  await page.keyboard.press('Enter');
  await verdict(page, 'Solved');
  assert.equal(await board(page), '1243342143122134');
  // Escape closes a dialog and restores the focus.
  await page.locator('#open-share').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'open-share');
  assert.deepEqual(problems, []);
  await context.close();
});

// ---- Reading ----

const rows = EASY.match(/.{9}/g);
const FORMS = {
  'a line with zeros': EASY,
  'a line with dots and a title': `${dots(EASY)} easy one`,
  'rows': rows.join('\n'),
  'rows with spaces and underscores': rows.map((row) => [...row.replaceAll('0', '_')].join(' ')).join('\r\n'),
  'a frame': rows
    .map((row, index) => (index % 3 === 0 ? '+---+---+---+\n' : '') + `|${row.replace(/(...)/g, '$1|')}`)
    .join('\n'),
  'sdk sections': `[Author]\nnobody\n[Puzzle]\n${dots(EASY).match(/.{9}/g).join('\n')}`,
  'CSV': `id,puzzle,level\n7,${EASY},1\n`,
  'TSV': `id\tpuzzle\n7\t${EASY}\n`,
  'JSON Lines': JSON.stringify({ puzzle: dots(EASY) }),
  'JSON rows': JSON.stringify({ quiz: rows.map((row) => [...row].map(Number)) }),
  'a text with three dots in one': `A puzzle for you:\n\n${dots(EASY).replaceAll('...', '…')}`,
};

test('whatever the program reads can be pasted', async () => {
  const { page, context, problems } = await visit(at);
  for (const [form, pasted] of Object.entries(FORMS)) {
    await page.evaluate(() => document.querySelector('[data-task=clear]').click());
    await paste(page, '.'.repeat(81));
    await page.waitForFunction(() => !document.querySelector('#board .digit'));
    await paste(page, pasted);
    await page.waitForFunction(() => document.querySelector('#board .digit'), null, { timeout: 5000 }).catch(() => {
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

on('a file can be compressed and contain several puzzles', '', async (page) => {
  await page.click('#open-paste');
  const buffer = gzipSync(`${SEVERAL}\nnonsense of 81 cells\n${EASY}\n`);
  await page.setInputFiles('#paste-file', { name: 'some.txt.gz', mimeType: 'application/gzip', buffer });
  await page.waitForSelector('#records:not([hidden])');
  assert.match(await text(page, '#records'), /Puzzle 1 of 3, line 1/);
  assert.equal(await board(page), SEVERAL);
  await page.click('[aria-label="Next puzzle"]');
  assert.match(await text(page, '#result'), /some\.txt\.gz:2:1: expected/);
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

on('removed candidates are respected', '#box=2x2&puzzle=1.....2..3......&removed=15_1', async (page) => {
  assert.equal(await text(page, '#rules'), '4×4 · 1 candidate removed');
  await page.click('[data-task=candidates]');
  await page.waitForSelector('text=that nothing on the board rules out');
  const marks = await page.locator('[data-cell="15"] .notes').textContent();
  assert.ok(!marks.includes('1'), marks);
});

on('hostile text stays text', '', async (page) => {
  await paste(page, '<script>document.title = "bad"</script><img src=x onerror="document.title=1">');
  await page.waitForSelector('#result:not([hidden])');
  assert.match(await text(page, '#result'), /expected/);
  await paste(page, '12345678\n123456789');
  await page.waitForSelector('text=Line 1, column 9: expected 9 cells in this row, found 8.');
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
    ['#puzzle=123', /expected 81 cells in the puzzle, found 3/i],
    [`#puzzle=${'x'.repeat(81)}`, /expected digits from 1 to 9/i],
    [`#puzzle=${'1'.repeat(81)}&box=999x999`, /expected a board of 4 to/i],
    [`#puzzle=${'.'.repeat(81)}&variants=<img>`, /expected a variant, found “<img>”/i],
    ['#puzzle=..&regions=12', /expected/i],
    ['#%E0%A4%A&puzzle=%', /expected/i],
  ]) {
    const { page, context, problems } = await visit(at, fragment);
    await page.waitForSelector('#result:not([hidden])');
    assert.match(await text(page, '#result'), expected, fragment);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

// ---- Verdicts ----

on('a puzzle without a solution has a reason and repairs', `#puzzle=${dots(MISTYPED)}`, async (page) => {
  await verdict(page, 'No solution');
  assert.match(await text(page, '#verdict'), /No cell is left for 5 in column 4, given r2c6=5/);
  assert.equal(await page.locator('.cell.conflict').count(), 7);
  await page.click('text=Change r5c1 to 7: one solution >> xpath=.. >> button');
  await verdict(page, 'One solution');
  assert.equal(await board(page), dots(EASY));
});

on('two solutions are shown side by side', `#puzzle=${SEVERAL}`, async (page) => {
  await verdict(page, 'More than one solution');
  await page.click('text=Compare two');
  assert.equal(await page.locator('#result figure').count(), 2);
  const differing = await page.locator('#result .cell.differs').count();
  assert.equal(differing, 8);
  await page.click('text=What would make it unique?');
  await page.click('text=Add r1c2=6: one solution >> xpath=.. >> button');
  await verdict(page, 'One solution');
});

on('the solution is filled in and cleared', `#puzzle=${dots(EASY)}`, async (page) => {
  await page.click('[data-task=solve]');
  await verdict(page, 'Solved');
  assert.equal(await board(page), program('solve', EASY).toString().trim());
  await page.click('[data-task=clear]');
  await verdict(page, 'One solution');
});

// ---- Hints and explanations ----

on('a hint has three levels', `#puzzle=${dots(EASY)}`, async (page) => {
  const words = (level) => program('hint', '--level', level, EASY).toString().replace(/^[^:]*:\d+: /, '').trim();
  const first = words('1');
  await page.click('[data-task=hint]');
  await page.waitForSelector('#result .primary');
  const shown = await text(page, '#result .conclusion');
  assert.equal(shown.toLowerCase(), `${first.toLowerCase()}.`);
  assert.equal(await page.locator('.cell.facts').count(), 0);
  await page.click('#result .primary');
  const [, lookAt] = words('2').split(': look at ');
  assert.match(await text(page, '#result'), new RegExp(`Look at ${lookAt}\\.`));
  assert.notEqual(await page.locator('.cell.facts').count(), 0);
  await page.click('#result .primary');
  const [, conclusion] = /: ([^.]*)\./.exec(words('3'));
  assert.match(await text(page, '#result'), new RegExp(`${conclusion}\\.`));
  assert.equal(await page.locator('.notes .placed').count(), 1);
  await page.click('text=Apply');
  assert.equal(await page.locator('.digit.filled').count(), 1);
});

on('a hint first reports wrong entries', `#puzzle=${dots(EASY)}`, async (page) => {
  await page.locator('[data-cell="0"]').click();
  await page.keyboard.press('1');
  await page.click('[data-task=hint]');
  await page.waitForSelector('text=One digit is wrong');
  assert.equal(await page.locator('.cell.wrong').count(), 1);
  await page.click('button:text-is("Remove")');
  assert.equal(await page.locator('.digit.filled').count(), 0);
});

on('a puzzle rated above 11 is explained to the end', `#puzzle=${ELEVEN}`, async (page) => {
  await page.click('[data-task=explain]');
  await page.waitForSelector('.steps li');
  await page.waitForSelector('text=steps to the solution, each checked.', { timeout: 180_000 });
  const lines = program('explain', '--format', 'jsonl', ELEVEN).toString();
  const { steps } = JSON.parse(lines);
  assert.equal(await page.locator('.steps li').count(), steps.length);
  for (const number of [0, 1, steps.length - 1]) {
    await page.locator('.steps button').nth(number).click();
    assert.match(await text(page, '#step-words h3'), new RegExp(steps[number].technique, 'i'));
    assert.ok((await text(page, '#step-words .argument')).startsWith(steps[number].argument.slice(0, 40)));
  }
  await page.click('[aria-label="First step"]');
  assert.equal(await text(page, '#step-number'), `1 of ${steps.length}`);
  assert.notEqual(await page.locator('.notes .eliminated').count() + (await page.locator('.notes .placed').count()), 0);
});

on('rating, counting, minimising and candidates agree with the program', `#puzzle=${dots(EASY)}`, async (page) => {
  await page.click('[data-task=rate]');
  await page.waitForSelector('#result h2');
  const [, level, technique, steps] = /: (\w+): ([^,]+), (\d+) steps/.exec(program('rate', EASY).toString());
  assert.equal((await text(page, '#result h2')).toLowerCase(), level);
  assert.match(await text(page, '#result'), new RegExp(`${technique}\\. The solution takes ${steps} steps`));
  await page.click('[data-task=count]');
  await page.waitForSelector('text=1 solution');
  await page.click('[data-task=minimise]');
  await page.waitForSelector('text=that remain are necessary');
  assert.equal(await board(page), program('minimise', '--format', 'line', EASY).toString().trim());
  await page.click('#undo');
  await page.click('[data-task=candidates]');
  await page.waitForSelector('text=that nothing on the board rules out');
  assert.equal((await page.locator('[data-cell="0"] .notes').textContent()).trim(), '4 5');
  await page.click('text=Keep only those in a solution');
  await page.waitForSelector('text=Each pencil mark occurs in some solution');
  assert.equal((await page.locator('[data-cell="0"] .notes').textContent()).trim(), '4');
});

on('minimising a solved board keeps the solution complete', `#puzzle=${dots(EASY)}`, async (page) => {
  await page.click('[data-task=solve]');
  await verdict(page, 'Solved');
  const solution = await board(page);
  await page.click('[data-task=minimise]');
  await page.waitForSelector('text=that remain are necessary');
  assert.equal(await board(page), solution);
  const minimal = program('minimise', '--format', 'line', EASY).toString().trim();
  assert.equal(await page.locator('.digit.given').count(), minimal.replaceAll('.', '').length);
  // So does the picture that is saved and printed.
  await page.click('#open-share');
  const picture = (await downloaded(page, () => page.click('[data-share=svg]'))).bytes.toString();
  assert.equal(picture.replace(/<title>.*?<\/title>/, '').match(/>[1-9](?=<)/g).length, 81);
});

// ---- Generating and sharing ----

on('the same seed gives the same puzzle as the program', '', async (page) => {
  const generated = async (size, kind, seed) => {
    await page.click('#open-generate');
    await page.selectOption('#make-size', size);
    await page.selectOption('#make-kind', kind);
    await page.selectOption('#make-symmetry', 'half-turn');
    await page.fill('#make-seed', seed);
    await page.click('[value=make]');
    await page.waitForSelector(`text=Seed ${seed}, number 0.`);
    await page.click('#open-share');
    await page.click('[data-share=line]');
    await page.waitForSelector('text=Line copied.');
    const line = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press('Escape');
    return line;
  };
  for (const [size, kind, seed] of [['9', '3x3', '1'], ['6', '2x3', '2'], ['16', '4x4', '3']]) {
    const bytes = program('generate', '-n', '1', '--seed', seed, '--box', kind, '--symmetry', 'half-turn');
    assert.equal(await generated(size, kind, seed), bytes.toString());
  }
});

on('a level can be chosen, and random jigsaws', '', async (page) => {
  await page.click('#open-generate');
  await page.selectOption('#make-level', 'hard');
  await page.fill('#make-seed', '5');
  await page.click('[value=make]');
  await page.waitForSelector('.badge:text-is("hard")', { timeout: 30_000 });
  await page.click('#open-generate');
  await page.selectOption('#make-size', '7');
  await page.selectOption('#make-kind', 'jigsaw');
  await page.selectOption('#make-level', '');
  await page.click('[value=make]');
  await page.waitForFunction(() => document.querySelector('#rules').textContent === '7×7 · jigsaw');
  await verdict(page, 'One solution');
});

on('the CNF is the same as that of the program', `#puzzle=${dots(EASY)}`, async (page) => {
  await page.click('#open-share');
  const plain = await downloaded(page, () => page.click('[data-share=cnf]'));
  assert.equal(plain.name, 'puzzle.cnf');
  assert.deepEqual(plain.bytes, program('export', EASY));
  await page.click('summary');
  await page.check('#cnf-block');
  await page.selectOption('#cnf-encoding', 'reduced');
  const blocked = await downloaded(page, () => page.click('[data-share=cnf]'));
  assert.deepEqual(blocked.bytes, program('export', '--encoding', 'reduced', '--block-solution', EASY));
});

for (const [name, puzzle] of [['unique', HARDEST], ['none', MISTYPED]]) {
  on(`rate accepts a certificate of ${name}`, `#puzzle=${dots(puzzle)}`, async (page) => {
    await page.click('#open-share');
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

on('the picture can be saved and printed', `#puzzle=${dots(EASY)}`, async (page) => {
  await page.click('#open-share');
  const { bytes } = await downloaded(page, () => page.click('[data-share=svg]'));
  assert.match(bytes.toString(), /^<svg .*viewBox="0 0 364 364"/);
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.querySelectorAll('#sheet img').length;
    };
  });
  await page.click('[data-share=print]');
  await page.waitForSelector('[data-printed="1"]', { state: 'attached' });
});

on('a link restores the puzzle and the entries', '', async (page, { context }) => {
  await paste(page, example('jigsaw.txt'));
  await verdict(page, 'One solution');
  await page.locator('[data-cell="0"]').click();
  await page.keyboard.press('4');
  await page.click('#open-new');
  await page.check('[value=anti-king]');
  await page.click('[value=keep]');
  await page.click('#open-share');
  const link = await page.inputValue('#share-link');
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForSelector('#verdict:not([aria-busy])');
  assert.equal(await board(other), await board(page));
  assert.equal(await text(other, '#rules'), '5×5 · jigsaw · anti-king');
  assert.equal(await other.locator('.digit.filled').count(), 1);
  // The address of the page follows.
  await page.waitForFunction((link) => location.href === link, link);
});

on('f-puzzles links can be copied and pasted', `#puzzle=${dots(EASY)}`, async (page) => {
  await page.click('#open-share');
  await page.click('[data-share=f-puzzles]');
  await page.waitForSelector('text=Link copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /^https:\/\/f-puzzles\.com\/\?load=/);
  await page.keyboard.press('Escape');
  await paste(page, '.'.repeat(81));
  await page.waitForFunction(() => !document.querySelector('#board .digit'));
  await paste(page, link);
  await page.waitForFunction(() => document.querySelector('#board .digit'));
  assert.equal(await board(page), dots(EASY));
});

on('regions can be drawn by hand', '', async (page) => {
  await page.click('#open-new');
  await page.selectOption('#new-size', '4');
  await page.selectOption('#new-kind', 'drawn');
  await page.click('[value=empty]');
  await page.locator('[data-cell="2"]').click();
  await page.keyboard.press('1');
  await verdict(page, 'Not a valid board');
  assert.match(await text(page, '#verdict'), /expected 4 cells in each region/i);
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

// ---- Long questions and failures ----

/** Returns a 36×36 board that no solver is known to finish: a shuffled solution with half of its cells blank. */
function hard36() {
  let seed = 7;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const shuffled = (list) => {
    for (let last = list.length - 1; last > 0; last--) {
      const other = random(last + 1);
      [list[last], list[other]] = [list[other], list[last]];
    }
    return list;
  };
  const lines = () => shuffled([...Array(6).keys()]).flatMap((band) => shuffled([...Array(6).keys()]).map((line) => band * 6 + line));
  const [rows, columns, digits] = [lines(), lines(), shuffled([...Array(36).keys()])];
  const cells = rows.flatMap((row) => columns.map((column) => digits[(row * 6 + Math.floor(row / 6) + column) % 36] + 1));
  for (const cell of shuffled([...cells.keys()]).slice(0, 700)) cells[cell] = 0;
  return cells.join('_');
}

on('a hard 36×36 board can be cancelled, and the page continues', '', async (page) => {
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, `#box=6x6&puzzle=${hard36()}`);
  await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 1296);
  // The page stays responsive while its workers are busy.
  await page.click('[data-task=minimise]');
  await page.waitForSelector('#working:not([hidden])');
  const frames = await page.evaluate(async () => {
    let count = 0;
    const start = performance.now();
    while (performance.now() - start < 500) {
      await new Promise(requestAnimationFrame);
      count += 1;
    }
    return count;
  });
  assert.ok(frames > 5, `${frames} frames in half a second`);
  await page.click('#cancel');
  await page.waitForSelector('#working', { state: 'hidden' });
  assert.match(await text(page, '#result'), /Cancelled/);
  await paste(page, dots(EASY));
  await verdict(page, 'One solution');
});

on('a long count shows its progress', `#puzzle=${'.'.repeat(81)}`, async (page) => {
  await page.click('[data-task=count]');
  await page.waitForFunction(() => /[\d,]+ solutions…/.test(document.querySelector('#working-text').textContent));
  await page.keyboard.press('Escape');
  await page.waitForSelector('#working', { state: 'hidden' });
});

test('a panic is reported, and the page continues', async () => {
  const { page, context } = await visit(at, `#puzzle=${dots(EASY)}`);
  await verdict(page, 'One solution');
  await page.waitForSelector('.badge');
  // Simulate the library's panic hook and the trap that follows, in both workers.
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      const receive = self.onmessage;
      self.onmessage = () => {
        self.onmessage = receive;
        self.satdokuPanicked('panicked at src/some.rs:1:1: <b>a test</b>');
        self.postMessage({ failure: 'panicked at src/some.rs:1:1: <b>a test</b>' });
      };
    });
  }
  await page.click('[data-task=rate]');
  await page.waitForSelector('#failure[open]');
  const report = await page.inputValue('#failure-text');
  assert.match(report, /panicked at src\/some\.rs:1:1: <b>a test<\/b>/);
  assert.ok(report.includes(`#puzzle=${dots(EASY)}`));
  await page.click('#failure .primary');
  await page.click('[data-task=rate]');
  await page.waitForSelector('#result:has-text("The solution takes")');
  await context.close();
});

// ---- The page as a whole ----

test('the page works offline once loaded', async () => {
  const { page, context, problems } = await visit(at);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.goto(`${at.address}#puzzle=${dots(EASY)}`);
  await page.reload();
  await verdict(page, 'One solution');
  await page.click('[data-task=solve]');
  await verdict(page, 'Solved');
  assert.deepEqual(problems, []);
  await context.close();
});

test('all files together are at most 600 KB, compressed', () => {
  const folder = join(root, 'dist');
  const files = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
  const sizes = files.map((name) => [name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  for (const [name, size] of sizes) console.log(`${String(size).padStart(7)} ${name}`);
  console.log(`${String(total).padStart(7)} in total`);
  assert.ok(total <= 600 * 1000, `${total} bytes`);
});

test('nothing can leave the page, and text cannot become a script', async () => {
  const { page, context } = await visit(at);
  const refused = await page.evaluate(async () => {
    const refused = [];
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
    await fetch('https://example.com/').catch(() => {});
    const image = new Image();
    image.src = 'https://example.com/a.png';
    try {
      document.body.innerHTML = '<b>text</b>';
    } catch (error) {
      refused.push(error.name);
    }
    await new Promise((done) => setTimeout(done, 200));
    return refused;
  });
  for (const directive of ['connect-src', 'img-src', 'require-trusted-types-for', 'TypeError']) {
    assert.ok(refused.includes(directive), `${directive} of ${refused}`);
  }
  await context.close();
});

for (const colorScheme of ['light', 'dark']) {
  for (const [width, height] of [[360, 740], [1200, 860]]) {
    const options = { colorScheme, viewport: { width, height } };
    on(`${width} px, ${colorScheme}: everything fits, and axe finds no problem`, `#puzzle=${dots(MISTYPED)}`, async (page) => {
      await page.waitForSelector('.choices');
      const examine = async (what) => {
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${what}: ${over} px too wide`);
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`);
        assert.deepEqual(found, [], what);
      };
      await examine('a conflict');
      await paste(page, HARDEST);
      await page.click('[data-task=hint]');
      await page.click('#result .primary');
      await page.click('#result .primary');
      await examine('a hint');
      await page.click('#open-generate');
      await examine('a dialog');
      await page.keyboard.press('Escape');
      await paste(page, SEVERAL);
      await page.click('text=Compare two');
      await examine('two solutions');
      await paste(page, '12345678\n123456789');
      await page.waitForSelector('text=Could not read this');
      await examine('an error');
      await paste(page, EASY);
      await verdict(page, 'One solution');
      await page.click('[data-task=explain]');
      await page.waitForSelector('text=steps to the solution, each checked.');
      await examine('an explanation');
      await page.click('[data-task=solve]');
      await verdict(page, 'Solved');
      await examine('a solution');
      await page.click('#open-share');
      await examine('sharing');
    }, options);
  }
}

on('the head has a title, a description and a language', '', async (page) => {
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  assert.equal(await page.title(), 'satdoku');
  assert.match(await page.getAttribute('meta[name=description]', 'content'), /Sudoku/);
});

on('reduced motion is respected', `#puzzle=${'.'.repeat(81)}`, async (page) => {
  await page.click('[data-task=count]');
  await page.waitForSelector('.dots');
  assert.equal(await page.locator('.dots').evaluate((dots) => getComputedStyle(dots).animationName), 'none');
}, { reducedMotion: 'reduce' });
