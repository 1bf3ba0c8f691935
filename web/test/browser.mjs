// Opens the built page in Chromium, served by Vite, and has what all tests share.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const chromiums = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

async function open() {
  const server = await preview({ root, preview: { port: 0, strictPort: false }, logLevel: 'silent' });
  const address = server.resolvedUrls.local[0];
  const executablePath = chromiums.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('expected Chromium: apt-get install chromium, or CHROMIUM=path');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    address,
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** The page that the tests of a file visit. */
export let site;
before(async () => {
  site = await open();
});
after(() => site?.close());

/** Opens the page in a new context, and records its errors and its requests to other sites. */
export async function visit(fragment = '', options = {}) {
  const { browser, address } = site;
  const context = await browser.newContext({ viewport: { width: 1200, height: 860 }, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== new URL(address).origin) problems.push(`request to ${url}`);
  });
  await page.goto(address + fragment);
  await page.waitForSelector('#verdict:not([aria-busy])');
  return { page, context, problems };
}

/** Waits until the heading of the verdict begins with `words`. */
export async function verdict(page, words) {
  await page.waitForFunction((words) => document.querySelector('#verdict h2')?.firstChild?.textContent.startsWith(words), words, {
    timeout: 20_000,
  });
}

export function paste(page, text) {
  return page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** Returns the digits on the board as one line, with dots for blanks. */
export function board(page) {
  return page.$$eval('#board [data-cell]', (cells) =>
    cells.map((cell) => cell.querySelector('.digit')?.textContent ?? '.').join(''),
  );
}

// Puzzles from the examples folder.
export const example = (name) => readFileSync(join(root, '..', 'examples', name), 'utf8');
export const EASY = example('easy.txt').trim();
export const MISTYPED = example('mistyped.txt').trim();
export const SEVERAL = example('several.txt').trim();
export const HARDEST = example('hardest.txt').replace(/\s/g, '');
// A puzzle that needs a chain.
export const EXPERT = '3..46.5....591........2..18.1.....52.........95.....8.27..4........924....9.57..6';
// A puzzle rated above 12 that is explained in seconds.
export const TWELVE = '..3..6.8....1..2......7...4..9..8.6..3..4...1.7.2.....3....5.....5...6..98.....5.';
// A 4×4 killer with the given r1c1=1.
export const KILLER =
  'https://f-puzzles.com/?load=N4IghgrgLgFg9gJxALhCANCA5gglgExQG0jQtcA3AUwDsUoEIrMKwAbJlARgF91g%2BA%2FjwC66UoMnCxE4XIEyhSySLEgA1rjZsqCAMZgsVYqD1VtAZ2IgASlwDCXDLYcAmEGtYdjqAMwhBEDNLaxtXe3dMG18IjxZ2TlQAVgD%2BIPM2K2QiW3CnKJinTwSfEBTA4MzQgBZHZxta92LvFBAAdlTTDKycu3t%2FKIdq%2BvDh5sSQAE5O9JDs3P76mP9x0vK0yp7bGOGo2t3bWpX4ltQANgC1Rh0LKihW5wtcAC8faswoXCgdB54gA%3D%3D%3D';
/** Returns the fragment of a link to the puzzle on this line. */
export const link = (line) => `#${encodeURIComponent(line)}`;
export const dots = (line) => line.replaceAll('0', '.');

/** Defines a test on a fresh page, which must cause no errors and no requests to other sites. */
export function on(name, fragment, body, options) {
  test(name, async () => {
    const visited = await visit(fragment, options);
    try {
      await body(visited.page, visited);
      assert.deepEqual(visited.problems, []);
    } finally {
      await visited.context.close();
    }
  });
}

/** Runs the program, which is built if necessary, and returns its output. */
export function program(...args) {
  const options = { cwd: dirname(root), encoding: 'buffer', maxBuffer: 1 << 28 };
  const binary = process.env.SATDOKU;
  if (binary) return execFileSync(binary, args, options);
  return execFileSync('cargo', ['run', '--quiet', '--locked', '--release', '--', ...args], options);
}

export async function downloaded(page, click) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

export async function text(page, selector) {
  return (await page.textContent(selector)).replace(/\s+/g, ' ').trim();
}

/** Asks a question by its button, wherever the layout has it: a large board that is still drawn would move it from under a mouse. */
export function ask(page, task) {
  return page.locator(`[data-task=${task}]`).dispatchEvent('click');
}

/** Returns the locator of a cell, counted from 0. */
export function cell(page, number) {
  return page.locator(`#board [data-cell="${number}"]`);
}

/** Returns the pencil marks or candidates of a cell: those of the kind `notes`, `corner` or `centre`. */
export async function marks(page, number, kind) {
  return (await cell(page, number).locator(`.${kind}`).textContent()).trim();
}
