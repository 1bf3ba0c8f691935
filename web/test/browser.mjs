// Opens the built page in Chromium, served by Vite.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { preview } from 'vite';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const chromiums = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export async function open() {
  const server = await preview({ root, preview: { port: 0, strictPort: false }, logLevel: 'silent' });
  const address = server.resolvedUrls.local[0];
  const executablePath = chromiums.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('expected Chromium: apt-get install chromium, or CHROMIUM=path');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
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

/** Opens the page in a new context, and records its errors and its requests to other sites. */
export async function visit({ browser, address }, fragment = '', options = {}) {
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
  await page.waitForFunction(
    (words) => document.querySelector('#verdict h2')?.firstChild?.textContent.startsWith(words),
    words,
    { timeout: 20_000 },
  );
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
  return page.$$eval('#board [data-cell]', (cells) => cells.map((cell) => cell.querySelector('.digit')?.textContent ?? '.').join(''));
}
