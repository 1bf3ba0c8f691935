// Verdicts, hints, explanations and the other questions.
import assert from 'node:assert/strict';
import {
  ask,
  board,
  cell,
  dots,
  downloaded,
  EASY,
  EXPERT,
  HARDEST,
  link,
  MISTYPED,
  marks,
  on,
  paste,
  program,
  SEVERAL,
  TWELVE,
  text,
  verdict,
} from './browser.mjs';

// ---- Verdicts ----

on('a puzzle without a solution has a reason and repairs', `#${dots(MISTYPED)}`, async (page) => {
  await verdict(page, 'No solution');
  assert.match(await text(page, '#verdict'), /No cell is left for 5 in column 4, given r2c6=5/);
  assert.equal(await page.locator('.cell.conflict').count(), 7);
  await page.getByRole('button', { name: 'Apply: Change r5c1 to 7: one solution' }).click();
  await verdict(page, 'One solution');
  assert.equal(await board(page), dots(EASY));
});

on('two solutions are shown side by side', `#${SEVERAL}`, async (page) => {
  await verdict(page, 'More than one solution');
  await page.click('text=Compare two');
  assert.equal(await page.locator('#result figure').count(), 2);
  const differing = await page.locator('#result .cell.differs').count();
  assert.equal(differing, 8);
  await page.click('text=What would make it unique?');
  await page.getByRole('button', { name: 'Apply: Add r2c7=8: one solution' }).click();
  await verdict(page, 'One solution');
});

on('the solution is filled in and cleared', `#${dots(EASY)}`, async (page) => {
  await ask(page, 'solve');
  await verdict(page, 'Solved');
  assert.equal(await board(page), program('solve', EASY).toString().trim());
  await page.click('#clear');
  await verdict(page, 'One solution');
});

on('a rating that takes long is left to the user', '', async (page) => {
  for (const worker of page.workers()) {
    await worker.evaluate(() => {
      const [receive, post] = [self.onmessage, self.postMessage.bind(self)];
      self.onmessage = (event) => {
        if (event.data.name === 'rate') self.limit = event.data.options.seconds;
        receive(event);
      };
      self.postMessage = (reply) =>
        post(reply.result?.level && self.limit ? { result: { ...reply.result, complete: false } } : reply);
    });
  }
  await paste(page, EASY);
  await page.waitForSelector('#verdict:has-text("Its difficulty takes long to find.")');
  const limits = await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.limit)));
  assert.ok(limits.includes(10), `limits of ${limits} seconds`);
  await page.click('#verdict button:text-is("Rate it")');
  await page.waitForSelector('#result:has-text("The solution takes")');
});

// ---- Questions ----

on('a hint has three levels', `#${dots(EASY)}`, async (page) => {
  const words = (level) =>
    program('hint', '--detail', level, EASY)
      .toString()
      .replace(/^[^:]*:\d+: /, '')
      .trim();
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

on('“Fill in up to here” keeps what the steps have eliminated', `#${HARDEST}`, async (page) => {
  await page.click('[data-task=explain]');
  await page.waitForSelector('.steps li >> nth=1');
  assert.equal(await text(page, '#step-words .conclusion'), 'r6c1 and r6c3 are not 6.');
  await page.click('text=Fill in up to here');
  assert.equal(await page.getAttribute('#candidates', 'aria-pressed'), 'true');
  assert.equal(await marks(page, 45, 'notes'), '2 4 7 9');
  // The next hint follows from there.
  await page.click('[data-task=hint]');
  await page.waitForSelector('#result .primary');
  assert.doesNotMatch(await text(page, '#result .conclusion'), /wrong|missing/);
});

on('a hint first reports wrong entries', `#${dots(EASY)}`, async (page) => {
  await cell(page, 0).click();
  await page.keyboard.press('1');
  await page.click('[data-task=hint]');
  await page.waitForSelector('text=One digit is wrong');
  assert.equal(await page.locator('.cell.wrong').count(), 1);
  await page.click('text=Remove it');
  assert.equal(await page.locator('.digit.filled').count(), 0);
});

on('a puzzle rated above 12 is explained to the end', `#${TWELVE}`, async (page) => {
  await page.click('[data-task=explain]');
  await page.waitForSelector('.steps li');
  await page.waitForSelector('text=steps to the solution, each checked.', { timeout: 180_000 });
  const lines = program('explain', '--format', 'jsonl', TWELVE).toString();
  const { steps } = JSON.parse(lines);
  assert.equal(await page.locator('.steps li').count(), steps.length);
  for (const number of [0, 1, steps.length - 1]) {
    await page.locator('.steps button').nth(number).click();
    assert.equal((await text(page, '#step-words h3')).toLowerCase(), steps[number].technique.toLowerCase());
    assert.ok((await text(page, '#step-words .argument')).startsWith(steps[number].argument.slice(0, 40)));
  }
  await page.click('[aria-label="First step"]');
  assert.equal(await text(page, '#step-number'), `1 of ${steps.length}`);
  assert.notEqual((await page.locator('.notes .eliminated').count()) + (await page.locator('.notes .placed').count()), 0);
});

on('rating, counting, minimising and candidates agree with the program', `#${dots(EASY)}`, async (page) => {
  await ask(page, 'rate');
  await page.waitForSelector('#result h2');
  const [, level, score, technique, steps] = /: (\w+) \(([\d.]+)\): ([^,]+), (\d+) steps/.exec(program('rate', EASY).toString());
  assert.equal((await text(page, '#result h2')).toLowerCase(), `${level} · ${score}`);
  assert.equal(await text(page, '.badge'), `${level} · ${score}`);
  assert.match(await text(page, '#result'), new RegExp(`${technique}\\. The solution takes ${steps} steps`));
  await ask(page, 'count');
  await page.waitForSelector('text=1 solution');
  await ask(page, 'minimise');
  await page.waitForSelector('text=that remain are necessary');
  assert.equal(await board(page), program('minimise', '--format', 'line', EASY).toString().trim());
  await page.click('#undo');
  await page.click('#candidates');
  assert.equal(await marks(page, 0, 'notes'), '4 5');
  await ask(page, 'candidates');
  await page.waitForSelector('text=Each candidate on the board occurs in some solution');
  assert.equal(await marks(page, 0, 'notes'), '4');
});

on('minimising a solved board keeps the solution complete', `#${dots(EASY)}`, async (page) => {
  await ask(page, 'solve');
  await verdict(page, 'Solved');
  const solution = await board(page);
  await ask(page, 'minimise');
  await page.waitForSelector('text=that remain are necessary');
  assert.equal(await board(page), solution);
  const minimal = program('minimise', '--format', 'line', EASY).toString().trim();
  assert.equal(await page.locator('.digit.given').count(), minimal.replaceAll('.', '').length);
  // So does the picture that is saved and printed.
  await page.click('#open-share');
  const picture = (await downloaded(page, () => page.click('[data-share=svg]'))).bytes.toString();
  assert.equal(picture.replace(/<title>.*?<\/title>/, '').match(/>[1-9](?=<)/g).length, 81);
});

on('an applied elimination is kept, and the next hint is another one', `#${dots(HARDEST)}`, async (page) => {
  const hint = async () => {
    await page.click('[data-task=hint]');
    await page.click('#result .primary:text("Tell me more")');
    await page.click('#result .primary:text("Show the step")');
    await page.waitForSelector('text=Apply');
    return text(page, '#result .conclusion');
  };
  const first = await hint();
  const eliminated = await page.locator('.notes .eliminated').count();
  const before = await page.locator('.notes span').count();
  await page.click('text=Apply');
  assert.equal(await page.getAttribute('#candidates', 'aria-pressed'), 'true');
  assert.equal(await page.locator('.notes span').count(), before - eliminated);
  assert.notEqual(await hint(), first);
  // An elimination that contradicts the solution is found.
  await paste(page, EASY);
  await verdict(page, 'One solution');
  await cell(page, 0).click();
  await page.keyboard.press('Control+Digit4');
  await page.click('[data-task=hint]');
  await page.waitForSelector('text=A candidate is missing');
  await page.click('text=Restore');
  assert.equal(await marks(page, 0, 'notes'), '4 5');
});

on('hints and explanations say that there are several solutions', `#${SEVERAL}`, async (page) => {
  await page.click('[data-task=hint]');
  await page.waitForSelector('#result h2:text("Several solutions")');
  assert.match(await text(page, '#result'), /This puzzle has several solutions, so logic alone cannot finish it\./);
  await page.click('#result >> text=Compare two solutions');
  await page.waitForSelector('#result h2:text("Two solutions")');
  await page.click('[data-task=explain]');
  await page.waitForSelector('text=There is no further step: the puzzle has several solutions');
});

on('entries are checked on request', `#${dots(EASY)}`, async (page) => {
  await page.click('[data-task=check]');
  await page.waitForSelector('text=Nothing to check');
  await cell(page, 0).click();
  await page.keyboard.press('4');
  await page.click('[data-task=check]');
  await page.waitForSelector('text=Your digit is right. 48 cells are left.');
  await cell(page, 1).click();
  await page.keyboard.press('5');
  await page.click('[data-task=check]');
  await page.waitForSelector('text=One digit is wrong');
  assert.equal(await cell(page, 1).getAttribute('aria-label'), 'row 1, column 2, 5, wrong');
  await page.click('text=Remove it');
  assert.equal(await page.locator('.digit.filled').count(), 1);
  // With several solutions, the entries must agree with one of them.
  await paste(page, SEVERAL);
  await verdict(page, 'More than one solution');
  await cell(page, 1).click();
  await page.keyboard.press('6');
  await page.click('[data-task=check]');
  await page.waitForSelector('text=your digits occur in at least one of them');
});

on('a word when the puzzle is solved', link('12433421431221..'), async (page) => {
  await verdict(page, 'One solution');
  await cell(page, 14).click();
  await page.keyboard.type('3');
  assert.equal(await page.locator('#board.solved').count(), 0);
  await cell(page, 15).click();
  await page.keyboard.type('4');
  await verdict(page, 'Solved. Well done!');
  assert.equal(await page.locator('#board.solved').count(), 1);
  await page.keyboard.type('3');
  await verdict(page, 'Full, but not solved');
  // Filling in the solution is no achievement.
  await ask(page, 'solve');
  await page.waitForSelector('text=This is the only solution.');
  assert.equal(await text(page, '#verdict h2'), 'Solved');
  // Any solution counts if there are several.
  await paste(page, '1..............4');
  await verdict(page, 'More than one solution');
  await ask(page, 'solve');
  await page.waitForSelector('text=This is one of several solutions.');
});

on('the verdict is for players, and has details', `#${dots(EASY)}`, async (page) => {
  await page.waitForSelector('.badge');
  assert.match(await text(page, '#verdict > p'), /^This is a proper puzzle\. Its hardest step is a hidden single\.$/);
  assert.ok(await page.locator('#verdict details p').isHidden());
  await page.click('#verdict summary');
  assert.match(
    await text(page, '#verdict details p'),
    /^A SAT solver found the answer in .* ms\. A second, independent solver confirmed it\.$/,
  );
  // It stays open.
  await cell(page, 0).click();
  await page.keyboard.press('4');
  assert.ok(await page.locator('#verdict details p').isVisible());
});

on('keys move in the list of steps', `#${dots(EASY)}`, async (page) => {
  await page.click('[data-task=explain]');
  await page.waitForSelector('text=steps to the solution, each checked.');
  await page.locator('.steps button').first().click();
  const last = await page.locator('.steps li').count();
  for (const [key, expected] of [
    ['ArrowDown', 2],
    ['ArrowDown', 3],
    ['ArrowUp', 2],
    ['End', last],
    ['Home', 1],
    ['PageDown', 7],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await text(page, '#step-number'), `${expected} of ${last}`, key);
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-current')), 'step');
  }
});

on('a click on the name of a cell shows it, in the notation of choice', `#${dots(EASY)}`, async (page) => {
  await page.click('[data-task=explain]');
  await page.waitForSelector('text=steps to the solution, each checked.');
  const name = page.locator('#step-words .conclusion button').first();
  const [, row, column] = /^r(\d)c(\d)$/.exec(await name.textContent());
  await name.click();
  const shown = (Number(row) - 1) * 9 + Number(column) - 1;
  assert.equal(await page.locator('.cell.pointed').count(), 1);
  assert.match(await cell(page, shown).getAttribute('class'), /pointed/);
  assert.match(await page.locator('.steps button').first().textContent(), new RegExp(`r${row}c${column} is`));
  await page.click('#open-settings');
  await page.selectOption('#notation', 'A1');
  await page.keyboard.press('Escape');
  const translated = String.fromCharCode(64 + Number(row)) + column;
  assert.equal(await name.textContent(), translated);
  assert.match(await page.locator('.steps button').first().textContent(), new RegExp(`${translated} is`));
  // The browser keeps the choice.
  await page.reload();
  await verdict(page, 'One solution');
  await paste(page, MISTYPED);
  await page.waitForSelector('text=Change E1 to 7: one solution');
  assert.match(await text(page, '#verdict'), /given B6=5/);
});

on('a chain has its notation, and facts are shown on request', `#${EXPERT}`, async (page) => {
  await page.click('[data-task=explain]');
  await page.waitForSelector('text=steps to the solution, each checked.');
  const { steps } = JSON.parse(program('explain', '--format', 'jsonl', EXPERT).toString());
  const number = steps.findIndex(({ notation }) => notation);
  await page.locator('.steps button').nth(number).click();
  assert.equal(await text(page, '#step-words .notation'), steps[number].notation);
  assert.notEqual(await page.locator('#step-words .notation button').count(), 0);
  assert.ok(await page.locator('#step-words details p').isHidden());
  await page.click('#step-words summary');
  assert.match(await text(page, '#step-words details p'), new RegExp(`This step rests on ${steps[number].facts.length}: `));
});

on('a hidden single shows the digits that leave no other place', `#${dots(EASY)}`, async (page) => {
  await page.click('[data-task=explain]');
  await page.click('.steps button:has-text("hidden single") >> nth=0');
  assert.notEqual(await page.locator('#board .blocker').count(), 0);
  assert.deepEqual(await page.locator('.legend b').allTextContents(), ['placed', 'leaves no other place']);
});

on('a chain has lines between its candidates', `#${EXPERT}`, async (page) => {
  await page.click('[data-task=explain]');
  await page.waitForSelector('text=steps to the solution, each checked.');
  await page.locator('.steps button:has-text("chain")').first().click();
  assert.ok((await page.locator('#board .links line').count()) >= 2);
  assert.equal(await page.locator('.steps .badge').count(), 1);
});

on('several wrong digits are named', `#${dots(EASY)}`, async (page) => {
  await cell(page, 0).click();
  await page.keyboard.press('1');
  await cell(page, 1).click();
  await page.keyboard.press('5');
  await page.click('[data-task=check]');
  await page.waitForSelector('text=2 digits are wrong');
  assert.match(await text(page, '#result'), /r1c1=1 and r1c2=5, marked on the board/);
});

on('the repair of the digit typed last comes first', '', async (page) => {
  await paste(page, dots(MISTYPED));
  await verdict(page, 'No solution');
  await page.click('[data-mode=givens]');
  await cell(page, 36).click();
  await page.keyboard.press('Delete');
  await page.keyboard.press('5');
  await page.waitForSelector('.choices');
  assert.ok((await page.locator('#verdict > .choices li').count()) <= 3);
  assert.match(await page.locator('.choices li').first().textContent(), /r5c1/);
});
