/**
 * From what the network gave to what it means for a document or a certificate. Whatever is not said in a documented
 * shape is `unknown`: the same bytes may be sent again, for the authority knows them by their hash (409, 208).
 */
import type { z } from "zod";
import { parseJson } from "#core/json.ts";
import type { HttpResult } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import { type AuthorityMessage, csidAnswer, csidRefusal, documentAnswer } from "./wire.ts";

/** Nothing is decided about what was sent. */
export type Undecided =
  /** Certificate or secret are not known, or no longer: nothing was looked at. */
  | { readonly kind: "unauthorised" }
  /** Too many requests (429); null when it does not say how long to wait. */
  | { readonly kind: "busy"; readonly retryAfterMs: number | null }
  /** Nothing reached the authority. */
  | { readonly kind: "not_sent"; readonly why: string }
  /** It may have been taken: silence, a failure of the authority, or an answer that no document lists. */
  | { readonly kind: "unknown"; readonly why: string };

export type Rejected = {
  readonly kind: "rejected";
  readonly errors: readonly AuthorityMessage[];
  readonly warnings: readonly AuthorityMessage[];
};

export type ReportResult =
  | { readonly kind: "accepted"; readonly warnings: readonly AuthorityMessage[] }
  /** The same document was reported before (409, whose body says the opposite). */
  | { readonly kind: "already" }
  | Rejected
  | Undecided;

export type ClearResult =
  | {
      readonly kind: "accepted";
      readonly warnings: readonly AuthorityMessage[];
      /** The file with the authority's stamp and QR code: the legal one. */
      readonly clearedXml: string;
    }
  /** The same document was cleared before (208). */
  | { readonly kind: "already"; readonly clearedXml: string }
  /** Clearance is switched off (303): the same document is to be reported. */
  | { readonly kind: "reported_instead" }
  | Rejected
  | Undecided;

/** Documents that prove before onboarding that a unit can make them. */
export type CheckResult =
  | { readonly kind: "accepted"; readonly warnings: readonly AuthorityMessage[] }
  | Rejected
  | Undecided;

export type Csid = {
  /** Of the request, for the next step. */
  readonly requestId: string;
  /** User name of later requests, as the authority wrote it. */
  readonly token: string;
  readonly secret: Secret;
  /** DER in base64. */
  readonly certificate: string;
};

export type CsidResult =
  | { readonly kind: "issued"; readonly csid: Csid }
  | { readonly kind: "refused"; readonly errors: readonly AuthorityMessage[] }
  /** A renewal for which the compliance documents are wanted again (428): the certificate to show them with. */
  | { readonly kind: "compliance_needed"; readonly csid: Csid }
  | Undecided;

/** Reads the answer to a report. */
export function readReport(result: HttpResult, nowMs: number): ReportResult {
  if (result.kind === "answer" && result.status === 409) return { kind: "already" };
  return readDocument(result, nowMs, (body) => body.reportingStatus === "REPORTED" && {});
}

/** Reads the answer to a clearance. */
export function readClearance(result: HttpResult, nowMs: number): ClearResult {
  if (result.kind === "answer" && result.status === 303) return { kind: "reported_instead" };
  const read = readDocument(result, nowMs, (body) => {
    if (body.clearanceStatus !== "CLEARED" || !body.clearedInvoice) return false;
    return { clearedXml: Buffer.from(body.clearedInvoice, "base64").toString("utf8") };
  });
  const isRepeat = result.kind === "answer" && result.status === 208;
  return read.kind === "accepted" && isRepeat ? { kind: "already", clearedXml: read.clearedXml } : read;
}

/** Reads the answer to a document of the compliance check, of either form. */
export function readCheck(result: HttpResult, nowMs: number): CheckResult {
  return readDocument(
    result,
    nowMs,
    (body) => (body.reportingStatus === "REPORTED" || body.clearanceStatus === "CLEARED") && {},
  );
}

/** Reads the answer to a request for a certificate. */
export function readCsid(result: HttpResult, nowMs: number): CsidResult {
  const undecided = readUndecided(result, nowMs);
  if (undecided) return undecided;
  const { status, body: written } = answerOf(result);
  const body = parseJson(written);
  const issued = csidAnswer.safeParse(body);
  if (status === 200 && issued.success) return { kind: "issued", csid: csidOf(issued.data) };
  if (status === 428 && issued.success) return { kind: "compliance_needed", csid: csidOf(issued.data) };
  const refusal = csidRefusal.safeParse(body);
  if (status === 400 && refusal.success) return { kind: "refused", errors: refusal.data };
  return unlisted(status);
}

function csidOf({ requestID, binarySecurityToken, secret }: z.output<typeof csidAnswer>): Csid {
  const certificate = Buffer.from(binarySecurityToken, "base64").toString("latin1");
  return { requestId: requestID, token: binarySecurityToken, secret: new Secret(secret), certificate };
}

type DocumentBody = z.output<typeof documentAnswer>;

/** `acceptedAs` gives what an acceptance is beside its warnings, or false for a body that does not say so. */
function readDocument<T extends object>(
  result: HttpResult,
  nowMs: number,
  acceptedAs: (body: DocumentBody) => T | false,
):
  | ({ readonly kind: "accepted"; readonly warnings: readonly AuthorityMessage[] } & T)
  | Rejected
  | Undecided {
  const undecided = readUndecided(result, nowMs);
  if (undecided) return undecided;
  const { status, body: written } = answerOf(result);
  const body = documentAnswer.safeParse(parseJson(written));
  if (!body.success) return unlisted(status);
  const { errorMessages: errors, warningMessages: warnings } = body.data.validationResults;
  // Without a finding it is not about the document: a wrong request, or a machine on the way.
  if (status === 400 && errors.length > 0) return { kind: "rejected", errors, warnings };
  const accepted = [200, 202, 208].includes(status) && acceptedAs(body.data);
  return accepted ? { kind: "accepted", warnings, ...accepted } : unlisted(status);
}

function readUndecided(result: HttpResult, nowMs: number): Undecided | null {
  if (result.kind === "not_sent") return { kind: "not_sent", why: result.reason };
  if (result.kind === "no_answer") return { kind: "unknown", why: result.reason };
  if (result.status === 401) return { kind: "unauthorised" };
  if (result.status !== 429) return null;
  return { kind: "busy", retryAfterMs: retryAfterMs(result.headers["retry-after"], nowMs) };
}

function answerOf(result: HttpResult): { readonly status: number; readonly body: string } {
  if (result.kind !== "answer") throw new Error("read before as undecided");
  return result;
}

function unlisted(status: number): Undecided {
  return { kind: "unknown", why: `HTTP ${status}` };
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
