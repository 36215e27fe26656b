/**
 * The job that sends what a unit has stamped: one document after another in the order of its chain, each until the
 * authority has decided it (decision 0080). The same bytes every time, so that a document that was taken and not
 * answered is known when it comes again. Stamping continues meanwhile, whatever happens here.
 */
import { z } from "zod";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import { qrOfXml } from "#core/zatca/cleared-qr.ts";
import { runInTransaction } from "#db/open.ts";
import type { ClearResult, ReportResult } from "#gateways/fatoora/answer.ts";
import { createFatooraClient } from "#gateways/fatoora/client.ts";
import { hurryOwedNotes } from "../documents/owed-notes.ts";
import type { JobHandler, JobResult } from "../queue/job-handler.ts";
import type { Services } from "../services.ts";
import { authorityUrl } from "./authority.ts";
import { stopUnit } from "./stop-unit.ts";
import { insertDocumentEvent } from "./submission-events.ts";
import {
  type ClaimedDocument,
  type ClearedFile,
  claimNext,
  endClaim,
  endTry,
  type NextState,
  rejectionsInARow,
  type TryResult,
} from "./submission-store.ts";
import { endIdleJob } from "./tax-unit-queue.ts";
import { unitPurpose } from "./unit-store.ts";

/** After so many rejections in a row the fault is the unit's, not the documents'. */
const mostRejectionsInARow = 5;

/** The handler of `tax_unit`. */
export const sendTaxUnit: JobHandler = {
  leaseMs: timing.taxLeaseMs,
  perLane: 1,
  // The same bytes twice are one document to the authority, and the database takes the answer of the last claim alone.
  isResumed: true,
  run: async (services, job) => {
    const { db, clock } = services;
    const unit = { merchantId: job.merchant_id, unitId: Number(job.payload["unitId"]) };
    const now = new Date(clock.now());
    const document = await runInTransaction(db.kysely, (trx) =>
      claimNext(trx, unit, { lease: job.lease, now }),
    );
    if (document) return again(await sendOne(services, document));
    const isOver = await runInTransaction(db.kysely, (trx) => endIdleJob(trx, unit, job));
    return isOver ? { kind: "done", lane: "unknown" } : again({ afterMs: 0, why: "" });
  },
  afterError: (_services, _job, why) => again({ afterMs: timing.taxRetriesMs[2], why }),
};

/** The lane has pauses of its own: the queue's count of failures would add to them. */
function again(next: { readonly afterMs: number; readonly why: string }): JobResult {
  return { kind: "retry", ...next, lane: "unknown" };
}

type Pause = { readonly afterMs: number; readonly why: string };

const next: Pause = { afterMs: 0, why: "" };

/** Sends a claimed document once, and stores the result. */
async function sendOne(services: Services, document: ClaimedDocument): Promise<Pause> {
  const { answer, status } = await ask(services, document);
  const verdict = judge(document, answer);
  const now = new Date(services.clock.now());
  await runInTransaction(services.db.kysely, async (trx) => {
    // The unit before its documents, as stamping locks them.
    if (verdict.stops) await stopUnit(services, trx, document, verdict.stops);
    await endTry(trx, document, { ...verdict.tried, status }, now);
    const isOurs = await endClaim(trx, document, verdict.next, now);
    if (isOurs && verdict.tells) await insertDocumentEvent(trx, document, verdict.tells, verdict.tried);
    if (isOurs && document.kind === "tax_invoice" && verdict.next.state === "accepted")
      await hurryOwedNotes(trx, document, now);
  });
  const { merchantId, number } = document;
  if (verdict.tried.outcome === "rejected") {
    const codes = verdict.tried.errors.map(({ code }) => code).join(" ");
    services.log.error("security.tax_document_rejected", { merchantId, number, codes });
    await stopAfterRejections(services, document);
  }
  return verdict.pause;
}

const storedCredentials = z.strictObject({ token: z.string(), secret: z.string() });

async function ask(
  services: Services,
  { sent, way, unit }: ClaimedDocument,
): Promise<{ readonly answer: ReportResult | ClearResult; readonly status: number | null }> {
  const { http, clock, config, sealing } = services;
  const { serial, sealedCredentials, environment } = unit;
  const { token, secret } = storedCredentials.parse(
    JSON.parse(sealing.open(sealedCredentials, unitPurpose("sealed_credentials", serial))),
  );
  let status: number | null = null;
  const client = createFatooraClient({
    clock,
    baseUrl: authorityUrl(config, environment),
    http: async (request) => {
      const result = await http(request);
      status = result.kind === "answer" ? result.status : null;
      return result;
    },
  });
  const as = { token, secret: new Secret(secret) };
  const answer = await (way === "report" ? client.report(sent, as) : client.clear(sent, as));
  return { answer, status };
}

type Verdict = {
  readonly tried: Omit<TryResult, "status">;
  readonly next: NextState;
  readonly pause: Pause;
  readonly tells?: Parameters<typeof insertDocumentEvent>[2];
  readonly stops?: "certificate_refused";
};

/** What an answer means for the document, and when the unit continues. */
function judge(document: ClaimedDocument, answer: ReportResult | ClearResult): Verdict {
  const { way, sequence, issuedAt } = document;
  const tried = { outcome: answer.kind, detail: null, errors: [], warnings: [] };
  const growing = timing.taxRetriesMs[Math.min(sequence, timing.taxRetriesMs.length) - 1] ?? 0;
  const later = (why: string): Pause => ({ afterMs: growing, why });
  switch (answer.kind) {
    case "accepted":
    case "already": {
      const cleared = way === "report" ? null : clearedFile(document, answer);
      const warnings = answer.kind === "accepted" ? answer.warnings : [];
      if (way === "clear" && cleared === null) {
        const detail = "cleared, without this document's file or its QR code";
        const unread = { ...tried, outcome: "unknown", warnings, detail } as const;
        return { tried: unread, next: { state: "unknown" }, pause: later(detail) };
      }
      return {
        tried: { ...tried, warnings },
        next: { state: "accepted", cleared },
        pause: next,
        tells: way === "report" ? "tax_document.reported" : "tax_document.cleared",
      };
    }
    case "reported_instead": {
      const deadlineAt = new Date(issuedAt.getTime() + timing.taxReportWithinMs);
      return { tried, next: { state: "due", way: "report", deadlineAt }, pause: next };
    }
    case "rejected": {
      const { errors, warnings } = answer;
      return {
        tried: { ...tried, errors, warnings },
        next: { state: "rejected" },
        pause: next,
        tells: "tax_document.rejected",
      };
    }
    case "unauthorised":
      return { tried, next: { state: "due" }, pause: next, stops: "certificate_refused" };
    case "busy": {
      const afterMs = Math.min(answer.retryAfterMs ?? growing, timing.longestTaxPauseMs);
      return { tried, next: { state: "due" }, pause: { afterMs, why: "busy" } };
    }
    case "not_sent":
    case "unknown": {
      const state = answer.kind === "unknown" ? "unknown" : "due";
      return { tried: { ...tried, detail: answer.why }, next: { state }, pause: later(answer.why) };
    }
  }
}

/** The cleared file, when it is of this document and has its QR code. */
function clearedFile({ sent }: ClaimedDocument, answer: object): ClearedFile | null {
  const xml = "clearedXml" in answer && typeof answer.clearedXml === "string" ? answer.clearedXml : "";
  const qr = qrOfXml(xml);
  return qr !== null && xml.includes(sent.uuid) ? { xml, qr } : null;
}

/** Rejected documents need others in their place: many in a row are stopped before there are more. */
async function stopAfterRejections(services: Services, document: ClaimedDocument): Promise<void> {
  await runInTransaction(services.db.kysely, async (trx) => {
    const rejected = await rejectionsInARow(trx, document, mostRejectionsInARow);
    if (rejected >= mostRejectionsInARow) await stopUnit(services, trx, document, "rejected_in_a_row");
  });
}
