/**
 * A few worker processes that make PDF files, and the queue in front of them. A worker that fails, ends or takes too
 * long is replaced; its job fails, the others continue.
 *
 * Processes and not threads: Typst is native code, and rare texts make it abort the whole process that it runs in.
 * They get none of our environment, so there is no secret to find in them.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Log } from "#core/ports.ts";
import { Problem } from "#core/problem.ts";
import { PdfEngineMissing } from "../http/file-reply.ts";
import { pdfEngine, watchPdfEngine } from "./pdf-engine.ts";
import type { PrintModel } from "./print-model.ts";

/** What a worker is asked for. Equal jobs give equal bytes. */
export type PdfJob = {
  readonly model: PrintModel;
  /** PNG or JPEG, when the model says that there is a logo. */
  readonly logo: Uint8Array | null;
  /** A file inside the file: the e-invoice of which it is the readable form (PDF/A-3). */
  readonly attachment?: PdfAttachment | null;
  /** The file's date, seconds since the epoch: a fact of the document, never the present time. */
  readonly createdAtSeconds: number;
};

export type PdfAttachment = {
  readonly name: string;
  /** XML, byte for byte. */
  readonly text: string;
};

export type PdfAnswer =
  | { readonly kind: "done"; readonly bytes: Uint8Array; readonly warnings: readonly string[] }
  | { readonly kind: "failed"; readonly why: string }
  /** This machine cannot make any. */
  | { readonly kind: "no_engine" };

export type PdfPool = {
  /**
   * Makes one file: PDF, or SVG of the picture of a shared link.
   * @throws Problem `overloaded` when too many wait already
   * @throws PdfEngineMissing when this machine cannot make any
   * @throws Error when the document cannot be made: a bug in a template, or out of time
   */
  readonly render: (job: PdfJob) => Promise<Buffer>;
  /** Ends the workers. Jobs that are not done fail. */
  readonly close: () => Promise<void>;
};

export type PdfPoolOptions = {
  /** Number of processes; each takes about 250 MB and uses one core. */
  readonly size: number;
  readonly log: Log;
  /** A normal document takes tens of milliseconds. */
  readonly timeoutMs?: number;
  /** Jobs that may wait; the next one is refused. */
  readonly maxWaiting?: number;
  /** Program of the workers; tests put one there that misbehaves. */
  readonly workerFile?: string;
  /** Package of the engine, or a path to a copy of it. */
  readonly engine?: string;
};

type Waiting = {
  readonly job: PdfJob;
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
};
type Slot = { worker: ChildProcess | null; current: Waiting | null; timer: NodeJS.Timeout | null };

const pdfWorkerFile = fileURLToPath(new URL("./pdf-worker.ts", import.meta.url));

/** No system fonts (fonts.conf), and no secrets. Windows cannot start a program without its own folder's name. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return {
    FONTCONFIG_FILE: fileURLToPath(new URL("./fonts.conf", import.meta.url)),
    ...(SystemRoot !== undefined && { SystemRoot }),
  };
}

function forkWorker(workerFile: string, engine: string): ChildProcess {
  const worker = fork(workerFile, [engine], {
    env: workerEnvironment(),
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Workers do not keep the program alive; a caller that waits for a file does, by the timer.
  worker.unref();
  worker.channel?.unref();
  return worker;
}

/** Makes a pool. Workers start with their first job, so an idle installation pays nothing. */
export function createPdfPool(options: PdfPoolOptions): PdfPool {
  const { log, timeoutMs = 40_000, maxWaiting = 100, engine = pdfEngine } = options;
  const slots: Slot[] = Array.from({ length: options.size }, () => ({
    worker: null,
    current: null,
    timer: null,
  }));
  const waiting: Waiting[] = [];
  let isClosed = false;
  const known = watchPdfEngine(engine, log);

  function startNext(): void {
    const slot = slots.find((candidate) => candidate.current === null);
    if (!slot || isClosed) return;
    const next = waiting.shift();
    if (!next) return;
    slot.current = next;
    slot.worker ??= startWorker(slot);
    slot.timer = setTimeout(() => replace(slot, new Error(`no PDF after ${timeoutMs} ms`)), timeoutMs);
    slot.worker.send(next.job);
  }

  function startWorker(slot: Slot): ChildProcess {
    const worker = forkWorker(options.workerFile ?? pdfWorkerFile, engine);
    worker.on("message", (answer: PdfAnswer) => {
      if (answer.kind === "no_engine") return replace(slot, known.missing());
      if (answer.kind === "failed") return replace(slot, new Error(answer.why));
      if (answer.warnings.length > 0) log.warn("pdf_warnings", { warnings: answer.warnings });
      finish(slot)?.resolve(Buffer.from(answer.bytes));
      startNext();
    });
    const fail = (error: Error): void => {
      if (slot.worker === worker) replace(slot, error);
    };
    worker.on("error", fail);
    worker.on("exit", (code, signal) => fail(new Error(`the PDF worker ended (${signal ?? code})`)));
    return worker;
  }

  function replace(slot: Slot, error: Error): void {
    if (!(error instanceof PdfEngineMissing)) log.error("pdf_failed", { error });
    const { worker } = slot;
    slot.worker = null;
    worker?.kill("SIGKILL");
    finish(slot)?.reject(error);
    startNext();
  }

  return {
    render: (job) => {
      if (isClosed) return Promise.reject(new Error("the PDF pool is closed"));
      if (known.isMissing) return Promise.reject(known.missing());
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
      await Promise.all(slots.map((slot) => end(slot, closed)));
    },
  };
}

/** Frees a place; gives what was printed there. */
function finish(slot: Slot): Waiting | null {
  const done = slot.current;
  if (slot.timer) clearTimeout(slot.timer);
  slot.current = null;
  slot.timer = null;
  return done;
}

/** Ends a place's process, and waits for it. */
async function end(slot: Slot, why: Error): Promise<void> {
  finish(slot)?.reject(why);
  const { worker } = slot;
  slot.worker = null;
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, "exit");
  worker.ref();
  worker.kill("SIGKILL");
  await ended;
}
