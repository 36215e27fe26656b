/**
 * The tax authority's interface for stamped documents (FATOORA, e-invoicing API V2): certificates of units, the check of
 * compliance, reports and clearances. Certificates' secrets go into the Authorization header here and nowhere else.
 */
import { Buffer } from "node:buffer";
import type { Clock, Http, HttpRequest, HttpResult } from "#core/ports.ts";
import type { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import {
  type CheckResult,
  type ClearResult,
  type CsidResult,
  type ReportResult,
  readCheck,
  readClearance,
  readCsid,
  readReport,
} from "./answer.ts";

/** The authority's three systems, each with an address of its own. */
export const authorityUrls = {
  sandbox: "https://gw-fatoora.zatca.gov.sa/e-invoicing/developer-portal",
  simulation: "https://gw-fatoora.zatca.gov.sa/e-invoicing/simulation",
  production: "https://gw-fatoora.zatca.gov.sa/e-invoicing/core",
} as const;

export type FatooraSettings = {
  readonly http: Http;
  readonly clock: Pick<Clock, "now">;
  /** Of one of the authority's systems, without a final slash. */
  readonly baseUrl: string;
};

/** A certificate's identifier as the authority wrote it, and the secret beside it. */
export type CsidCredentials = { readonly token: string; readonly secret: Secret };

/** A stamped document, to be sent as it is. */
export type SentDocument = {
  readonly uuid: string;
  /** base64. */
  readonly hash: string;
  /** The file, byte for byte. */
  readonly xml: string;
};

export type FatooraClient = {
  /**
   * Asks for a certificate that may prove documents of a unit and nothing else.
   * @param of the request in PEM, and the code that the merchant has made in the authority's portal
   */
  readonly complianceCsid: (of: { readonly request: string; readonly otp: Secret }) => Promise<CsidResult>;
  /** Has a document checked before onboarding, with the certificate for that. It counts for nothing else. */
  readonly checkCompliance: (document: SentDocument, as: CsidCredentials) => Promise<CheckResult>;
  /** Asks for the certificate that reports and clears, when all documents are proven. */
  readonly productionCsid: (requestId: string, as: CsidCredentials) => Promise<CsidResult>;
  /** Asks for the certificate's successor, with a new request and a new code of the portal. */
  readonly renewCsid: (
    of: { readonly request: string; readonly otp: Secret },
    as: CsidCredentials,
  ) => Promise<CsidResult>;
  /** Reports a simplified document; or a standard one while clearance is switched off. */
  readonly report: (document: SentDocument, as: CsidCredentials) => Promise<ReportResult>;
  /** Has a standard document cleared: until then it may not be handed out. */
  readonly clear: (document: SentDocument, as: CsidCredentials) => Promise<ClearResult>;
};

/** A cleared document of a thousand lines fits in. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** Builds the client of one of the authority's systems. No operation throws for what the network or the authority do. */
export function createFatooraClient({ http, clock, baseUrl }: FatooraSettings): FatooraClient {
  const send = async (
    path: string,
    body: object,
    headers: Readonly<Record<string, string>>,
    method: HttpRequest["method"] = "POST",
  ): Promise<HttpResult> =>
    await http({
      method,
      url: `${baseUrl}${path}`,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "accept-language": "ar",
        "accept-version": "V2",
        ...headers,
      },
      body: JSON.stringify(body),
      timeoutMs: timing.taxAuthorityTimeoutMs,
      maxBytes: maxAnswerBytes,
    });
  return {
    complianceCsid: async ({ request, otp }) =>
      readCsid(await send("/compliance", { csr: base64(request) }, { otp: otp.reveal() }), clock.now()),
    checkCompliance: async (document, as) =>
      readCheck(await send("/compliance/invoices", bodyOf(document), authorization(as)), clock.now()),
    productionCsid: async (requestId, as) =>
      readCsid(
        await send("/production/csids", { compliance_request_id: requestId }, authorization(as)),
        clock.now(),
      ),
    renewCsid: async ({ request, otp }, as) => {
      const headers = { ...authorization(as), otp: otp.reveal() };
      return readCsid(
        await send("/production/csids", { csr: base64(request) }, headers, "PATCH"),
        clock.now(),
      );
    },
    report: async (document, as) => {
      const headers = { ...authorization(as), "clearance-status": "0" };
      return readReport(await send("/invoices/reporting/single", bodyOf(document), headers), clock.now());
    },
    clear: async (document, as) => {
      const headers = { ...authorization(as), "clearance-status": "1" };
      return readClearance(await send("/invoices/clearance/single", bodyOf(document), headers), clock.now());
    },
  };
}

function authorization({ token, secret }: CsidCredentials): { readonly authorization: string } {
  return { authorization: `Basic ${base64(`${token}:${secret.reveal()}`)}` };
}

function bodyOf({ hash, uuid, xml }: SentDocument) {
  return { invoiceHash: hash, uuid, invoice: base64(xml) };
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
