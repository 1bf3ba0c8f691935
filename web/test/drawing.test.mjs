// Drawing constraints: by pointer, finger and keyboard, their values, and removing them.
import assert from 'node:assert/strict';
import { cell, example, KILLER, link, on, paste, text, verdict } from './browser.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** Drags over cells, counted from 0. */
async function drag(page, ...cells) {
  const middles = [];
  for (const number of cells) {
    const { x, y, width, height } = await cell(page, number).boundingBox();
    middles.push([x + width / 2, y + height / 2]);
  }
  await page.mouse.move(...middles[0]);
  await page.mouse.down();
  for (const middle of middles.slice(1)) await page.mouse.move(...middle, { steps: 4 });
  await page.mouse.up();
}

/** Chooses a tool by its group and, unless it is the first of the group, its name. */
async function use(page, group, name) {
  await page.click('[data-mode=draw]');
  await page.click(`[data-group=${group}]`);
  if (name) await page.selectOption('#tool', name);
}

/** Returns the constraints in the list, in the order in which they were drawn. */
async function drawn(page) {
  return (await page.$$eval('#constraints li', (all) => all.map((one) => one.dataset.text))).reverse();
}

on('cages are drawn, given totals, changed and removed', '', async (page) => {
  await use(page, 'Cage');
  await drag(page, 0, 1, 10);
  assert.deepEqual(await drawn(page), ['cage r1c1 r1c2 r2c2']);
  await page.keyboard.type('15');
  assert.deepEqual(await drawn(page), ['cage 15 r1c1 r1c2 r2c2']);
  await page.waitForSelector('#board .constraints');
  assert.equal(await text(page, '#rules'), '9×9 · 1 constraint');
  await drag(page, 80, 79);
  await page.keyboard.press('4');
  assert.deepEqual(await drawn(page), ['cage 15 r1c1 r1c2 r2c2', 'cage 4 r9c9 r9c8']);
  // A click on a cage chooses it, and the next digit begins another total.
  await cell(page, 1).click();
  assert.equal(await page.inputValue('#value'), '15');
  await page.keyboard.type('20');
  assert.deepEqual(await drawn(page), ['cage 20 r1c1 r1c2 r2c2', 'cage 4 r9c9 r9c8']);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  assert.deepEqual(await drawn(page), ['cage r1c1 r1c2 r2c2', 'cage 4 r9c9 r9c8']);
  await page.keyboard.press('Backspace');
  assert.deepEqual(await drawn(page), ['cage 4 r9c9 r9c8']);
  await page.click('[aria-label="Remove Killer cage 4 at r9c9"]');
  assert.deepEqual(await drawn(page), []);
});

on('a constraint and its value are undone together', '', async (page) => {
  await use(page, 'Cage');
  await drag(page, 0, 1);
  await page.keyboard.type('12');
  await drag(page, 9, 10);
  await page.keyboard.type('3');
  await page.click('#undo');
  assert.deepEqual(await drawn(page), ['cage 12 r1c1 r1c2']);
  await page.click('#undo');
  assert.deepEqual(await drawn(page), []);
  await page.click('#redo');
  assert.deepEqual(await drawn(page), ['cage 12 r1c1 r1c2']);
  // What undo brings back is not the constraint that is being typed.
  await page.keyboard.press('5');
  assert.deepEqual(await drawn(page), ['cage 12 r1c1 r1c2']);
});

on('every kind of tool writes its constraint', '', async (page) => {
  const expected = [];
  const draw = async (group, name, cells, constraint, value = '') => {
    await use(page, group, name);
    await drag(page, ...cells);
    if (value) await page.keyboard.type(value);
    expected.push(constraint);
    assert.deepEqual(await drawn(page), expected);
  };
  await draw('Cage', 'extra-region', [0, 10], 'extra-region r1c1 r2c2');
  // A drag past cells adds those between, and the way back removes cells.
  await draw('Thermo', 'thermometer', [27, 30, 29], 'thermometer r4c1 r4c2 r4c3');
  await draw('Arrow', 'arrow', [80, 70, 60], 'arrow r9c9: r8c8 r7c7');
  await draw('Dot', 'difference', [40, 41], 'difference r5c5 r5c6');
  await draw('Dot', 'ratio', [41, 50], 'ratio 3 r5c6 r6c6', '3');
  await draw('Dot', 'x', [4, 5], 'x r1c5 r1c6');
  await draw('Line', 'whispers', [54, 64, 74], 'whispers r7c1 r8c2 r9c3');
  await draw('Line', 'renban', [2, 3], 'renban r1c3 r1c4');
  await draw('Line', 'palindrome', [11, 12], 'palindrome r2c3 r2c4');
  await draw('Line', 'between', [20, 21, 22], 'between r3c3 r3c4 r3c5');
  await draw('Cell', 'even', [8], 'even r1c9');
  await draw('Cell', 'quadruple', [60, 61, 70, 69], 'quadruple 1 2 r7c7 r7c8 r8c8 r8c7', '12');
  await draw('Outside', 'sandwich', [35, 34], 'sandwich 12 row 4 right', '12');
  await draw('Outside', 'x-sum', [6, 15], 'x-sum 20 column 7 top', '20');
  await draw('Outside', 'little-killer', [1, 9], 'little-killer 11 r1c2 r2c1', '11');
  // The library accepts all of them.
  await page.waitForSelector('#rules:has-text("9×9 · 15 constraints")');
  await page.waitForSelector('#verdict:is(.none, .multiple, .unknown)');
});

on('kinds with several digits or a rule of their own are drawn', '', async (page) => {
  const expected = [];
  const draw = async (group, name, cells, constraint, value = '') => {
    await use(page, group, name);
    await drag(page, ...cells);
    if (value) await page.keyboard.type(value);
    if (group === 'Custom') await page.keyboard.press('Enter');
    expected.push(constraint);
    await page.waitForFunction((count) => document.querySelectorAll('#constraints li').length === count, expected.length);
    assert.deepEqual(await drawn(page), expected);
  };
  await draw('Cage', 'contains', [0, 1, 2], 'contains 1 1: r1c1 r1c2 r1c3', '11');
  await draw('Cage', 'contains-exactly', [9, 10], 'contains-exactly 2: r2c1 r2c2', '2');
  await draw('Arrow', 'value-index', [80, 79, 77], 'value-index r9c9: r9c8: r9c7 r9c6');
  await draw('Arrow', 'count-distinct', [40, 41, 50], 'count-distinct r5c5: r5c6 r6c6');
  await draw('Cell', 'counting-circles', [4, 14], 'counting-circles r1c5 r2c6');
  await draw('Outside', 'numbered-room', [35, 34], 'numbered-room 4 row 4 right', '4');
  await draw('Custom', 'pairs', [27, 29], 'pairs "a < b" r4c1 r4c2 r4c3', 'a < b');
  await draw('Custom', 'all-pairs', [36, 46], 'all-pairs "a != b" r5c1 r6c2', 'a != b');
  await draw('Custom', 'sequence', [60, 61], 'sequence "[1-4]+" r7c7 r7c8', '[1-4]+');
  // A click on one chooses it, as for other kinds.
  await use(page, 'Custom', 'pairs');
  await cell(page, 28).click();
  assert.match(await page.textContent('#constraints li[data-chosen]'), /^Pairs along a line at r4c1/);
  await page.waitForSelector('#rules:has-text("9×9 · 9 constraints")');
});

on('a clue that needs a number is written once it has one', '', async (page) => {
  await use(page, 'Outside', 'sandwich');
  await drag(page, 0, 1);
  assert.deepEqual(await drawn(page), []);
  await page.click('#value-keys button:text("7")');
  assert.deepEqual(await drawn(page), ['sandwich 7 row 1 left']);
  await page.fill('#value', '9');
  assert.deepEqual(await drawn(page), ['sandwich 9 row 1 left']);
  await page.click('#value-keys [aria-label=Erase]');
  assert.deepEqual(await drawn(page), []);
});

on('constraints can be drawn by keyboard alone', '', async (page) => {
  await page.focus('[data-mode=givens]');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  while ((await page.evaluate(() => document.activeElement.dataset.cell)) === undefined) await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('15');
  assert.deepEqual(await drawn(page), ['cage 15 r1c1 r1c2 r2c2']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Thermo');
  await page.keyboard.press('Shift+Tab');
  // Space adds a cell to which no single arrow leads.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await page.keyboard.press('Enter');
  assert.deepEqual(await drawn(page), ['cage 15 r1c1 r1c2 r2c2', 'thermometer r3c2 r4c3']);
  await page.keyboard.press('Delete');
  assert.deepEqual(await drawn(page), ['cage 15 r1c1 r1c2 r2c2']);
});

on(
  'on a phone, a cage is drawn by finger and gets its total from the keys',
  '',
  async (page) => {
    await use(page, 'Cage');
    const finger = await page.context().newCDPSession(page);
    const touch = async (type, ...numbers) => {
      for (const number of numbers) {
        const { x, y, width, height } = await cell(page, number).boundingBox();
        await finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
      }
    };
    await touch('touchStart', 0);
    await touch('touchMove', 1, 10);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.click('#value-keys button:text("1")');
    await page.click('#value-keys button:text("5")');
    assert.deepEqual(await drawn(page), ['cage 15 r1c1 r1c2 r2c2']);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  },
  PHONE,
);

on('an error names the kind that is meant until the text is right', `#${'.'.repeat(81)}`, async (page) => {
  await page.click('[data-mode=draw]');
  await page.click('#as-text summary');
  await page.fill('#constraint-text', 'cgae 5 r1c1 r1c2');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#constraint-error:text("did you mean cage?")');
  await page.fill('#constraint-text', 'cage 5 r1c1 r1c2');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-text="cage 5 r1c1 r1c2"]');
  assert.equal(await page.textContent('#constraint-error'), '');
  assert.equal(await page.inputValue('#constraint-text'), '');
});

on('any constraint can be typed', '', async (page) => {
  await page.click('[data-mode=draw]');
  await page.click('#as-text summary');
  const add = async (constraint) => {
    await page.fill('#constraint-text', constraint);
    await page.keyboard.press('Enter');
  };
  await add('clone r1c1 R1C2 : r4c4 r4c5');
  await page.waitForSelector('#constraints li');
  assert.deepEqual(await drawn(page), ['clone r1c1 r1c2: r4c4 r4c5']);
  assert.equal(await page.inputValue('#constraint-text'), '');
  await add('thermometer r5c1-r5c3');
  await page.waitForSelector('#constraints li >> nth=1');
  assert.equal(await page.inputValue('#tool'), 'thermometer');
  await add('sum 15 r2c2 r99c2');
  await page.waitForSelector('#constraint-error:has-text("r99c2")');
  assert.equal(await page.getAttribute('#constraint-text', 'aria-invalid'), 'true');
  // Digits change no constraint that has no tool.
  await page.click('[data-group=Cage]');
  await page.click('#constraints li:last-child button:first-child');
  assert.ok(await page.locator('#value-keys').isHidden());
  await page.keyboard.type('12');
  assert.deepEqual(await drawn(page), ['clone r1c1 r1c2: r4c4 r4c5', 'thermometer r5c1 r5c2 r5c3']);
  await page.click('#undo');
  await page.click('#undo');
  assert.deepEqual(await drawn(page), []);
});

on('an invalid constraint in a text is reported with its place', '', async (page) => {
  await paste(page, '................\ncage 5 r1c1 r1c2\ncage 7 r9c9 r4c4\n');
  await page.waitForSelector('text=Could not read this');
  assert.match(await text(page, '#result'), /line 3, column \d+: .*r9c9/i);
});

/** Enters digits in cells, counted from 0. */
async function enter(page, digits) {
  for (const [number, digit] of Object.entries(digits)) {
    await cell(page, Number(number)).click();
    // The digit that a cell has would be erased.
    await page.keyboard.press('Delete');
    await page.keyboard.press(String(digit));
  }
}

on('a full board counts as solved only if the sums are right', '', async (page) => {
  // 1 and 3 can be swapped but for the cage.
  await paste(page, '.2.4.4.221434321\ncage 7 r1c1 r1c2 r2c2\n');
  await verdict(page, 'One solution');
  await enter(page, { 0: 3, 2: 1, 4: 1, 6: 3 });
  await verdict(page, 'Full, but not solved');
  await enter(page, { 0: 1, 2: 3, 4: 3, 6: 1 });
  await verdict(page, 'Solved. Well done!');
  // With four solutions, every one of them counts.
  await paste(page, '.........1.3.3.1\nsum 5 r1c1 r3c2 r4c2\n');
  await verdict(page, 'More than one solution');
  for (const first of [
    { 1: 2, 3: 4, 5: 4, 7: 2 },
    { 1: 4, 3: 2, 5: 2, 7: 4 },
  ]) {
    for (const second of [
      { 8: 2, 10: 4, 12: 4, 14: 2 },
      { 8: 4, 10: 2, 12: 2, 14: 4 },
    ]) {
      await enter(page, { 0: 3, 2: 1, 4: 1, 6: 3, ...first, ...second });
      await verdict(page, 'More than one solution');
      await enter(page, { 0: 1, 2: 3, 4: 3, 6: 1 });
      await verdict(page, 'Solved. Well done!');
    }
  }
});

on('a puzzle that was opened can be changed, and its link has the constraints', '', async (page) => {
  await paste(page, example('mixed.txt'));
  await verdict(page, 'One solution');
  await page.click('[data-mode=draw]');
  const all = await drawn(page);
  assert.equal(all.length, 18);
  await page.click('#constraints li:last-child button:first-child');
  await page.keyboard.press('Tab');
  await page.click('#remove');
  assert.deepEqual(await drawn(page), all.slice(1));
  await page.waitForFunction(([removed, ...rest]) => {
    const link = decodeURIComponent(location.hash);
    return link.includes(rest.join('; ')) && !link.includes(removed);
  }, all);
});

on('constraints that contradict each other are shown', '', async (page) => {
  await use(page, 'Cage');
  await drag(page, 0, 1);
  await page.keyboard.press('3');
  await drag(page, 9, 10);
  await page.keyboard.press('3');
  await verdict(page, 'No solution');
  assert.match(await text(page, '#verdict'), /Cage 3 r1c1 r1c2 and cage 3 r2c1 r2c2 contradict each other/);
  for (const number of [0, 1, 9, 10]) assert.match(await cell(page, number).getAttribute('class'), /conflict/);
});

on('an impossible total is explained', link(`${'.'.repeat(81)}; cage 30 r1c1 r1c2`), async (page) => {
  await verdict(page, 'No solution');
  assert.match(await text(page, '#verdict'), /No digits satisfy cage 30 r1c1 r1c2\. 2 different digits total at most 17\./);
});

on('a killer link is opened, gives a hint and is shared again', '', async (page) => {
  await paste(page, KILLER);
  await verdict(page, 'One solution');
  await page.waitForSelector('.badge');
  assert.equal(await text(page, '#rules'), '4×4 · 7 constraints');
  await page.click('[data-task=explain]');
  await page.waitForSelector('text=steps to the solution, each checked.');
  await page.click('.steps button:has-text("cage combinations")');
  assert.match(await text(page, '#step-words'), /In the \d+-cage.* the digits are \{/);
  assert.ok((await page.locator('#board .facts').count()) > 1);
  await page.click('[data-task=hint]');
  await page.waitForSelector('#result .primary');
  await page.click('#result .primary');
  await page.click('#result .primary');
  await page.click('text=Apply');
  await page.click('#open-share');
  await page.click('[data-share=sudokupad]');
  await page.waitForSelector('#share-status:has-text("copied")');
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Escape');
  await paste(page, '1..............4');
  await verdict(page, 'More than one solution');
  await paste(page, shared);
  await verdict(page, 'One solution');
  assert.equal(await text(page, '#rules'), '4×4 · 7 constraints');
  assert.ok(decodeURIComponent(await page.inputValue('#share-link')).includes('; cage 3 r1c1 r1c2;'));
});

on('a constraint in the way is removed by a repair', '', async (page) => {
  await use(page, 'Cage');
  await drag(page, 0, 1);
  await page.keyboard.press('3');
  await drag(page, 9, 10);
  await page.keyboard.press('3');
  await page.click('[aria-label^="Apply: Remove cage 3 r1c1 r1c2"]');
  assert.deepEqual(await drawn(page), ['cage 3 r2c1 r2c2']);
});

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 1280, height: 720 },
]) {
  on(
    `at 1280 × ${viewport.height}, the tools are beside the board and above the fold`,
    '',
    async (page) => {
      await use(page, 'Cage');
      for (let row = 0; row < 9; row++) {
        await drag(page, 9 * row, 9 * row + 1);
        await page.keyboard.type('9');
      }
      assert.equal((await drawn(page)).length, 9);
      const board = await page.locator('#board').boundingBox();
      for (const part of ['#groups', '#tool', '#value', '#value-keys', '#constraints', '#as-text', '#whole-board']) {
        const { x, y, height } = await page.locator(part).boundingBox();
        assert.ok(
          x > board.x + board.width && y >= 0 && y + height <= viewport.height,
          `${part} is at ${x}, ${y} to ${y + height}`,
        );
      }
    },
    { viewport },
  );
}

on('rules of the whole board can be chosen while constraints are drawn', '', async (page) => {
  await use(page, 'Cage');
  await drag(page, 0, 1);
  await page.click('#whole-board summary');
  await page.check('#draw-variants [value=anti-knight]');
  await page.waitForSelector('#rules:has-text("9×9 · anti-knight · 1 constraint")');
  assert.ok((await page.locator('#board .constraints').count()) > 0);
  await page.click('#undo');
  await page.waitForSelector('#rules:has-text("9×9 · 1 constraint")');
  assert.equal(await page.isChecked('#draw-variants [value=anti-knight]'), false);
});

on('the names of constraints are completed', '', async (page) => {
  await use(page, 'Cage');
  const names = await page.$$eval('#constraint-kinds option', (all) => all.map((one) => one.value));
  for (const name of ['renban', 'cage', 'little-killer']) assert.ok(names.includes(name));
  assert.equal(await page.getAttribute('#constraint-text', 'list'), 'constraint-kinds');
});

on('only a line that begins with a circle shows one while it is drawn', '', async (page) => {
  for (const [group, name, circles] of [
    ['Line', 'renban', 0],
    ['Thermo', 'thermometer', 1],
    ['Arrow', 'arrow', 1],
    ['Dot', 'ratio', 0],
  ]) {
    await use(page, group, name);
    await drag(page, 0, 1);
    assert.equal(await page.locator('#board .path circle').count(), circles, name);
    await page.keyboard.press('Delete');
  }
});

for (const colorScheme of ['light', 'dark']) {
  on(
    `${colorScheme}: a black dot is black, and digits are above the lines`,
    link(`${'.'.repeat(16)}; ratio r1c1 r1c2; renban r3c1 r3c2`),
    async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('#board .constraints').length === 2);
      await page.waitForTimeout(200);
      const { x, y, width } = await page.locator('#board').boundingBox();
      const shot = await page.screenshot({ clip: { x: x + width / 4 - 2, y: y + width / 8 - 2, width: 4, height: 4 } });
      const colour = await page.evaluate(
        async (bytes) => {
          const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
          const context = new OffscreenCanvas(4, 4).getContext('2d');
          context.drawImage(image, 0, 0);
          return Array.from(context.getImageData(2, 2, 1, 1).data.slice(0, 3));
        },
        [...shot],
      );
      assert.deepEqual(colour, [0, 0, 0]);
      await page.click('#candidates');
      const order = await page
        .locator('.notes')
        .first()
        .evaluate((notes) => getComputedStyle(notes).zIndex);
      assert.equal(order, '1');
    },
    { colorScheme },
  );
}
