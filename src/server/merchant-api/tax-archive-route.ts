/** The archive of a merchant's tax documents, written while it is loaded. */
import type { FastifyInstance } from "fastify";
import { taxDocumentCalls } from "#contract/tax-documents.ts";
import { Problem } from "#core/problem.ts";
import { createDocuments } from "../documents/document-service.ts";
import type { Services } from "../services.ts";
import { testMark } from "../settings/world.ts";
import { archivePeriod } from "../zatca/archive/archive-period.ts";
import { tarStream, zipStream } from "../zatca/archive/archive-stream.ts";
import { taxArchiveFiles } from "../zatca/archive/tax-archive.ts";
import { merchantOf } from "./authenticate.ts";
import { mountFileCall } from "./file-call.ts";
import { wrongFields } from "./validation.ts";

const longestMs = 366 * 24 * 60 * 60_000;

/** When it is worth asking again while another archive of the merchant is being loaded. */
const retryAfterSeconds = 60;

/**
 * Mounts the call in a scope that requires an API key. A merchant loads one archive at a time from a server: each paper in it
 * takes the time of a buyer's.
 */
export function mountTaxArchiveCall(
  scope: FastifyInstance,
  { db, storage, pdf, log, clock, config }: Services,
): void {
  const documents = createDocuments({ db, storage, pdf, log, webUrl: config.webUrl });
  const loading = new Set<number>();
  mountFileCall(scope, taxDocumentCalls, "GET /api/v1/tax-documents/archive", async ({ query }, request) => {
    const merchant = merchantOf(request);
    const merchantId = merchant.id;
    const period = archivePeriod(query);
    if (period === null || period.until.getTime() - period.from.getTime() > longestMs)
      throw wrongFields([
        { path: "to", code: "out_of_range", message: "from the first day to a year after it" },
      ]);
    if (loading.has(merchantId)) throw new Problem("rate_limited", { retryAfterSeconds });
    loading.add(merchantId);
    const files = taxArchiveFiles({ db: db.kysely, documents }, { merchantId, ...period });
    const { format = "tar" } = query;
    const content = format === "zip" ? zipStream(files) : tarStream(files, clock.now());
    content.once("close", () => loading.delete(merchantId));
    content.once("error", (error) => log.error("tax archive broken off", { merchantId, error }));
    return {
      contentType: format === "zip" ? "application/zip" : "application/x-tar",
      fileName: `${testMark(merchant)}tax-documents-${query.from}-${query.to}.${format}`,
      content,
    };
  });
}
