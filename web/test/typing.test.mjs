// Entering digits, marks and colours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { board, cell, dots, EASY, link, marks, on, text, verdict, visit } from './browser.mjs';

on('the verdict follows while a puzzle is typed', '', async (page) => {
  await cell(page, 0).click();
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

on('digits, pencil marks, undo and redo', `#${dots(EASY)}`, async (page) => {
  await verdict(page, 'One solution');
  await cell(page, 0).click();
  await page.keyboard.press('Control+Digit4');
  await page.keyboard.press('Control+Digit1');
  assert.equal(await marks(page, 0, 'centre'), '1 4');
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  assert.equal(await page.getAttribute('[data-kind=centre]', 'aria-checked'), 'true');
  await page.keyboard.press('1');
  assert.equal(await marks(page, 0, 'centre'), '4');
  await page.click('[data-kind=digit]');
  await cell(page, 0).click();
  await page.keyboard.press('4');
  assert.equal(await cell(page, 0).locator('.digit.filled').textContent(), '4');
  await page.click('#undo');
  assert.equal(await marks(page, 0, 'centre'), '4');
  await page.click('#redo');
  assert.equal(await cell(page, 0).locator('.digit').textContent(), '4');
  // A given cannot be changed.
  await cell(page, 2).click();
  await page.keyboard.press('9');
  assert.equal(await cell(page, 2).textContent(), '3');
});

on('corner marks are beside centre marks, and a digit removes the marks it rules out', `#${dots(EASY)}`, async (page) => {
  for (const number of [0, 1]) {
    await cell(page, number).click();
    for (const digit of [4, 5]) await page.keyboard.press(`Shift+Digit${digit}`);
    await page.keyboard.press('Control+Digit5');
  }
  assert.equal(await marks(page, 1, 'corner'), '4 5');
  assert.equal(await marks(page, 1, 'centre'), '5');
  assert.equal(await cell(page, 1).getAttribute('aria-label'), 'row 1, column 2, marks 4 5 5, corner marks 4 5, centre marks 5');
  await cell(page, 0).click();
  await page.keyboard.press('4');
  assert.equal(await marks(page, 1, 'corner'), '5');
  assert.equal(await marks(page, 1, 'centre'), '5');
  // The first Delete removes the digit, the next one the marks of the cells beside it.
  await page.keyboard.press('Delete');
  assert.equal(await cell(page, 0).textContent(), '');
  await cell(page, 1).click();
  await page.keyboard.press('Delete');
  assert.equal(await cell(page, 1).textContent(), '');
});

/** Returns the numbers of the selected cells. */
function selected(page) {
  return page.$$eval('#board [aria-selected=true]', (cells) => cells.map((cell) => Number(cell.dataset.cell)));
}

async function centre(page, number) {
  const { x, y, width, height } = await cell(page, number).boundingBox();
  return [x + width / 2, y + height / 2];
}

on('a drag, Ctrl and Shift select several cells', `#${dots(EASY)}`, async (page) => {
  await page.mouse.move(...(await centre(page, 0)));
  await page.mouse.down();
  for (const number of [1, 10]) await page.mouse.move(...(await centre(page, number)), { steps: 5 });
  await page.mouse.up();
  assert.deepEqual(await selected(page), [0, 1, 10]);
  await page.keyboard.press('Shift+Digit7');
  for (const number of [0, 1, 10]) assert.equal(await marks(page, number, 'corner'), '7');
  await cell(page, 40).click({ modifiers: ['Control'] });
  await cell(page, 10).click({ modifiers: ['Control'] });
  assert.deepEqual(await selected(page), [0, 1, 40]);
  await cell(page, 30).click();
  await cell(page, 40).click({ modifiers: ['Shift'] });
  assert.deepEqual(await selected(page), [30, 31, 39, 40]);
  await page.keyboard.press('Escape');
  assert.deepEqual(await selected(page), [40]);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  assert.deepEqual(await selected(page), [40, 49, 50]);
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await selected(page), [49]);
  await page.keyboard.press('Control+a');
  assert.equal((await selected(page)).length, 81);
});

on(
  'a finger selects several cells, too',
  `#${dots(EASY)}`,
  async (page, { context }) => {
    const session = await context.newCDPSession(page);
    const touch = async (type, number) => {
      const touchPoints = [];
      if (number !== undefined) {
        const [x, y] = await centre(page, number);
        touchPoints.push({ x, y });
      }
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await touch('touchStart', 0);
    for (const number of [1, 10, 19]) await touch('touchMove', number);
    await touch('touchEnd');
    assert.deepEqual(await selected(page), [0, 1, 10, 19]);
  },
  { hasTouch: true, viewport: { width: 360, height: 740 } },
);

on('cells can be coloured', `#${dots(EASY)}`, async (page) => {
  await cell(page, 0).click();
  await cell(page, 2).click({ modifiers: ['Control'] });
  await page.click('[data-kind=colour]');
  assert.equal(await page.locator('#keys .swatch').count(), 9);
  await page.click('[aria-label="Colour green"]');
  for (const number of [0, 2]) assert.match(await cell(page, number).getAttribute('class'), /colour-4/);
  assert.equal(await cell(page, 2).getAttribute('aria-label'), 'row 1, column 3, 3, given, green');
  const shown = (number) => cell(page, number).evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.equal(await shown(2), 'rgb(205, 238, 196)');
  await page.click('text=Erase');
  assert.doesNotMatch(await cell(page, 0).getAttribute('class'), /colour/);
  await page.keyboard.press('Control+z');
  await page.click('#clear');
  assert.equal(await page.locator('[class*=colour-]').count(), 9);
});

on('candidates can be shown, follow the board, and can be eliminated', `#${dots(EASY)}`, async (page) => {
  await page.click('#candidates');
  assert.equal(await marks(page, 0, 'notes'), '4 5');
  assert.equal(await marks(page, 1, 'notes'), '4 5 7 8');
  await cell(page, 0).click();
  await page.keyboard.press('4');
  assert.equal(await marks(page, 1, 'notes'), '5 7 8');
  await cell(page, 1).click();
  await page.keyboard.press('Control+Digit5');
  assert.equal(await marks(page, 1, 'notes'), '7 8');
  await page.keyboard.press('Control+Digit5');
  assert.equal(await marks(page, 1, 'notes'), '5 7 8');
  await cell(page, 0).click();
  await page.keyboard.press('Delete');
  assert.equal(await marks(page, 1, 'notes'), '4 5 7 8');
  await page.click('#candidates');
  assert.equal(await page.locator('.notes').count(), 0);
});

on('candidates follow the rules of variants', link('2...............; anti-king; non-consecutive'), async (page) => {
  await verdict(page, 'No solution');
  await page.click('#candidates');
  assert.equal(await marks(page, 1, 'notes'), '4');
  assert.equal(await marks(page, 5, 'notes'), '1 3 4');
  await cell(page, 10).click();
  await page.keyboard.press('1');
  await cell(page, 15).click();
  await page.keyboard.press('1');
  // The digit typed last is marked, and the one that it contradicts.
  assert.deepEqual([await page.locator('.cell.wrong').count(), await page.locator('.cell.clash').count()], [1, 1]);
});

on('two digits make one number on a 12×12 board', link('.'.repeat(144)), async (page) => {
  await cell(page, 7).click();
  await page.keyboard.type('12');
  assert.equal(await cell(page, 7).textContent(), '12');
  await page.keyboard.press('b');
  assert.equal(await cell(page, 7).textContent(), '11');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('10');
  assert.equal(await cell(page, 8).textContent(), '10');
  await page.click('#undo');
  assert.equal(await cell(page, 8).textContent(), '');
  await page.click('[data-mode=fill]');
  await cell(page, 9).click();
  for (const digit of [3, 1, 2, 1, 0]) await page.keyboard.press(`Shift+Digit${digit}`);
  assert.equal(await marks(page, 9, 'corner'), '3 10 12');
  await page.keyboard.press('Shift+Digit1');
  await page.keyboard.press('Shift+Digit0');
  assert.equal(await marks(page, 9, 'corner'), '3 12');
  await page.keyboard.press('0');
  assert.equal(await cell(page, 9).textContent(), '');
});

on('Z, X, C and V choose what digits enter', `#${dots(EASY)}`, async (page) => {
  await cell(page, 0).click();
  for (const [key, kind] of [
    ['x', 'corner'],
    ['c', 'centre'],
    ['v', 'colour'],
    ['z', 'digit'],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await page.getAttribute(`[data-kind=${kind}]`, 'aria-checked'), 'true');
  }
});

on('a reload keeps marks, colours and eliminated candidates', `#${dots(EASY)}`, async (page) => {
  await cell(page, 0).click();
  await page.keyboard.press('Shift+Digit4');
  await page.keyboard.press('Control+Digit5');
  await page.keyboard.press('v');
  await page.keyboard.press('4');
  await page.keyboard.press('z');
  await page.click('#candidates');
  await cell(page, 1).click();
  await page.keyboard.press('Control+Digit5');
  await page.waitForFunction(() => history.state?.eliminated[1].includes(5));
  await page.reload();
  await verdict(page, 'One solution');
  assert.equal(await marks(page, 1, 'notes'), '4 7 8');
  await page.click('#candidates');
  assert.equal(await marks(page, 0, 'corner'), '4');
  assert.equal(await marks(page, 0, 'centre'), '5');
  assert.match(await cell(page, 0).getAttribute('class'), /colour-4/);
  // They belong to this address alone.
  await page.evaluate(
    (fragment) => {
      location.hash = fragment;
    },
    `#1${'.'.repeat(80)}`,
  );
  await verdict(page, 'More than one solution');
  assert.equal(await page.locator('.corner, .centre, .cell[class*=colour-]').count(), 0);
});

on('screen readers hear the verdict when it changes, not at every digit', '', async (page) => {
  await page.evaluate(() => {
    globalThis.said = [];
    const region = document.querySelector('#announcement');
    new MutationObserver(() => globalThis.said.push(region.textContent)).observe(region, { childList: true });
  });
  assert.equal(await page.locator('[aria-live]').count(), 0);
  await cell(page, 0).click();
  for (const digit of '123') {
    await page.keyboard.type(digit);
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(300);
  }
  await page.keyboard.type('3');
  await verdict(page, 'No solution');
  assert.deepEqual(await page.evaluate(() => globalThis.said), ['More than one solution', 'No solution']);
});

test('the keyboard alone is enough', async () => {
  const { page, context, problems } = await visit();
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
  await tabTo('.menu summary');
  await page.keyboard.press('Enter');
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

on('keys go to the board whenever no text field has the focus', `#${dots(EASY)}`, async (page) => {
  // On load, and after a paste.
  await page.keyboard.press('4');
  assert.equal(await cell(page, 0).textContent(), '4');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await selected(page), [1]);
  // After a click on a control.
  await page.click('[data-kind=corner]');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('4');
  assert.equal(await marks(page, 3, 'corner'), '4');
  await page.click('#candidates');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await selected(page), [2]);
  await page.click('#undo');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await selected(page), [3]);
  // A text field keeps its keys.
  await page.click('[data-mode=draw]');
  await page.click('#as-text > summary');
  await page.fill('#constraint-text', '');
  await page.keyboard.type('cage 3');
  assert.equal(await page.inputValue('#constraint-text'), 'cage 3');
});

on('keys step through an explanation and close it', `#${dots(EASY)}`, async (page) => {
  await page.waitForSelector('text=Its hardest step is');
  await page.click('[data-task=explain]');
  await page.waitForSelector('text=steps to the solution, each checked.');
  const last = await page.locator('.steps li').count();
  assert.deepEqual(await page.locator('.steps .badge').allTextContents(), ['hardest']);
  // The cell that keys act on is not marked like a part of the step.
  assert.equal(await page.locator('.cell.selected').count(), 0);
  for (const [key, step] of [
    ['ArrowRight', 2],
    ['End', last],
    ['ArrowLeft', last - 1],
    ['Home', 1],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await text(page, '#step-number'), `${step} of ${last}`, key);
  }
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('#result').isHidden());
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await selected(page), [1]);
});

on('a digit that contradicts another is marked with it and their house', `#${dots(EASY)}`, async (page) => {
  const line = dots(EASY);
  const column = [...line.slice(0, 9)].indexOf('.');
  const given = [...line.slice(0, 9)].find((digit) => digit !== '.');
  await cell(page, column).click();
  await page.keyboard.press(given);
  assert.match(await cell(page, column).getAttribute('class'), /wrong/);
  assert.match(await cell(page, line.indexOf(given)).getAttribute('class'), /clash/);
  for (let other = 0; other < 9; other++) assert.match(await cell(page, other).getAttribute('class'), /clash-house/);
});

on('candidates know cages', link(`${'.'.repeat(81)}; cage 6 r1c1 r1c2`), async (page) => {
  await page.waitForSelector('#board .constraints');
  await page.click('#candidates');
  assert.equal(await marks(page, 0, 'notes'), '1 2 4 5');
  assert.equal(await marks(page, 2, 'notes'), '1 2 3 4 5 6 7 8 9');
});
