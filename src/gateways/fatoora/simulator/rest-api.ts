/** The six operations of the simulated authority. */
import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { strictParse } from "#sim/strict.ts";
import { readRequest } from "./certificates.ts";
import { clearedXml, type ReadDocument, readDocument } from "./document.ts";
import { type Finding, findingsIn, findingsInChain, isSimplified } from "./findings.ts";
import { csidRefusal, csidReply, documentReply, outage, tooMany, unauthorised, type Way } from "./replies.ts";
import type { Csid, Units } from "./units.ts";

/** Documents of a thousand lines, in base64. */
const bodyLimitBytes = 16 * 1024 * 1024;

/** How long a document that comes again is known as such. */
const knownForMs = 24 * 60 * 60_000;

const requestSchema = z.strictObject({ csr: z.base64().min(1) });
const productionSchema = z.strictObject({ compliance_request_id: z.string().min(1) });
const documentSchema = z.strictObject({
  invoiceHash: z.string().min(1),
  uuid: z.string().min(1),
  invoice: z.base64().min(1),
});

type Work = (request: FastifyRequest, call: Call) => Answer;

/** Adds the routes. */
export function registerOperations(app: FastifyInstance, tools: SimulatorTools, units: Units): void {
  const add = (method: "POST" | "PATCH", path: string, operation: string, work: Work): void => {
    app.route({
      method,
      url: path,
      bodyLimit: bodyLimitBytes,
      handler: (request, reply) =>
        tools.serve({
          request,
          reply,
          operation,
          outage,
          work: (call) => {
            if (request.headers["accept-version"] !== "V2")
              return { status: 406, body: { code: "406", message: "This Version is not supported" } };
            return call.hasFault("status_429") ? tooMany : work(request, call);
          },
        }),
    });
  };
  add("POST", "/compliance", "COMPLIANCE_CSID", (request) => certify(units, request, "compliance"));
  add("POST", "/compliance/invoices", "COMPLIANCE_CHECK", (request, call) => check(units, request, call));
  add("POST", "/production/csids", "PRODUCTION_CSID", (request) => promote(units, request));
  add("PATCH", "/production/csids", "RENEWAL", (request, call) => {
    const csid = units.authenticated(request.headers.authorization, "production");
    if (csid === null) return unauthorised;
    if (!call.hasFault("compliance_again")) return certify(units, request, "production");
    // With the certificate to prove it with: its documents, then the production certificate.
    const again = certify(units, request, "compliance");
    return again.status === 200 ? { ...again, status: 428, note: "prove it again" } : again;
  });
  for (const way of ["report", "clear"] as const)
    add(
      "POST",
      `/invoices/${way === "report" ? "reporting" : "clearance"}/single`,
      way.toUpperCase(),
      (request, call) => take({ units, now: tools.clock.now() }, { request, call, way }),
    );
}

/** Codes of the portal that it does not take: one that was never made, and one that has ended. */
export const refusedOtps: Readonly<Record<string, string>> = {
  "111111": "The provided OTP is invalid",
  "222222": "The provided OTP has expired",
};

function certify(units: Units, request: FastifyRequest, use: Csid["use"]): Answer {
  const otp = String(request.headers.otp ?? "");
  if (!/^\d{6}$/.test(otp))
    return {
      status: 400,
      body: { errorCode: "Missing-OTP", errorCategory: "OTP", errorMessage: "OTP is required field" },
      note: "Missing-OTP",
    };
  const refusal = refusedOtps[otp];
  if (refusal !== undefined) return csidRefusal("Invalid-OTP", refusal);
  const body = strictParse(requestSchema, request.body);
  const asked = body.ok ? readRequest(body.value.csr) : null;
  if (asked === null) return csidRefusal("Invalid-CSR", "The provided CSR is invalid");
  return csidReply(units.issue(asked, use));
}

/** The documents that a certificate must prove: three kinds of every form that it is for. */
function wantedOf({ forms }: Csid): string[] {
  return [...(forms[0] === "1" ? ["standard"] : []), ...(forms[1] === "1" ? ["simplified"] : [])].flatMap(
    (form) => ["388", "381", "383"].map((kind) => `${form} ${kind}`),
  );
}

function promote(units: Units, request: FastifyRequest): Answer {
  const csid = units.authenticated(request.headers.authorization, "compliance");
  if (csid === null) return unauthorised;
  const body = strictParse(productionSchema, request.body);
  if (!body.ok || body.value.compliance_request_id !== csid.requestId)
    return {
      status: 400,
      body: { code: "Invalid-RequestID", message: "unknown request" },
      note: "Invalid-RequestID",
    };
  const missing = wantedOf(csid).filter((kind) => !csid.proven.includes(kind));
  if (missing.length > 0)
    return {
      status: 400,
      body: { code: "Missing-ComplianceSteps", message: `Compliance steps missing: ${missing.join(", ")}` },
      note: "Missing-ComplianceSteps",
    };
  const { vatNumber, forms } = csid;
  const subject = Buffer.from(csid.subject, "base64");
  const publicKey = Buffer.from(csid.publicKey, "base64");
  const serial = csid.unit.slice(vatNumber.length + 1);
  return csidReply(units.issue({ serial, vatNumber, forms, subject, publicKey }, "production"));
}

type Received = { readonly document: ReadDocument; readonly xml: string; readonly findings: Finding[] };

/** A document with what is wrong in the file itself; or the answer to what is no document at all. */
function receive(units: Units, csid: Csid, body: unknown): Received | Answer {
  const parsed = strictParse(documentSchema, body);
  if (!parsed.ok)
    return { status: 400, body: { status: 400, error: "Bad Request", message: parsed.failure.field } };
  const xml = Buffer.from(parsed.value.invoice, "base64").toString("utf8");
  const document = readDocument(xml);
  if (document === null)
    return documentReply(400, "report", { errors: [{ code: "SAXParseException", message: "not XML" }] });
  const echoed = { uuid: parsed.value.uuid, hash: parsed.value.invoiceHash };
  const certificates = units.certificatesOf(csid.unit);
  return {
    document,
    xml,
    findings: findingsIn(document, echoed, { vatNumber: csid.vatNumber, certificates }),
  };
}

function check(units: Units, request: FastifyRequest, call: Call): Answer {
  const csid = units.authenticated(request.headers.authorization, "compliance");
  if (csid === null) return unauthorised;
  const received = receive(units, csid, request.body);
  if ("status" in received) return received;
  const { document, xml, findings } = received;
  const way = isSimplified(document) ? "report" : "clear";
  if (call.hasFault("reject")) findings.push(ruled);
  if (findings.length > 0) return documentReply(400, way, { errors: findings });
  units.prove(csid, `${way === "report" ? "simplified" : "standard"} ${document.kind}`);
  return documentReply(200, way, { clearedXml: way === "clear" ? clearedXml(xml, document) : null });
}

function take(
  { units, now }: { readonly units: Units; readonly now: number },
  { request, call, way }: { readonly request: FastifyRequest; readonly call: Call; readonly way: Way },
): Answer {
  const csid = units.authenticated(request.headers.authorization, "production");
  if (csid === null) return unauthorised;
  if (call.hasFault("revoke")) {
    units.revoke(csid);
    return unauthorised;
  }
  if (request.headers["clearance-status"] !== (way === "report" ? "0" : "1"))
    return { status: 400, body: { status: 400, error: "Bad Request", message: "Clearance-Status" } };
  const received = receive(units, csid, request.body);
  if ("status" in received) return received;
  const { document, xml, findings } = received;
  const hash = document.hash.toString("base64");
  const before = units.takenBefore(csid.unit, hash);
  if (before?.outcome === "accepted" && now - before.at < knownForMs)
    return way === "report" ? documentReply(409, way) : documentReply(208, way, before);
  if (before?.outcome === "rejected") return documentReply(400, way, before);
  const errors = [
    ...findings,
    ...(before ? [] : findingsInChain(document, units.chainOf(csid.unit))),
    ...(isSimplified(document) || way === "clear" || before ? [] : [wrongWay]),
    ...(isSimplified(document) && way === "clear" ? [wrongWay] : []),
  ];
  if (errors.length > 0) return documentReply(400, way, { errors });
  const place = { counter: Number(document.counter), hash };
  if (way === "clear" && call.hasFault("clearance_off")) {
    units.take(csid.unit, place, { outcome: "sent_back", errors: [], clearedXml: null });
    return { status: 303, body: { message: "Clearance is switched off" }, note: "report it instead" };
  }
  if (call.hasFault("reject")) {
    units.take(csid.unit, place, { outcome: "rejected", errors: [ruled], clearedXml: null });
    return documentReply(400, way, { errors: [ruled] });
  }
  const cleared = way === "clear" ? clearedXml(xml, document) : null;
  units.take(csid.unit, place, { outcome: "accepted", errors: [], clearedXml: cleared });
  const hasWarning = call.hasFault("warn");
  const isSwapped = call.hasFault("cleared_file_swapped");
  return documentReply(hasWarning ? 202 : 200, way, {
    warnings: hasWarning ? [ruled] : [],
    clearedXml: isSwapped && cleared ? cleared.replaceAll(document.uuid, randomUUID()) : cleared,
  });
}

const wrongWay: Finding = { code: "invalid-form", message: "simplified is reported, standard is cleared" };
const ruled: Finding = { code: "BR-KSA-98", message: "called for by a fault of the simulator" };
