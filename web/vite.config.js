import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig } from 'vite';

/** Names the files of the page where they are needed before any script runs: in the head, and in the
 * service worker, with which the page works without a network. */
function offline() {
  return {
    name: 'offline',
    // The library is on its way while the scripts still are.
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const library = Object.keys(bundle).filter((name) => name.endsWith('.wasm'));
        return library.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, href: `./${name}` },
          injectTo: 'head',
        }));
      },
    },
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
