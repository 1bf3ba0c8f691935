import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

/** The documents that the page links to, as text that browsers show. */
function documents() {
  return {
    name: 'documents',
    generateBundle() {
      for (const name of ['input', 'constraints', 'explain']) {
        const text = readFileSync(`../docs/${name}.md`, 'utf8')
          .replace(/^\| (picture|<img [^>]*>) /gm, '')
          .replace(/<img [^>]*>/g, '');
        // Without a byte order mark, a host that names no encoding would have browsers guess one.
        this.emitFile({ type: 'asset', fileName: `docs/${name}.txt`, source: `\ufeff${text}` });
      }
    },
  };
}

/** Lists the built files where they are needed before any script runs: as preloads in the head, and in the
 * service worker, which makes the page work offline. */
function offline() {
  return {
    name: 'offline',
    // Load the library and the worker in parallel with the page's own script.
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const kinds = [
          [/\.wasm$/, { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true }],
          [/\/worker[^/]*\.js$/, { rel: 'modulepreload', as: 'worker' }],
        ];
        return kinds.flatMap(([pattern, attrs]) => {
          const names = Object.keys(bundle).filter((name) => pattern.test(name));
          return names.map((name) => ({ tag: 'link', attrs: { ...attrs, href: `./${name}` }, injectTo: 'head' }));
        });
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
  plugins: [documents(), offline()],
  preview: { port: 4173, strictPort: true },
});
