// The page as a whole: cancelling, bugs, offline use and size.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ask, dots, EASY, KILLER, link, on, paste, root, site, text, verdict, visit } from './browser.mjs';

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
  const lines = () =>
    shuffled([...Array(6).keys()]).flatMap((band) => shuffled([...Array(6).keys()]).map((line) => band * 6 + line));
  const [rows, columns, digits] = [lines(), lines(), shuffled([...Array(36).keys()])];
  const cells = rows.flatMap((row) => columns.map((column) => digits[(row * 6 + Math.floor(row / 6) + column) % 36] + 1));
  for (const cell of shuffled([...cells.keys()]).slice(0, 700)) cells[cell] = 0;
  return cells.join(' ');
}

on('a hard 36×36 board can be cancelled, and the page continues', '', async (page) => {
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, link(hard36()));
  await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 1296);
  // The page stays responsive while its workers are busy.
  await ask(page, 'minimise');
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

on('a long count shows its progress', `#${'.'.repeat(81)}`, async (page) => {
  await ask(page, 'count');
  await page.waitForFunction(() => /[\d,]+ solutions…/.test(document.querySelector('#working-text').textContent));
  await page.keyboard.press('Escape');
  await page.waitForSelector('#working', { state: 'hidden' });
});

on('a question that replaces another at once leaves no sign of it', `#${dots(EASY)}`, async (page) => {
  await page.waitForSelector('.badge');
  await page.evaluate(() => {
    const click = (task) => document.querySelector(`[data-task=${task}]`).click();
    click('rate');
    click('check');
  });
  await page.waitForSelector('#result:has-text("Nothing to check")');
  await page.waitForTimeout(400);
  assert.ok(await page.locator('#working').isHidden());
});

test('a panic is reported, and the page continues', async () => {
  const { page, context } = await visit(`#${dots(EASY)}`);
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
  await ask(page, 'rate');
  await page.waitForSelector('#failure[open]');
  const report = await page.inputValue('#failure-text');
  assert.match(report, /panicked at src\/some\.rs:1:1: <b>a test<\/b>/);
  assert.ok(report.includes(dots(EASY)));
  await page.click('#failure .primary');
  await ask(page, 'rate');
  await page.waitForSelector('#result:has-text("The solution takes")');
  await context.close();
});

// ---- The page as a whole ----

test('the page works offline once loaded', async () => {
  const { page, context, problems } = await visit();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.goto(`${site.address}#${dots(EASY)}`);
  await page.reload();
  await verdict(page, 'One solution');
  await ask(page, 'solve');
  await verdict(page, 'Solved');
  await paste(page, KILLER);
  await page.waitForFunction(() => document.querySelector('#rules').textContent === '4×4 · 7 constraints');
  await page.waitForSelector('.badge');
  await page.click('[data-task=hint]');
  await page.waitForSelector('#result .primary');
  assert.deepEqual(problems, []);
  await context.close();
});

on('errors and the foot of the page link to documents', '', async (page) => {
  await paste(page, 'nonsense');
  await page.waitForSelector('#result a');
  await page.click('[data-mode=draw]');
  const links = await page.$$eval('a[href*=docs]', (all) => all.map(({ href }) => href));
  assert.equal(new Set(links).size, 3);
  for (const [name, words] of [
    ['input', '⏎'],
    ['constraints', 'thermometer r1c1-r4c1'],
    ['explain', 'X-wing'],
  ]) {
    const link = links.find((one) => one.endsWith(`docs/${name}.txt`));
    const opened = await page.context().newPage();
    await opened.goto(link);
    assert.ok((await opened.textContent('body')).includes(words), name);
    await opened.close();
  }
});

/** The size of all files, compressed, in KB. A change of the page by more than 5 % is recorded here. */
const SIZE = 1045;

test(`all files together have ${SIZE} KB ± 5 %, compressed`, () => {
  const folder = join(root, 'dist');
  const files = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
  const sizes = files.map((name) => [name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length]);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  for (const [name, size] of sizes) console.log(`${String(size).padStart(7)} ${name}`);
  console.log(`${String(total).padStart(7)} in total`);
  assert.ok(Math.abs(total / 1000 - SIZE) <= 0.05 * SIZE, `${total} bytes`);
});

test('nothing can leave the page, and text cannot become a script', async () => {
  const { page, context } = await visit();
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

on('the head has a title, a description and a language', '', async (page) => {
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  assert.equal(await page.title(), 'satdoku');
  assert.match(await page.getAttribute('meta[name=description]', 'content'), /Sudoku/);
});

on(
  'reduced motion is respected',
  `#${'.'.repeat(81)}`,
  async (page) => {
    await ask(page, 'count');
    await page.waitForSelector('.dots');
    assert.equal(await page.locator('.dots').evaluate((dots) => getComputedStyle(dots).animationName), 'none');
  },
  { reducedMotion: 'reduce' },
);
