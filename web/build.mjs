// Builds the library for the page with cargo, wasm-bindgen and wasm-opt. Vite then builds the site.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const out = join(here, 'pkg');

function run(program, args, env = {}) {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
}

/** Returns the version of wasm-bindgen in the lock file. The program must have the same version. */
function bindgenVersion() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const match = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock);
  if (!match) throw new Error('expected wasm-bindgen in Cargo.lock');
  return match[1];
}

function isInstalled(version) {
  try {
    return execFileSync('wasm-bindgen', ['--version'], { encoding: 'utf8' }).trim().endsWith(version);
  } catch {
    return false;
  }
}

const version = bindgenVersion();
if (!isInstalled(version)) {
  console.error(`Installing wasm-bindgen-cli ${version}. This takes a few minutes, once.`);
  run('cargo', ['install', '--quiet', 'wasm-bindgen-cli', '--version', version]);
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
const bound = join(out, 'satdoku_web_bg.wasm');
if (!existsSync(bound) || statSync(bound).mtimeMs < statSync(built).mtimeMs) {
  mkdirSync(out, { recursive: true });
  run('wasm-bindgen', ['--target', 'web', '--omit-default-module-path', '--out-dir', out, built]);
  const optimized = join(out, 'optimized.wasm');
  const features = ['bulk-memory', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'sign-ext', 'multivalue'];
  const wasmOpt = join(here, 'node_modules', 'binaryen', 'bin', 'wasm-opt');
  const options = ['-O2', '--strip-debug', '--strip-producers', ...features.map((name) => `--enable-${name}`)];
  run(process.execPath, [wasmOpt, ...options, bound, '-o', optimized]);
  renameSync(optimized, bound);
}
