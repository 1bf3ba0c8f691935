// Builds the library for the page: cargo, wasm-bindgen, wasm-opt. The site is built by vite then.
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

/** The version of wasm-bindgen that the lock file names: the program must be of the same one. */
function bindgenVersion() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const found = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock);
  if (!found) throw new Error('expected wasm-bindgen in Cargo.lock');
  return found[1];
}

function installed(version) {
  try {
    return execFileSync('wasm-bindgen', ['--version'], { encoding: 'utf8' }).trim().endsWith(version);
  } catch {
    return false;
  }
}

const version = bindgenVersion();
if (!installed(version)) {
  console.error(`Installing wasm-bindgen-cli ${version}, which takes some minutes once`);
  run('cargo', ['install', '--quiet', 'wasm-bindgen-cli', '--version', version]);
}

// The standard library is built too, for size: its sorting and its formatting of numbers alone make
// a tenth of the page. That is an option of cargo that is not stable yet.
const home = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
const sysroot = execFileSync('rustc', ['--print', 'sysroot'], { cwd: root, encoding: 'utf8' }).trim();
// Messages of panics say what happened; where in the code, and what values were, is left out for size.
// The report has the puzzle, with which the program finds both. No path of this machine is in it.
const remapped = [`${home}/registry/src/=`, `${sysroot}/lib/rustlib/src/rust/=`].map((pair) => `--remap-path-prefix=${pair}`);
run(
  'cargo',
  [
    'build', '--locked', '--package', 'satdoku-web', '--profile', 'web', '--target', 'wasm32-unknown-unknown',
    '-Zbuild-std=std,panic_abort', '-Zbuild-std-features=optimize_for_size',
  ],
  { RUSTC_BOOTSTRAP: '1', CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: [...remapped, '-Zfmt-debug=none', '-Zlocation-detail=none'].join(' ') },
);
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
const built = join(target, 'wasm32-unknown-unknown', 'web', 'satdoku_web.wasm');
const bound = join(out, 'satdoku_web_bg.wasm');
if (!existsSync(bound) || statSync(bound).mtimeMs < statSync(built).mtimeMs) {
  mkdirSync(out, { recursive: true });
  run('wasm-bindgen', ['--target', 'web', '--omit-default-module-path', '--out-dir', out, built]);
  const small = join(out, 'small.wasm');
  const features = ['bulk-memory', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'sign-ext', 'multivalue'];
  // What packs best: control flow made anew from flat code; functions apart rather than one in the
  // other, and in the order of their names, so that like stands beside like. Rust leaves the lowest
  // kilobyte to the end of the stack.
  const passes = [
    '-O2', '--flatten', '--rereloop', '-Oz', '-Oz', '-Oz', '--one-caller-inline-max-function-size=0', '--low-memory-unused',
    '--reorder-functions-by-name', '--strip-debug', '--strip-producers',
  ];
  const wasmOpt = join(here, 'node_modules', 'binaryen', 'bin', 'wasm-opt');
  run(process.execPath, [wasmOpt, ...passes, ...features.map((name) => `--enable-${name}`), bound, '-o', small]);
  renameSync(small, bound);
}
