import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { Log } from "#core/ports.ts";
import { isProblem } from "#core/problem.ts";
import { sampleFacts } from "#test/document-fixtures.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { toPrintModel } from "./document-model.ts";
import { createPdfPool, type PdfJob, type PdfPoolOptions } from "./pdf-pool.ts";

const qr = { kind: "address", text: "https://pay.example.sa" } as const;
const model = toPrintModel(
  { kind: "receipt", standing: "paid", facts: sampleFacts(), refunded: minor(0), invoiceNumber: null, qr },
  { language: "ar", paper: "a4", colour: "#3087de", hasLogo: false, world: "live", currencyStyle: "sign" },
);
const job: PdfJob = { model, logo: null, createdAtSeconds: 0 };
/** A model that no template can draw: it promises a logo and there is none. */
const broken: PdfJob = { ...job, model: { ...model, logoAlt: "a logo" } };

async function withPool<T>(
  options: Omit<PdfPoolOptions, "log" | "size"> & { readonly size?: number },
  work: (pool: ReturnType<typeof createPdfPool>, errors: string[]) => Promise<T>,
): Promise<T> {
  const errors: string[] = [];
  const log: Log = { info: () => {}, warn: () => {}, error: (event) => errors.push(event) };
  const pool = createPdfPool({ size: 1, log, ...options });
  try {
    return await work(pool, errors);
  } finally {
    await pool.close();
  }
}

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString() === "%PDF-";

test("jobs that wait are done in turn, by as many workers as there are", async () => {
  await withPool({ size: 2 }, async (pool) => {
    const files = await Promise.all(Array.from({ length: 9 }, () => pool.render(job)));
    for (const file of files) assert.ok(isPdf(file));
  });
});

test("a document that cannot be made fails alone: the next one is made by a new worker", async () => {
  await withPool({}, async (pool, errors) => {
    const [first, second, third] = await Promise.allSettled([
      pool.render(job),
      pool.render(broken),
      pool.render(job),
    ]);
    assert.ok(first.status === "fulfilled" && isPdf(first.value));
    assert.equal(second.status, "rejected");
    assert.ok(third.status === "fulfilled" && isPdf(third.value));
    assert.deepEqual(errors, ["pdf_failed"]);
  });
});

test("a job that takes too long fails, and its worker is not waited for", async () => {
  await withPool({ timeoutMs: 1 }, async (pool, errors) => {
    await assert.rejects(pool.render(job), /no PDF after 1 ms/);
    assert.deepEqual(errors, ["pdf_failed"]);
  });
});

test("a worker that dies at work fails its job and no other program", async () => {
  using directory = temporaryDirectory();
  const workerFile = join(directory.path, "worker.mjs");
  writeFileSync(workerFile, 'process.on("message", () => process.abort());');
  await withPool({ workerFile }, async (pool, errors) => {
    await assert.rejects(pool.render(job), /the PDF worker ended \(SIGABRT\)/);
    await assert.rejects(pool.render(job), /the PDF worker ended/);
    assert.deepEqual(errors, ["pdf_failed", "pdf_failed"]);
  });
});

test("a worker finds no secrets in its environment", async () => {
  using directory = temporaryDirectory();
  const workerFile = join(directory.path, "worker.mjs");
  writeFileSync(
    workerFile,
    'process.on("message", () => process.send({ kind: "failed", why: JSON.stringify(process.env) }));',
  );
  await withPool({ workerFile }, async (pool) => {
    await assert.rejects(
      pool.render(job),
      (error: Error) => !/PATH|DATABASE|SECRET|HOME/.test(error.message),
    );
  });
});

test("more than may wait are refused as an overload, and what waits is still done", async () => {
  await withPool({ maxWaiting: 1 }, async (pool) => {
    const [working, waiting] = [pool.render(job), pool.render(job)];
    await assert.rejects(pool.render(job), (error) => isProblem(error) && error.code === "overloaded");
    assert.ok(isPdf(await working));
    assert.ok(isPdf(await waiting));
  });
});

test("closing fails what is not done and refuses what comes later", async () => {
  await withPool({}, async (pool) => {
    const open = Promise.allSettled([pool.render(job), pool.render(job)]);
    await pool.close();
    for (const outcome of await open) assert.equal(outcome.status, "rejected");
    await assert.rejects(pool.render(job), /closed/);
  });
});

test("a logo of one document does not appear on the next", async () => {
  await withPool({}, async (pool) => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
    const withLogo = { ...broken, logo: Buffer.from(svg) };
    assert.ok(isPdf(await pool.render(withLogo)));
    await assert.rejects(pool.render(broken));
    assert.deepEqual(await pool.render(job), await pool.render(job));
  });
});
