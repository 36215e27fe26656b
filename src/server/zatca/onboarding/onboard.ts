/**
 * Leads a unit to its certificate: request, compliance certificate, the documents of the compliance check, production
 * certificate. Each step is kept when it is done, and none is repeated that is: the next call continues. What the
 * network or the authority do ends in an OnboardingRefusal that says what to do.
 */
import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Clock } from "#core/ports.ts";
import type { Secret } from "#core/secret/secret.ts";
import { riyadhTimestamp } from "#core/tax/tax-qr.ts";
import { complianceDocuments } from "#core/zatca/compliance-documents.ts";
import { firstPreviousHash } from "#core/zatca/e-invoice.ts";
import type { Schema } from "#db/schema.ts";
import type { Csid, CsidResult } from "#gateways/fatoora/answer.ts";
import type { FatooraClient } from "#gateways/fatoora/client.ts";
import type { Sealing } from "../../secrets/sealing.ts";
import { readCertificate } from "../certificate.ts";
import { stampEInvoice } from "../envelope.ts";
import {
  type Application,
  findApplication,
  installCertificate,
  keepCompliance,
  keepProof,
  keyOf,
  readUnitCredentials,
} from "./application-store.ts";
import { readSeller } from "./begin.ts";
import { whyNoCertificate, whyNotTaken } from "./refusal-texts.ts";

export type OnboardingParts = {
  readonly db: Kysely<Schema>;
  /** Runs a change in a transaction of its own. */
  readonly commit: <T>(work: (trx: Transaction<Schema>) => Promise<T>) => Promise<T>;
  readonly sealing: Sealing;
  /** Of the unit's environment. */
  readonly client: FatooraClient;
  readonly clock: Pick<Clock, "now">;
  /** Tells of each step when it is done. */
  readonly say: (line: string) => void;
};

/** The authority's portal makes it; it is valid for an hour, and once. */
export type Otp = Secret;

/**
 * Continues with an application until its certificate is issued.
 * @param goesByRenewal asks with the unit's certificate for the next one; without, as for a unit that is new
 * @throws OnboardingRefusal
 */
export async function leadToCertificate(
  parts: OnboardingParts,
  begun: Application,
  { otp, goesByRenewal }: { readonly otp: Otp; readonly goesByRenewal: boolean },
): Promise<void> {
  let application = begun;
  while (application.state !== "issued") {
    if (application.state === "asked") await askCertificate(parts, application, { otp, goesByRenewal });
    else if (application.state === "certified") await prove(parts, application);
    else await askProduction(parts, application);
    const next = await findApplication(parts.db, parts.sealing, begun.unit);
    if (!next) throw new Error(`unit ${begun.unit.unitId} has no application`);
    application = next;
  }
}

async function askCertificate(
  parts: OnboardingParts,
  application: Application,
  { otp, goesByRenewal }: { readonly otp: Otp; readonly goesByRenewal: boolean },
): Promise<void> {
  const { client, commit, sealing, say } = parts;
  const { request } = application;
  const result = goesByRenewal
    ? await client.renewCsid({ request, otp }, await readUnitCredentials(parts.db, sealing, application.unit))
    : await client.complianceCsid({ request, otp });
  if (goesByRenewal && result.kind === "issued") return await install(parts, application, result.csid);
  const csid = result.kind === "compliance_needed" ? result.csid : issued(result, "the certificate");
  await commit((trx) => keepCompliance(trx, sealing, application, csid));
  say(
    result.kind === "compliance_needed"
      ? "Renewal: the authority wants the documents of the compliance check once more."
      : "Compliance certificate: issued.",
  );
}

/** Makes the six documents, one chain of their own, and has each checked. */
async function prove(parts: OnboardingParts, application: Application): Promise<void> {
  const { client, commit, sealing, clock, say } = parts;
  const { compliance, unit } = application;
  if (compliance === null) throw new Error(`unit ${unit.unitId} has no compliance certificate`);
  const { seller, vatNumber } = await readSeller(parts.db, unit.merchantId);
  const stamp = { key: keyOf(application, sealing), certificate: readCertificate(compliance.certificate) };
  const issuedAt = riyadhTimestamp(clock.now());
  const named = {
    name: seller.legalName ?? "",
    vatNumber,
    identification: seller.identification,
    address: seller.nationalAddress,
  };
  let previousHash: string = firstPreviousHash;
  for (const [index, document] of complianceDocuments(named, issuedAt).entries()) {
    const invoice = { ...document, uuid: randomUUID(), counter: index + 1, previousHash };
    const { hash, xml } = stampEInvoice(invoice, stamp, issuedAt);
    previousHash = hash;
    const what = `${document.form} ${document.kind.replace("_", " ")}`;
    const result = await client.checkCompliance({ uuid: invoice.uuid, hash, xml }, compliance.credentials);
    if (result.kind !== "accepted") throw whyNotTaken(what, result);
    const warnings = result.warnings.map(({ code, text }) => `\n    warning ${code} ${text}`).join("");
    say(`Compliance check: ${what} accepted.${warnings}`);
  }
  await commit((trx) => keepProof(trx, application));
}

async function askProduction(parts: OnboardingParts, application: Application): Promise<void> {
  const { compliance, unit } = application;
  if (compliance === null) throw new Error(`unit ${unit.unitId} has no compliance certificate`);
  const result = await parts.client.productionCsid(compliance.requestId, compliance.credentials);
  await install(parts, application, issued(result, "the production certificate"));
}

async function install(parts: OnboardingParts, application: Application, csid: Csid): Promise<void> {
  await parts.commit((trx) => installCertificate(trx, parts.sealing, application, csid));
  const until = readCertificate(csid.certificate).notAfter.toISOString().slice(0, 10);
  parts.say(`Production certificate: issued, valid until ${until}.`);
}

function issued(result: CsidResult, what: string): Csid {
  if (result.kind === "issued") return result.csid;
  throw whyNoCertificate(what, result);
}
