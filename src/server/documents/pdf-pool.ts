/**
 * A few worker threads that make PDF files, and the queue in front of them. A worker that fails or takes too long is
 * replaced; its job fails, the others go on.
 */
import { Worker } from "node:worker_threads";
import type { Log } from "#core/ports.ts";
import { Problem } from "#core/problem.ts";
import type { PrintModel } from "./print-model.ts";

/** What a worker is asked for. Equal jobs give equal bytes. */
export type PdfJob = {
  readonly model: PrintModel;
  /** PNG or JPEG, when the model says that there is a logo. */
  readonly logo: Uint8Array | null;
  /** The file's date, seconds since the epoch: a fact of the document, never the present time. */
  readonly createdAtSeconds: number;
};

export type PdfAnswer =
  | { readonly kind: "done"; readonly bytes: Uint8Array<ArrayBuffer>; readonly warnings: readonly string[] }
  | { readonly kind: "failed"; readonly why: string };

export type PdfPool = {
  /**
   * Makes one file.
   * @throws Problem `overloaded` when too many wait already
   * @throws Error when the document cannot be made: a bug in a template, or out of time
   */
  readonly render: (job: PdfJob) => Promise<Buffer>;
  /** Ends the workers. Jobs that are not done fail. */
  readonly close: () => Promise<void>;
};

export type PdfPoolOptions = {
  /** Number of threads; each takes about 200 MB and uses one core. */
  readonly size: number;
  readonly log: Log;
  /** A normal document takes tens of milliseconds. */
  readonly timeoutMs?: number;
  /** Jobs that may wait; the next one is refused. */
  readonly maxWaiting?: number;
};

type Waiting = {
  readonly job: PdfJob;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
};
type Slot = { worker: Worker | null; current: Waiting | null; timer: NodeJS.Timeout | null };

/** Makes a pool. Workers start with their first job, so an idle installation pays nothing. */
export function createPdfPool(options: PdfPoolOptions): PdfPool {
  const { log, timeoutMs = 20_000, maxWaiting = 100 } = options;
  const slots: Slot[] = Array.from({ length: options.size }, () => ({
    worker: null,
    current: null,
    timer: null,
  }));
  const waiting: Waiting[] = [];
  let isClosed = false;

  function startNext(): void {
    const slot = slots.find((candidate) => candidate.current === null);
    if (!slot || isClosed) return;
    const next = waiting.shift();
    if (!next) return;
    slot.current = next;
    slot.worker ??= startWorker(slot);
    // A worker keeps the process alive while it works, and only then.
    slot.worker.ref();
    slot.timer = setTimeout(() => replace(slot, new Error(`no PDF after ${timeoutMs} ms`)), timeoutMs);
    slot.worker.postMessage(next.job);
  }

  function startWorker(slot: Slot): Worker {
    const worker = new Worker(new URL("./pdf-worker.ts", import.meta.url));
    worker.on("message", (answer: PdfAnswer) => {
      if (answer.kind === "failed") return replace(slot, new Error(answer.why));
      if (answer.warnings.length > 0) log.warn("pdf_warnings", { warnings: answer.warnings });
      finish(slot)?.resolve(Buffer.from(answer.bytes.buffer));
      worker.unref();
      startNext();
    });
    worker.on("error", (error: Error) => slot.worker === worker && replace(slot, error));
    return worker;
  }

  function finish(slot: Slot): Waiting | null {
    const done = slot.current;
    if (slot.timer) clearTimeout(slot.timer);
    slot.current = null;
    slot.timer = null;
    return done;
  }

  function replace(slot: Slot, error: Error): void {
    log.error("pdf_failed", { error });
    const { worker } = slot;
    slot.worker = null;
    void worker?.terminate();
    finish(slot)?.reject(error);
    startNext();
  }

  return {
    render: (job) => {
      if (isClosed) return Promise.reject(new Error("the PDF pool is closed"));
      if (waiting.length >= maxWaiting)
        return Promise.reject(new Problem("overloaded", { retryAfterSeconds: 5 }));
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject });
        startNext();
      });
    },
    close: async () => {
      isClosed = true;
      const closed = new Error("the PDF pool was closed");
      for (const { reject } of waiting.splice(0)) reject(closed);
      await Promise.all(
        slots.map(async (slot) => {
          finish(slot)?.reject(closed);
          await slot.worker?.terminate();
          slot.worker = null;
        }),
      );
    },
  };
}
