/** A worker that answers one question at a time, and can be stopped in the middle of it. */

import type { Name, PuzzleFields, Questions, Reply, Request } from './protocol';
import workerUrl from './worker.ts?worker&url';
import wasmUrl from '../pkg/satdoku_web_bg.wasm?url';
import { scriptUrl } from './trusted';

/** The question was cancelled, or another one took its place. */
export class Cancelled extends Error {}

/** There is no answer, and a sentence says why. */
export class NoAnswer extends Error {}

/** A fault of ours. */
export class Failure extends Error {}

interface Waiting {
  request: Request;
  onProgress: (what: never) => void;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** Compiled once, for all workers. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Failure(`${wasmUrl}: ${response.status}`);
  // While it arrives, and kept by the browser for the next visit, where the server says what it is.
  const isNamed = response.headers.get('Content-Type')?.startsWith('application/wasm');
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

let compiled: Promise<WebAssembly.Module> | null = null;

export class Engine {
  private worker: Worker | null = null;
  private waiting: Waiting | null = null;

  get isBusy(): boolean {
    return this.waiting !== null;
  }

  /** Asks. A question that is still open is cancelled. */
  ask<N extends Name>(
    name: N,
    puzzle: PuzzleFields,
    args: Questions[N]['args'],
    onProgress: (what: Questions[N]['progress']) => void = () => {},
  ): Promise<Questions[N]['result']> {
    this.cancel();
    if (!this.worker) this.start();
    return new Promise((resolve, reject) => {
      const { rows, columns, regions, variants, removed, cells } = puzzle;
      const request: Request = { name, puzzle: { rows, columns, regions, variants, removed, cells }, args };
      this.waiting = { request, onProgress, resolve, reject };
      const { worker } = this;
      // The module goes first.
      void compiled?.then(() => worker?.postMessage(request));
    });
  }

  /** Stops the question that is open, if there is one. */
  cancel(): void {
    if (this.waiting) this.end(new Cancelled());
  }

  /** Gets ready for the first question. */
  start(): void {
    if (this.worker) return;
    const worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<Reply>) => this.hear(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(new Failure(event.message || 'the worker could not be started'));
    };
    compiled ??= compile();
    compiled.then(
      (module) => worker.postMessage(module),
      (error: unknown) => {
        compiled = null;
        this.end(new Failure(`the library could not be loaded: ${String(error)}`));
      },
    );
  }

  private hear(reply: Reply): void {
    const { waiting } = this;
    if ('ready' in reply || !waiting) return;
    if ('progress' in reply) {
      waiting.onProgress(reply.progress as never);
    } else if ('failure' in reply) {
      this.end(new Failure(reply.failure));
    } else {
      this.waiting = null;
      if ('error' in reply) waiting.reject(new NoAnswer(reply.error));
      else waiting.resolve(reply.result as never);
    }
  }

  /** Ends the worker, because it is in the middle of something or of no more use. */
  private end(error: Error): void {
    const { waiting } = this;
    this.worker?.terminate();
    this.worker = null;
    this.waiting = null;
    if (error instanceof Cancelled) this.start();
    waiting?.reject(error);
  }
}
