/** The answers of the simulated authority, in the shapes of its documents. */
import { Buffer } from "node:buffer";
import type { Answer } from "#sim/exchange.ts";
import type { Finding } from "./findings.ts";
import type { Csid } from "./units.ts";

const list = (type: "ERROR" | "WARNING", findings: readonly Finding[]) =>
  findings.map(({ code, message }) => ({ type, code, category: "SIMULATOR", message, status: type }));

export type Way = "report" | "clear";

/** The answer to a document: 200, 202, 208, 400 or 409 with the body that belongs to it. */
export function documentReply(
  status: 200 | 202 | 208 | 400 | 409,
  way: Way,
  parts: {
    readonly errors?: readonly Finding[];
    readonly warnings?: readonly Finding[];
    readonly clearedXml?: string | null;
  } = {},
): Answer {
  const { errors = [], warnings = [], clearedXml = null } = parts;
  const isTaken = status < 300;
  const verdict = isTaken ? (warnings.length > 0 ? "WARNING" : "PASS") : "ERROR";
  return {
    status,
    body: {
      validationResults: {
        // One object, not a list: so the real one answers at times.
        infoMessages: {
          type: "INFO",
          code: "XSD_ZATCA_VALID",
          category: "XSD validation",
          message: "Complied with UBL 2.1 standards",
          status: "PASS",
        },
        warningMessages: list("WARNING", warnings),
        errorMessages: list("ERROR", errors),
        status: verdict,
      },
      ...(way === "report"
        ? { reportingStatus: isTaken ? "REPORTED" : "NOT_REPORTED" }
        : {
            clearanceStatus: isTaken ? "CLEARED" : "NOT_CLEARED",
            clearedInvoice: clearedXml === null ? null : Buffer.from(clearedXml, "utf8").toString("base64"),
          }),
    },
    note: [way, ...errors.map(({ code }) => code)].join(" "),
  };
}

/** A certificate that was issued. */
export function csidReply({ requestId, token, secret, use, unit }: Csid): Answer {
  return {
    status: 200,
    body: {
      requestID: Number(requestId),
      dispositionMessage: "ISSUED",
      binarySecurityToken: token,
      secret,
      errors: null,
    },
    note: `${use} certificate for ${unit}`,
  };
}

/** A request for a certificate that is not carried out. */
export function csidRefusal(code: string, message: string): Answer {
  return { status: 400, body: { errors: [{ code, message }] }, note: code };
}

export const unauthorised: Answer = {
  status: 401,
  body: { timestamp: 0, status: 401, error: "Unauthorized", message: "" },
  note: "unknown or revoked certificate",
};

export const tooMany: Answer = {
  status: 429,
  headers: { "retry-after": "7" },
  body: { httpCode: "429", httpMessage: "Too Many Requests", moreInformation: "Rate limit exceeded" },
  note: "too many requests",
};

/** The answer of a broken (500) or busy (503) authority. */
export function outage(status: 500 | 503): Answer {
  return {
    status,
    body:
      status === 500
        ? {
            category: "HTTP-Errors",
            code: "500",
            message: "Something went wrong and caused an Internal Server Error.",
          }
        : "<html><body>Service Unavailable</body></html>",
    ...(status === 503 && { contentType: "text/html" }),
  };
}
