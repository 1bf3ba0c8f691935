// Layout and accessibility, on phones, tablets and desktops.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import {
  ask,
  cell,
  dots,
  EASY,
  EXPERT,
  example,
  HARDEST,
  KILLER,
  link,
  MISTYPED,
  on,
  paste,
  SEVERAL,
  text,
  verdict,
} from './browser.mjs';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
const LANDSCAPE = { viewport: { width: 740, height: 360 }, hasTouch: true };
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };

for (const [name, options] of [
  ['phone', PHONE],
  ['tablet', TABLET],
]) {
  on(
    `on a ${name}, the board and the step are visible together`,
    `#${HARDEST}`,
    async (page) => {
      const assertVisible = async (selector) => {
        const { y, height } = await page.locator(selector).first().boundingBox();
        assert.ok(y >= 0 && y + height <= options.viewport.height, `${selector} is at ${y} to ${y + height}`);
        return { y, end: y + height };
      };
      await page.click('[data-task=hint]');
      await assertVisible('#result .primary');
      assert.ok(await page.locator('#keys').isVisible());
      await page.click('#result .primary');
      await page.click('#result .primary:text("Show the step")');
      await page.waitForSelector('text=Apply');
      const { end } = await assertVisible('#board');
      const { y } = await assertVisible('#result .conclusion');
      assert.ok(y > end, 'the step covers the board');
      // The keys stay in view.
      await assertVisible('#keys');
      await assertVisible('[data-task=hint]');
      // The board stays while the argument is read to the end.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await assertVisible('#board');
      await page.click('[data-task=explain]');
      await page.waitForSelector('.steps li');
      await page.waitForTimeout(100);
      await assertVisible('#board');
      await assertVisible('#step-words .conclusion');
      await page.click('[aria-label="Close the answer"]');
      assert.ok(await page.locator('#keys').isVisible());
    },
    options,
  );
}

for (const mode of ['givens', 'fill', 'draw']) {
  on(
    `on a phone, an explanation is in view in the mode ${mode}`,
    `#${HARDEST}`,
    async (page) => {
      await page.click(`[data-mode=${mode}]`);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.click('[data-task=explain]');
      await page.waitForSelector('.steps li');
      await page.waitForTimeout(100);
      for (const part of ['#board', '#step-words .conclusion']) {
        const { y, height } = await page.locator(part).boundingBox();
        assert.ok(y >= 0 && y + height <= 844, `${part} is at ${y} to ${y + height}`);
      }
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  );
}

for (const [width, height] of [
  [1280, 900],
  [1280, 720],
  [390, 844],
]) {
  on(
    `at ${width} × ${height}, the buttons of dialogs are in view`,
    '',
    async (page) => {
      for (const name of ['new', 'paste', 'generate', 'share', 'settings']) {
        await page.click(`#open-${name}`);
        const { y, height: tall } = await page.locator(`#${name} .buttons button`).first().boundingBox();
        assert.ok(y > 0 && y + tall <= height - 16, `${name}: ${y} to ${y + tall}`);
        await page.keyboard.press('Escape');
      }
    },
    { viewport: { width, height } },
  );

  on(
    `at ${width} × ${height}, no text hangs out of its button`,
    `#${dots(EASY)}`,
    async (page) => {
      const tight = () =>
        page.$$eval('button:not([hidden])', (all) =>
          all.flatMap((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            const [text, box] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
            return one.checkVisibility({ contentVisibilityAuto: true }) &&
              (text.left < box.left + 2 || text.right > box.right - 2)
              ? [one.textContent]
              : [];
          }),
        );
      for (const mode of ['givens', 'fill', 'draw']) {
        await page.click(`[data-mode=${mode}]`);
        assert.deepEqual(await tight(), [], mode);
      }
    },
    { viewport: { width, height } },
  );
}

on(
  'on a phone on its side, the step is beside the board',
  `#${HARDEST}`,
  async (page) => {
    await page.click('[data-task=explain]');
    await page.waitForSelector('.steps li');
    await page.waitForTimeout(100);
    const board = await page.locator('#board').boundingBox();
    const step = await page.locator('#step-words .conclusion').boundingBox();
    assert.ok(board.y >= 0 && board.y + board.height <= 360, `the board is at ${board.y} to ${board.y + board.height}`);
    assert.ok(step.x > board.x + board.width && step.y >= 0 && step.y < 360);
  },
  LANDSCAPE,
);

on(
  'on a phone, all modes and tools fit in one row',
  link(`${'.'.repeat(16)}; regions 1122112233443344`),
  async (page) => {
    const { top, bottom, right } = await page.$eval('.bar', (bar) => bar.getBoundingClientRect().toJSON());
    assert.ok(bottom - top < 50, `${bottom - top} px high`);
    const ends = await page.$$eval('.bar button', (all) => all.map((one) => one.getBoundingClientRect().right));
    assert.ok(ends.every((end) => end <= right));
    await page.click('[data-mode=draw]');
    await page.click('[data-group=Region]');
    assert.equal(await page.getAttribute('[data-mode=draw]', 'aria-checked'), 'true');
    await page.click('[data-mode=fill]');
    const { x, width } = await page.locator('#redo').boundingBox();
    assert.ok(x + width <= right, `the last button ends at ${x + width}`);
  },
  PHONE,
);

on(
  'on a phone, nine digits are in two rows, below the board',
  `#${dots(EASY)}`,
  async (page) => {
    const boxes = await page.$$eval('#keys [data-digit]', (keys) => keys.map((key) => key.getBoundingClientRect().toJSON()));
    assert.equal(boxes.length, 9);
    assert.equal(new Set(boxes.map(({ top }) => top)).size, 2);
    for (const { bottom, width, height } of boxes) assert.ok(bottom < 740 && width >= 44 && height >= 44);
  },
  PHONE,
);

on('on a desktop, nine digits are in one row', `#${dots(EASY)}`, async (page) => {
  const tops = await page.$$eval('#keys [data-digit]', (keys) => keys.map((key) => key.getBoundingClientRect().top));
  assert.equal(new Set(tops).size, 1);
});

on(
  'variants are explained, and their shading is not that of a selected row',
  link(`${'.'.repeat(81)}; windoku; diagonal`),
  async (page) => {
    await verdict(page, 'Empty board');
    const rules = 'Both long diagonals contain every digit once. The shaded windows contain every digit once.';
    assert.equal((await page.locator('#extra-rules li').allTextContents()).join(' '), rules);
    const look = (number) =>
      cell(page, number).evaluate((one) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(one);
        return [backgroundColor, backgroundImage];
      });
    // The row of the selected cell crosses a window and the diagonals.
    await cell(page, 13).click();
    const [plain, window, diagonal, both] = [await look(9), await look(11), await look(16), await look(10)];
    assert.equal(new Set([plain, window, diagonal, both].map(([colour]) => colour)).size, 1);
    assert.equal(new Set([plain, window, diagonal, both].map(([, image]) => image)).size, 4);
    await page.click('#open-new');
    assert.match(await text(page, '#new-variants'), /Cells a knight's move apart have different digits\./);
    assert.match(await text(page, '#new-variants'), /Adjacent cells without a dot never hold consecutive digits\./);
  },
);

on(
  'on a phone, candidates have at least 10 px and stay in their cage',
  link(`${'.'.repeat(81)}; cage 20 r1c1 r1c2 r2c1`),
  async (page) => {
    await page.waitForSelector('#board .constraints');
    await page.click('#candidates');
    for (const number of [0, 1, 40]) {
      const notes = cell(page, number).locator('.notes');
      assert.ok((await notes.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))) >= 10);
    }
    const outer = await cell(page, 1).boundingBox();
    const inner = await cell(page, 1).locator('[data-digit="9"]').boundingBox();
    // The outline is 3/40 of a cell inside its border.
    const room = (3 / 40) * outer.width;
    assert.ok(inner.x + inner.width <= outer.x + outer.width - room);
    assert.ok(inner.y + inner.height <= outer.y + outer.height - room + 1);
  },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
);

on('cells have a whole number of pixels', `#${dots(EASY)}`, async (page) => {
  const widths = await page.$$eval('#board .row', (rows) => rows.map((row) => row.getBoundingClientRect().width));
  for (const width of widths) assert.ok(Math.abs(width / 9 - Math.round(width / 9)) < 0.01, `${width} px`);
});

on('the rules are beside the board', `#${dots(EASY)}`, async (page) => {
  const board = await page.locator('#board').boundingBox();
  const rules = await page.locator('#rules').boundingBox();
  assert.ok(rules.x > board.x + board.width && rules.y < board.y + board.height);
});

/** Returns a function that checks that nothing is wider than the page, and that axe finds no problem. */
async function examiner(page) {
  await page.evaluate(axe.source);
  return async (what) => {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${what}: ${over} px too wide`);
    const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`);
    assert.deepEqual(found, [], what);
  };
}

/** The constraints of the gallery in the documentation: one of every kind that needs no lines about the board. */
const GALLERY = Array.from(
  readFileSync(new URL('../../docs/constraints.md', import.meta.url), 'utf8').matchAll(/^\| <img[^|]*\|[^|]*\| `([^`]+)`/gm),
  ([, constraint]) => constraint,
).filter((constraint) => !/^variables /.test(constraint));

// Each pair of a width and colours takes half a minute, so each width has one.
for (const [width, height, colorScheme] of [
  [360, 740, 'light'],
  [820, 1180, 'dark'],
  [1200, 860, 'light'],
]) {
  const options = { colorScheme, viewport: { width, height } };
  on(
    `${width} px, ${colorScheme}: everything fits, and axe finds no problem`,
    `#${dots(MISTYPED)}`,
    async (page) => {
      await page.waitForSelector('.choices');
      const examine = await examiner(page);
      await examine('a conflict');
      await paste(page, HARDEST);
      await verdict(page, 'One solution');
      await page.click('[data-task=hint]');
      await page.click('#result .primary');
      await page.click('#result .primary');
      await examine('a hint');
      await page.click('#open-new');
      await examine('a new board');
      await page.keyboard.press('Escape');
      await page.click('#open-settings');
      await examine('settings');
      await page.keyboard.press('Escape');
      await paste(page, example('samurai.txt'));
      await page.waitForSelector('#rules:has-text("samurai")');
      await examine('a samurai');
      await paste(page, 'board 3x3; holes r2c2; variables x 2 1-6; cage 7 r1c3 x1');
      await page.waitForSelector('#board .variables');
      await examine('a hole and variables');
      await page.keyboard.press('Escape');
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
      await page.click('#candidates');
      await page.keyboard.press('Escape');
      await examine('candidates');
      await page.click('#candidates');
      await page.click('.menu summary');
      await examine('the menu');
      await page.keyboard.press('Escape');
      for (let colour = 1; colour <= 9; colour++) {
        await cell(page, 9 * (colour - 1) + 1).click();
        await page.keyboard.press('Shift+Digit1');
        await page.keyboard.press('Control+Digit2');
        await page.click('[data-kind=colour]');
        await page.click(`.swatch.colour-${colour}`);
      }
      await page.click('[data-kind=digit]');
      await examine('marks and colours');
      await page.click('[data-mode=draw]');
      for (const group of ['Cage', 'Line', 'Outside']) {
        await page.click(`[data-group=${group}]`);
        await page.focus('#board .selected');
        await page.keyboard.press('Shift+ArrowRight');
        await page.keyboard.press('Enter');
        await page.keyboard.press('9');
      }
      await page.waitForSelector('#constraints li >> nth=2');
      await examine('drawing');
      await page.click('[data-mode=fill]');
      for (let edit = 0; edit < 3; edit++) await page.click('#undo');
      await page.click('[data-task=explain]');
      await page.waitForSelector('text=steps to the solution, each checked.');
      await examine('an explanation');
      await paste(page, EXPERT);
      await page.click('[data-task=explain]');
      await page.click('.steps button:has-text("XYZ-wing")');
      await page.click('#step-words summary');
      await examine('the facts of a step');
      await ask(page, 'solve');
      await verdict(page, 'Solved');
      await examine('a solution');
      await page.click('#open-share');
      await examine('sharing');
    },
    options,
  );

  on(
    `${width} px, ${colorScheme}: axe finds no problem with constraints of every kind`,
    '',
    async (page) => {
      const examine = await examiner(page);
      assert.ok(GALLERY.length > 35);
      await paste(page, `${'......\n'.repeat(6)}${GALLERY.join('\n')}`);
      await page.waitForSelector('#verdict:not([aria-busy]) details', { state: 'attached' });
      assert.equal(await text(page, '#rules'), `6×6 · boxes of 2×3 · ${GALLERY.length} constraints`);
      await page.click('#candidates');
      await examine('candidates');
      await page.click('[data-mode=draw]');
      for (const group of await page.$$('[data-group]:not([hidden])')) {
        await group.click();
        await examine(`the tool ${await group.textContent()}`);
      }
      await page.click('#as-text summary');
      for (const number of [0, 5, GALLERY.length - 1]) {
        await page.click(`#constraints li >> nth=${number} >> button >> nth=0`);
        await examine(`constraint ${number} chosen`);
      }
      await page.fill('#constraint-text', 'cage r1c1 r99c99');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#constraint-error:not(:empty)');
      await examine('an invalid constraint');
      await paste(page, '....\n....\n....\n....\ncage 3 r1c1 r1c2\ncage 3 r2c1 r2c2');
      await page.waitForSelector('.choices');
      await examine('a repair that removes a constraint');
      await paste(page, KILLER);
      await page.waitForSelector('.badge');
      await page.click('[data-task=hint]');
      for (const what of ['a hint', 'more of it', 'its step']) {
        await page.waitForSelector('#result .primary');
        await examine(what);
        await page.click('#result .primary');
      }
      await page.click('[data-task=explain]');
      await page.waitForSelector('text=steps to the solution, each checked.');
      await page.click('.steps button:has-text("cage combinations")');
      await examine('a step with a cage');
      await ask(page, 'rate');
      await page.waitForSelector('#result meter', { state: 'attached' });
      await page.click('#result summary');
      await examine('a rating');
    },
    options,
  );
}
