/** A merchant whose unit was onboarded at the simulated tax authority, by the steps that the authority wants. */
import assert from "node:assert/strict";
import { type EventType, payloadVersions } from "#core/event-types.ts";
import { Secret } from "#core/secret/secret.ts";
import { type EInvoiceKind, firstPreviousHash, typeCodes } from "#core/zatca/e-invoice.ts";
import { createFatooraClient } from "#gateways/fatoora/client.ts";
import { issueOwedNotesJob } from "#server/documents/owed-notes.ts";
import type { TaxDocument } from "#server/documents/tax-document-store.ts";
import { toEvent } from "#server/events/event-model.ts";
import { lockOrder } from "#server/orders/order-moves.ts";
import { workAllDue } from "#server/queue/work-queue.ts";
import { issueTaxInvoice } from "#server/tax-documents/numbering.ts";
import { authorityUrl } from "#server/zatca/authority.ts";
import { readCertificate } from "#server/zatca/certificate.ts";
import { certificateRequest } from "#server/zatca/csr.ts";
import { stampEInvoice } from "#server/zatca/envelope.ts";
import { sendTaxUnit } from "#server/zatca/send-tax-unit.ts";
import { readUnitKey } from "#server/zatca/unit-key.ts";
import { certifyUnit, createUnit, moveUnit, type UnitId, unitPurpose } from "#server/zatca/unit-store.ts";
import { setFault, type TestApp } from "./app-harness.ts";
import { payOrder, type TestOrder } from "./document-fixtures.ts";
import { eBuyers, eSeller, oneLineOf } from "./e-invoices.ts";

const otp = new Secret("123345");
const standard = { form: "standard", buyer: eBuyers.company } as const;
const correction = { number: "INV-000007", reason: "إرجاع" };

/**
 * Gives a merchant of a test a unit that stamps, and that the simulated authority knows.
 * @param stopped a unit that gets another certificate and continues
 */
export async function onboardAtSimulator(
  app: TestApp,
  merchantId = app.merchantId,
  stopped?: UnitId,
): Promise<UnitId> {
  const { db, sealing, http, clock, config } = app.services;
  const { unitId } =
    stopped ??
    (await db.kysely
      .transaction()
      .execute((trx) => createUnit(trx, sealing, { merchantId, environment: "sandbox" })));
  const { sealed_key, serial } = await db.kysely
    .selectFrom("egs_units")
    .select(["sealed_key", "serial"])
    .where("id", "=", unitId)
    .executeTakeFirstOrThrow();
  const unit = { merchantId, unitId, serial };
  const key = readUnitKey(sealing.open(sealed_key, unitPurpose("sealed_key", unit.serial)));
  const request = certificateRequest(key, {
    environment: "sandbox",
    commonName: "wasl-1",
    organization: eSeller.name,
    branch: "الرياض",
    vatNumber: eSeller.vatNumber,
    serialNumber: `1-Wasl|2-1|3-${unit.serial}`,
    forms: { standard: true, simplified: true },
    address: "RRRD2929",
    businessCategory: "Retail",
  });
  const client = createFatooraClient({ http, clock, baseUrl: authorityUrl(config, "sandbox") });
  const asked = await client.complianceCsid({ request, otp });
  assert.ok(asked.kind === "issued", JSON.stringify(asked));
  const stamp = { key, certificate: readCertificate(asked.csid.certificate) };
  for (const form of [{}, standard])
    for (const kind of Object.keys(typeCodes) as EInvoiceKind[]) {
      const chain = { counter: 1, previousHash: firstPreviousHash };
      const about = { kind, correction: kind === "tax_invoice" ? null : correction };
      const invoice = { ...oneLineOf(crypto.randomUUID()), ...chain, ...form, ...about };
      const { hash, xml } = stampEInvoice(invoice, stamp, invoice.issuedAt);
      const checked = await client.checkCompliance({ uuid: invoice.uuid, hash, xml }, asked.csid);
      assert.equal(checked.kind, "accepted", JSON.stringify(checked));
    }
  const issued = await client.productionCsid(asked.csid.requestId, asked.csid);
  assert.ok(issued.kind === "issued", JSON.stringify(issued));
  const { certificate, token, secret } = issued.csid;
  await db.kysely.transaction().execute(async (trx) => {
    const credentials = { token, secret: secret.reveal() };
    await certifyUnit(trx, sealing, { ...unit, certificate, credentials });
    await moveUnit(trx, unit, "active");
  });
  return { merchantId, unitId };
}

/** Switches a fault of the simulated authority on, for the next `times` requests. */
export async function authorityFault(app: TestApp, fault: string, times = 1): Promise<void> {
  await setFault(app, { simulator: "fatoora", fault, times });
}

/** Does what the queue has to send now, and issues the credit notes that waited for it. */
export async function sendAll({ services }: Pick<TestApp, "services">): Promise<number> {
  return await workAllDue(services, { tax_unit: sendTaxUnit, owed_notes: issueOwedNotesJob });
}

/** Pays an order and issues its invoice in one transaction, as settling does. */
export async function settle(app: TestApp, order: TestOrder): Promise<TaxDocument> {
  const at = new Date(app.clock.now());
  const { sealing, db } = app.services;
  return await db.kysely.transaction().execute(async (trx) => {
    await lockOrder(trx, order.id);
    await payOrder(trx, order, { at });
    const invoice = await issueTaxInvoice(trx, { orderId: order.id, at, sealing });
    assert.ok(invoice);
    return invoice;
  });
}

/** A unit's tries, in order of the chain. */
export async function triesOf(app: TestApp, { unitId }: UnitId) {
  return await app.db.kysely
    .selectFrom("tax_submission_tries as t")
    .innerJoin("tax_submissions as s", "s.document_id", "t.document_id")
    .selectAll("t")
    .select("s.icv")
    .where("s.unit_id", "=", unitId)
    .orderBy("s.icv")
    .orderBy("t.sequence")
    .execute();
}

/** Events of one type, as the unit's merchant reads them. */
export async function eventsOf(app: TestApp, { merchantId }: UnitId, type: EventType) {
  const rows = await app.db.kysely
    .selectFrom("events")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("type", "=", type)
    .orderBy("id")
    .execute();
  const as = { version: payloadVersions[0], livemode: false };
  return rows.map((row) => toEvent({ ...row, type, public_id: row.public_id ?? "" }, as));
}

/** A unit's documents in order, with how they stand. */
export async function chainOf(app: TestApp, { unitId }: UnitId) {
  return await app.db.kysely
    .selectFrom("tax_submissions as s")
    .innerJoin("tax_envelopes as e", "e.document_id", "s.document_id")
    .innerJoin("tax_documents as d", "d.id", "s.document_id")
    .select([
      "s.document_id",
      "s.icv",
      "s.state",
      "s.way",
      "s.deadline_at",
      "s.alarmed_hours",
      "d.number",
      "d.qr",
    ])
    .select(["e.hash", "e.xml", "e.uuid"])
    .where("s.unit_id", "=", unitId)
    .orderBy("s.icv")
    .execute();
}
