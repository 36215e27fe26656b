/** Certificates for units in tests, as the tax authority's portal would issue them. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Kysely } from "kysely";
import { bits, context, element, integer, oid, sequence, set, utf8 } from "#core/zatca/der.ts";
import type { Schema } from "#db/schema.ts";
import type { Sealing } from "#server/secrets/sealing.ts";
import { readCertificate } from "#server/zatca/certificate.ts";
import type { UnitStamp } from "#server/zatca/envelope.ts";
import { newUnitKey, readUnitKey } from "#server/zatca/unit-key.ts";
import { certifyUnit, createUnit, moveUnit, type UnitId, unitPurpose } from "#server/zatca/unit-store.ts";

const authority = generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey;

/** A certificate for a key, DER in base64, valid until 2031. */
export function certify(key: KeyObject, commonName = "unit-1"): string {
  const algorithm = sequence(oid("1.2.840.10045.4.3.2"));
  const named = (type: string, value: string) => set(sequence(oid(type), utf8(value)));
  const time = (text: string) => element(0x17, Buffer.from(text));
  const content = sequence(
    context(0, integer(Uint8Array.of(2))),
    integer(Uint8Array.from([0x9f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])),
    algorithm,
    sequence(
      named("0.9.2342.19200300.100.1.25", "local"),
      named("0.9.2342.19200300.100.1.25", "gov"),
      named("2.5.4.3", "TEST-CA"),
    ),
    sequence(time("260101000000Z"), time("310101000000Z")),
    sequence(named("2.5.4.6", "SA"), named("2.5.4.3", commonName)),
    createPublicKey(key).export({ type: "spki", format: "der" }),
  );
  const certificate = sequence(content, algorithm, bits(sign("sha256", content, authority)));
  return Buffer.from(certificate).toString("base64");
}

/** A new unit's key with its certificate. */
export function newUnitStamp(): UnitStamp & { readonly pem: string } {
  const pem = newUnitKey();
  const key = readUnitKey(pem);
  return { pem, key, certificate: readCertificate(certify(key)) };
}

/** Puts a merchant into phase 2: a unit of its own that stamps. */
export async function startPhase2(db: Kysely<Schema>, sealing: Sealing, merchantId: number): Promise<UnitId> {
  return await db.transaction().execute(async (trx) => {
    const unit = await createUnit(trx, sealing, { merchantId, environment: "sandbox" });
    const { sealed_key } = await trx
      .selectFrom("egs_units")
      .select("sealed_key")
      .where("id", "=", unit.unitId)
      .executeTakeFirstOrThrow();
    const key = readUnitKey(sealing.open(sealed_key, unitPurpose("sealed_key", unit.serial)));
    const certificate = certify(key);
    const credentials = { token: Buffer.from(certificate).toString("base64"), secret: "of the unit" };
    await certifyUnit(trx, sealing, { ...unit, certificate, credentials });
    await moveUnit(trx, unit, "active");
    return { merchantId, unitId: unit.unitId };
  });
}

/** What the authority's acceptance writes: of everything that a unit has stamped and not sent, in the order of its chain. */
export async function acceptAll(db: Kysely<Schema>, { merchantId, unitId }: UnitId): Promise<void> {
  const open = await db
    .selectFrom("tax_submissions")
    .select(["document_id", "way"])
    .where("merchant_id", "=", merchantId)
    .where("unit_id", "=", unitId)
    .where("state", "=", "due")
    .orderBy("icv")
    .execute();
  for (const { document_id, way } of open) {
    const submission = db
      .updateTable("tax_submissions")
      .where("merchant_id", "=", merchantId)
      .where("document_id", "=", document_id);
    await submission.set({ state: "in_flight", lease: "of the test" }).execute();
    if (way === "clear") {
      const cleared = { cleared_at: new Date(), xml: "<x/>", qr: "AQ==" };
      await db
        .insertInto("tax_clearances")
        .values({ merchant_id: merchantId, document_id, ...cleared })
        .execute();
    }
    await submission.set({ state: "accepted", lease: null }).execute();
  }
}

/**
 * What the authority's rejection writes: of the first document that a unit has stamped and not sent.
 * @returns its number
 */
export async function rejectNext(db: Kysely<Schema>, { merchantId, unitId }: UnitId): Promise<string> {
  const { document_id, number } = await db
    .selectFrom("tax_submissions as s")
    .innerJoin("tax_documents as d", "d.id", "s.document_id")
    .select(["s.document_id", "d.number"])
    .where("s.merchant_id", "=", merchantId)
    .where("s.unit_id", "=", unitId)
    .where("s.state", "=", "due")
    .orderBy("s.icv")
    .executeTakeFirstOrThrow();
  const submission = db
    .updateTable("tax_submissions")
    .where("merchant_id", "=", merchantId)
    .where("document_id", "=", document_id);
  await submission.set({ state: "in_flight", lease: "of the test" }).execute();
  await submission.set({ state: "rejected", lease: null }).execute();
  return number;
}
