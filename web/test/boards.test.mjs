// Boards that are not an ordinary square: samurai, rectangles, other digits, holes and variables.
import assert from 'node:assert/strict';
import { ask, board, cell, EASY, example, link, marks, on, paste, text, verdict } from './browser.mjs';

const SAMURAI = example('samurai.txt');
const RECTANGLE = '1.8...2.59..462.51.7964..2.436859...74.5.6.8.5..13.794';
const RECTANGLE_SOLUTION = '198374265987462351379641528436859172741526983562138794';

/** Solves the puzzle, reloads the page, and compares the board with the solution (a pattern), and its width and height in cells. */
async function solveAndReload(page, solution, columns, rows) {
  await ask(page, 'solve');
  await verdict(page, 'Solved');
  assert.match(await board(page), new RegExp(solution));
  await page.waitForFunction(() => history.state?.filled.some((digit) => digit > 0));
  await page.reload();
  await verdict(page, 'Solved');
  assert.match(await board(page), new RegExp(solution));
  const size = await cell(page, 0).evaluate((first) => {
    const one = first.getBoundingClientRect();
    const all = document.querySelector('#board').getBoundingClientRect();
    return [all.width / one.width, all.height / one.height].map(Math.round);
  });
  assert.deepEqual(size, [columns, rows]);
}

on('a samurai is read, drawn and solved', '', async (page) => {
  await paste(page, SAMURAI);
  await verdict(page, 'One solution');
  const cells = SAMURAI.replace(/\s/g, '');
  assert.equal(await board(page), cells);
  assert.equal(await text(page, '#rules'), '21×21 · samurai');
  assert.equal(await page.locator('#board .hole').count(), 441 - 369);
  // The centre of the board is in one box, and the corner that two grids share has borders on each side.
  await page.waitForSelector('#board .cell.above[data-cell="63"]');
  const classes = (number) => cell(page, number).getAttribute('class');
  assert.doesNotMatch(await classes(184), /above|left|below|right/);
  assert.match(await classes(0), /above.*left/);
  assert.match(await classes(8), /right/);
  // Arrow keys pass the gap between two grids, and go round the board.
  await cell(page, 8).click();
  const keys = [
    ['ArrowRight', 9],
    ['End', 17],
    ['ArrowRight', 0],
    ['ArrowUp', 351],
    ['ArrowLeft', 368],
    ['Home', 351],
  ];
  for (const [key, target] of keys) {
    await page.keyboard.press(key);
    assert.equal(await page.locator('#board :focus').getAttribute('data-cell'), String(target), key);
  }
  await solveAndReload(page, `^(?=[1-9]{369}$)${cells}$`, 21, 21);
});

on('a rectangle is read, drawn and solved', '', async (page) => {
  const rows = RECTANGLE.match(/.{9}/g).join('\n');
  await paste(page, `${rows}\nboard 6x9\n`);
  await verdict(page, 'One solution');
  assert.equal(await board(page), RECTANGLE);
  assert.equal(await text(page, '#rules'), '6×9 · no boxes');
  assert.match(await text(page, '#extra-rules'), /Digits do not repeat in rows and columns/);
  await cell(page, 53).click();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('#board :focus').getAttribute('data-cell'), '8');
  await solveAndReload(page, RECTANGLE_SOLUTION, 9, 6);
  // More puzzles can be generated on this board.
  await page.click('#open-generate');
  assert.equal(await text(page, '#make-size option:checked'), '6 × 9, as on the board');
  await page.click('[value=make]');
  await page.waitForSelector('#result:has-text("New puzzle")');
  assert.equal(await page.locator('#board [data-cell]').count(), 54);
});

on('digits count from 0', '', async (page) => {
  const lower = [...EASY].map((digit) => (digit === '0' ? '.' : digit - 1)).join('');
  await paste(page, `${lower}\ndigits 0-8\n`);
  await verdict(page, 'One solution');
  assert.equal(await board(page), lower);
  assert.equal(await text(page, '#rules'), '9×9 · digits 0–8');
  assert.equal(await text(page, '#keys'), '012345678Erase');
  assert.equal(await page.locator('#board .cell.above').count(), 18);
  await page.click('#candidates');
  assert.equal(await marks(page, 0, 'notes'), '3 4');
  await page.click('#candidates');
  // 0 is a digit, and a full stop erases.
  await cell(page, 0).click();
  await page.keyboard.press('0');
  assert.equal(await cell(page, 0).textContent(), '0');
  await page.keyboard.press('.');
  assert.equal(await cell(page, 0).textContent(), '');
  await page.keyboard.press('Shift+Digit0');
  assert.equal(await marks(page, 0, 'corner'), '0');
  await page.click('#keys [aria-label="Digit 8"]');
  assert.equal(await cell(page, 0).getAttribute('aria-label'), 'row 1, column 1, 8, breaks a rule');
  await ask(page, 'solve');
  await verdict(page, 'Solved');
  assert.deepEqual([...new Set(await board(page))].sort().join(''), '012345678');
});

on('a board has a hole and variables', '', async (page) => {
  const lines = 'board 3x3\nholes r2c2\nvariables x 2 1-6\ncage 7 r1c3 x1\ncage 6 x1 x2\n';
  await paste(page, `123\n. .\n2..\n${lines}`);
  await verdict(page, 'One solution');
  assert.equal(await board(page), '123..2....');
  assert.equal(await text(page, '#rules'), '3×3 · no boxes · 2 variables · 2 constraints');
  assert.equal(await page.locator('#board .hole').count(), 1);
  assert.equal(await page.locator('#board .variables [data-variable]').count(), 2);
  // Variables are reached by keys, can hold digits that the grid cannot, and are named in words.
  await cell(page, 6).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('6');
  assert.equal(await cell(page, 9).getAttribute('aria-label'), 'x2, 6');
  await page.keyboard.press('Delete');
  await page.click('#candidates');
  assert.equal(await marks(page, 3, 'notes'), '3');
  assert.equal(await marks(page, 9, 'notes'), '1 2 4 5');
  await solveAndReload(page, '1233223142', 3, 3);
});

on('a 4×4 board counts from 0 and has no boxes', '', async (page) => {
  await paste(page, '0231\n3102\n13..\n....\ndigits 0-3\nbox 1x4\n');
  await page.waitForSelector('#rules:text("4×4 · digits 0–3 · no boxes")');
  assert.equal(await board(page), '0231310213......');
  await solveAndReload(page, '0231310213202013', 4, 4);
});

on('the lines about a board in a link are checked', link('123...; board 2x3; digits 3-1'), async (page) => {
  const open = (line) =>
    page.evaluate((fragment) => {
      location.hash = fragment;
    }, link(line));
  await page.waitForSelector('#result:not([hidden])');
  assert.match(await text(page, '#result'), /1 to 400 digits .*found 3-1/i);
  await open('123...; board 2x3');
  await verdict(page, 'More than one solution');
  assert.equal(await text(page, '#rules'), '2×3 · no boxes');
  await open('123..; board 2x3');
  await page.waitForSelector('#result:has-text("6 cells, found 5")');
});
