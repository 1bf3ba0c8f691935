import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vite';

/** Writes the service worker with the names of all files, so that the page works without a network. */
function offline() {
  return {
    name: 'offline',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith('.html'));
      const all = ['./', ...files, ...readdirSync('public')];
      const version = createHash('sha256').update(all.join()).update(readFileSync('index.html')).digest('hex');
      const source = readFileSync('src/offline.js', 'utf8')
        .replace('VERSION', JSON.stringify(version.slice(0, 12)))
        .replace('FILES', JSON.stringify(all));
      this.emitFile({ type: 'asset', fileName: 'offline.js', source });
    },
  };
}

export default defineConfig({
  base: './',
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  plugins: [offline()],
  preview: { port: 4173, strictPort: true },
});
