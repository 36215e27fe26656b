/** Exports of the merchant API: streams of what lists have, for spreadsheets. */
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problemsOfCall } from "#contract/call-problems.ts";
import type { CallShape } from "#contract/contract.ts";
import {
  type ExportName,
  type ExportQuery,
  exportCalls,
  exportNames,
  exportTypes,
  highestCount,
} from "#contract/exports.ts";
import { separatorOf, separators } from "#core/csv-text.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { writeAudit } from "../audit/audit-log.ts";
import { mountCall } from "../http/mount.ts";
import { actorOf, merchantOf } from "../merchant-api/authenticate.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import type { Services } from "../services.ts";
import { testMark } from "../settings/world.ts";
import { periodOf, type Scope } from "./export-table.ts";
import { exportTables } from "./export-tables.ts";
import { countInvoices } from "./invoice-tables.ts";
import { type ExportForm, writeExport } from "./write-export.ts";

type CommonQuery = ExportQuery<"fees">;

/** Mounts the calls in a scope that requires an API key. HEAD would read every row for nothing. */
export function mountExportCalls(
  scope: FastifyInstance,
  services: Pick<Services, "db" | "clock" | "log">,
): void {
  mountCount(scope, services);
  const running = new Set<FastifyRequest>();
  for (const name of exportNames) {
    const key = `GET /api/v1/exports/${name}` as const;
    const shape: CallShape = exportCalls[key];
    const options = {
      schema: { querystring: shape.query },
      config: { problems: new Set(problemsOfCall(key, shape)) },
      exposeHeadRoute: false,
    };
    scope.get(key.slice("GET ".length), options, async (request, reply) => {
      if (running.size >= limits.exportsAtOnce) throw new Problem("rate_limited", { retryAfterSeconds: 10 });
      running.add(request);
      reply.raw.once("close", () => running.delete(request));
      return await send(services, name, { request, reply });
    });
  }
}

/** The console says how many there are before it loads them. Rows are counted up to a bound, which costs the same in every shop. */
function mountCount(scope: FastifyInstance, { db, clock }: Pick<Services, "db" | "clock">): void {
  const key = "GET /api/v1/exports/invoices/count";
  mountCall(scope, exportCalls, key, async ({ query }, { request }) => {
    const period = readPeriod(query, clock.now());
    const of = { db: db.kysely, merchantId: merchantOf(request).id, period, query };
    const count = await countInvoices(of, highestCount + 1);
    return { count: Math.min(count, highestCount), isMore: count > highestCount };
  });
}

/** Rows are counted first, so that the reader can show how far it is. */
async function send<Name extends ExportName>(
  { db, clock, log }: Pick<Services, "db" | "clock" | "log">,
  name: Name,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const merchant = merchantOf(request);
  // Validated by the call's own schema.
  const query = request.query as ExportQuery<Name> & CommonQuery;
  const scope: Scope<ExportQuery<Name>> = {
    db: db.kysely,
    merchantId: merchant.id,
    period: readPeriod(query, clock.now()),
    query,
  };
  const form = formOf(query);
  const total = await exportTables[name].count(scope);
  await writeAudit(db.kysely, {
    actor: actorOf(merchant),
    act: `GET /api/v1/exports/${name}`,
    merchantId: merchant.id,
    subject: `${query.from} ${query.to}`,
    result: "done",
  });
  let rows = 0;
  const bytes = writeExport(exportTables[name], {
    name,
    world: merchant.world,
    scope,
    form,
    onRows: (read) => (rows += read),
  });
  const stream = Readable.from(bytes, { objectMode: false });
  let failure: Error | null = null;
  stream.once("error", (error) => {
    failure = error;
  });
  reply.raw.once("close", () => {
    const isWhole = reply.raw.writableFinished;
    const fields = { requestId: request.id, name, format: form.format, rows, total, isWhole };
    if (failure === null) log.info("export_ended", fields);
    else log.error("export_failed", { ...fields, error: failure });
  });
  // Of a reader that takes nothing for so long there is nothing to hope for.
  reply.raw.setTimeout(timing.exportIdleMs, () => reply.raw.destroy());
  reply
    .type(form.format === "csv" ? `${exportTypes.csv}; charset=utf-8` : exportTypes.xlsx)
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .header("x-total-count", total)
    .header(
      "content-disposition",
      `attachment; filename="${testMark(merchant)}${fileName(name, query, form.format)}"`,
    );
  if (form.format !== "csv") return reply.send(stream);
  reply.header("vary", "accept-encoding");
  if (!takesGzip(request)) return reply.send(stream);
  const gzip = createGzip({ level: 3 });
  stream.once("error", (error) => gzip.destroy(error));
  gzip.once("close", () => stream.destroy());
  return reply.header("content-encoding", "gzip").send(stream.pipe(gzip));
}

/** @throws Problem `validation_failed` when the last day comes before the first one */
function readPeriod(query: Pick<CommonQuery, "from" | "to">, now: number): Scope<unknown>["period"] {
  if (query.to < query.from)
    throw wrongFields([{ path: "to", code: "before_from", message: "must not come before from" }]);
  return periodOf(query, now);
}

function formOf({ format = "csv", language = "ar", separator }: CommonQuery): ExportForm {
  return {
    format,
    language,
    separator: separator ? separators[separator] : separatorOf(language),
  };
}

/** "payments-2026-11-01-2026-11-30.csv" */
export function fileName(name: ExportName, days: { from: string; to: string }, format: string): string {
  return `${name}-${days.from}-${days.to}.${format}`;
}

function takesGzip(request: FastifyRequest): boolean {
  const offers = request.headers["accept-encoding"]?.toString() ?? "";
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i.test(offers);
}
