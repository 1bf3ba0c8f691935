// Builds the library for the page with cargo, wasm-bindgen and wasm-opt. Vite then builds the site.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const out = join(here, 'pkg');

function run(program, args, env = {}) {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
}

// Panic messages name source files. Remapping keeps the folders of this machine out of them.
const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
// Inlining less makes the compressed page 18 KB smaller, and rating 20 hard puzzles takes 1 % longer.
const flags = `--remap-path-prefix=${cargoHome}/registry/src/= -Cllvm-args=--inline-threshold=15`;
run('cargo', ['build', '--locked', '--package', 'satdoku-web', '--profile', 'web', '--target', 'wasm32-unknown-unknown'], {
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: flags,
});
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
const built = join(target, 'wasm32-unknown-unknown', 'web', 'satdoku_web.wasm');
const optimized = join(out, 'satdoku_web_bg.wasm');
// wasm-opt writes this file last, so a build that fails before is made again.
if (!existsSync(optimized) || statSync(optimized).mtimeMs < statSync(built).mtimeMs) {
  const bound = join(out, 'bound');
  mkdirSync(bound, { recursive: true });
  run('cargo', ['run', '--locked', '--quiet', '--package', 'satdoku-bindgen', '--', built, bound]);
  for (const name of ['satdoku_web.js', 'satdoku_web.d.ts']) copyFileSync(join(bound, name), join(out, name));
  const features = ['bulk-memory', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'sign-ext', 'multivalue'];
  const wasmOpt = join(here, 'node_modules', 'binaryen', 'bin', 'wasm-opt');
  const options = ['-O2', '--strip-debug', '--strip-producers', ...features.map((name) => `--enable-${name}`)];
  run(process.execPath, [wasmOpt, ...options, join(bound, 'satdoku_web_bg.wasm'), '-o', optimized]);
}
