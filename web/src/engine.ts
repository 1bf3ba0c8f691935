/** A worker that answers one question at a time and can be cancelled. */

import wasmUrl from '../pkg/satdoku_web_bg.wasm?url';
import type { PuzzleFields, QuestionName, Questions, Reply, Request } from './protocol';
import { scriptUrl } from './trusted';
import workerUrl from './worker.ts?worker&url';

/** The question was cancelled, or replaced by another one. */
export class Cancelled extends Error {}

/** There is no answer; the message gives the reason. */
export class NoAnswer extends Error {}

/** A bug in satdoku. */
export class Failure extends Error {}

interface PendingQuestion {
  request: Request;
  onProgress: (progress: never) => void;
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

/** Compiles the library once for all workers. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Failure(`${wasmUrl}: ${response.status}`);
  // Streaming compilation needs the right content type. Browsers cache its result.
  const isWasm = response.headers.get('Content-Type')?.startsWith('application/wasm');
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

let compiled: Promise<WebAssembly.Module> | null = null;

export class Engine {
  private worker: Worker | null = null;
  private pending: PendingQuestion | null = null;

  get isBusy(): boolean {
    return this.pending !== null;
  }

  /** Asks a question. Cancels the one that is still open, if any. */
  ask<N extends QuestionName>(
    name: N,
    puzzle: PuzzleFields,
    options: Questions[N]['options'],
    onProgress: (progress: Questions[N]['progress']) => void = () => {},
  ): Promise<Questions[N]['result']> {
    this.cancel();
    if (!this.worker) this.start();
    return new Promise((resolve, reject) => {
      const { lines, rows, columns, regions, variants, constraints, removed, cells } = puzzle;
      const request: Request = {
        name,
        puzzle: { lines, rows, columns, regions, variants, constraints, removed, cells },
        options,
      };
      this.pending = { request, onProgress, resolve, reject };
      const { worker } = this;
      // The module must arrive before the first request.
      void compiled?.then(() => worker?.postMessage(request));
    });
  }

  /** Cancels the open question, if any. */
  cancel(): void {
    if (this.pending) this.terminate(new Cancelled());
  }

  /** Starts the worker, so that the first question finds it ready. */
  start(): void {
    if (this.worker) return;
    const worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<Reply>) => this.receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.terminate(new Failure(event.message || 'the worker could not be started'));
    };
    compiled ??= compile();
    compiled.then(
      (module) => worker.postMessage(module),
      (error: unknown) => {
        compiled = null;
        this.terminate(new Failure(`the library could not be loaded: ${String(error)}`));
      },
    );
  }

  private receive(reply: Reply): void {
    const { pending } = this;
    if ('ready' in reply || !pending) return;
    if ('progress' in reply) {
      pending.onProgress(reply.progress as never);
    } else if ('failure' in reply) {
      this.terminate(new Failure(reply.failure));
    } else {
      this.pending = null;
      if ('error' in reply) pending.reject(new NoAnswer(reply.error));
      else pending.resolve(reply.result as never);
    }
  }

  /** Terminates the worker, because it is busy or has failed. */
  private terminate(error: Error): void {
    const { pending } = this;
    this.worker?.terminate();
    this.worker = null;
    this.pending = null;
    if (error instanceof Cancelled) this.start();
    pending?.reject(error);
  }
}
