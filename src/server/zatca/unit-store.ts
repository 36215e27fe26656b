/** Stamping units as rows. A merchant is in phase 2 while one of its units stamps. */
import { randomUUID } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { Problem } from "#core/problem.ts";
import { phase2States, type UnitState } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import type { Sealing } from "../secrets/sealing.ts";
import { knownCertificate, readCertificate } from "./certificate.ts";
import type { ZatcaEnvironment } from "./csr.ts";
import type { UnitStamp } from "./envelope.ts";
import { newUnitKey, readUnitKey } from "./unit-key.ts";

type Trx = Transaction<Schema>;

/** What the sealed values of a unit are sealed for. */
export function unitPurpose(column: "sealed_key" | "sealed_credentials", serial: string): string {
  return `egs-unit:${column}:${serial}`;
}

/** Which unit. */
export type UnitId = { readonly merchantId: number; readonly unitId: number };

/** Makes a unit with a key of its own, which never leaves the server; it stamps nothing until it is active. */
export async function createUnit(
  trx: Trx,
  sealing: Sealing,
  of: { readonly merchantId: number; readonly environment: ZatcaEnvironment },
): Promise<UnitId & { readonly serial: string }> {
  const serial = randomUUID();
  const { id } = await trx
    .insertInto("egs_units")
    .values({
      merchant_id: of.merchantId,
      environment: of.environment,
      serial,
      sealed_key: sealing.seal(newUnitKey(), unitPurpose("sealed_key", serial)),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { merchantId: of.merchantId, unitId: id, serial };
}

/** What the authority gives for a request: the certificate's identifier as it wrote it, and the secret beside it. */
export type UnitCredentials = { readonly token: string; readonly secret: string };

/**
 * Gives a unit its certificate.
 * @throws when the certificate is not of the unit's key
 */
export async function certifyUnit(
  trx: Trx,
  sealing: Sealing,
  {
    merchantId,
    unitId,
    certificate,
    credentials,
  }: UnitId & {
    /** DER in base64. */
    readonly certificate: string;
    readonly credentials: UnitCredentials;
  },
): Promise<void> {
  const unit = await trx
    .selectFrom("egs_units")
    .select(["serial", "sealed_key"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", unitId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const read = readCertificate(certificate);
  const key = readUnitKey(sealing.open(unit.sealed_key, unitPurpose("sealed_key", unit.serial)));
  if (!read.isOf(key)) throw new Error(`the certificate is not of the key of unit ${unitId}`);
  await trx
    .updateTable("egs_units")
    .set({
      certificate: read.base64,
      not_after: read.notAfter,
      sealed_credentials: sealing.seal(
        JSON.stringify(credentials),
        unitPurpose("sealed_credentials", unit.serial),
      ),
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", unitId)
    .execute();
}

/** Moves a unit; the database refuses what the table of moves does not have. */
export async function moveUnit(trx: Trx, { merchantId, unitId }: UnitId, to: UnitState): Promise<void> {
  await trx
    .updateTable("egs_units")
    .set({ state: to })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", unitId)
    .execute();
}

/**
 * Whether a merchant is in phase 2.
 * @throws Problem `tax_unit_held` while its unit is held: nothing can be issued by a call now
 */
export async function isInPhase2(trx: Trx, merchantId: number): Promise<boolean> {
  const unit = await trx
    .selectFrom("egs_units")
    .select("state")
    .where("merchant_id", "=", merchantId)
    .where("state", "in", phase2States)
    .executeTakeFirst();
  if (unit?.state === "held") throw new Problem("tax_unit_held");
  return unit !== undefined;
}

/** What of a unit's row is needed to stamp. Who reads it holds the unit's lock until the transaction ends. */
export const stampingColumns = ["id", "serial", "sealed_key", "certificate", "icv", "last_hash"] as const;
export type StampingUnit = Pick<Selectable<Schema["egs_units"]>, (typeof stampingColumns)[number]>;

/** What a locked unit stamps with, and its place in the chain: the next document of it is ours. */
export function openUnit(
  sealing: Sealing,
  { id, serial, sealed_key, certificate, icv, last_hash }: StampingUnit,
): {
  readonly stamp: UnitStamp;
  /** Of the document that comes next. */
  readonly counter: number;
  readonly previousHash: string;
} {
  if (certificate === null) throw new Error(`unit ${id} stamps without a certificate`);
  const key = readUnitKey(sealing.open(sealed_key, unitPurpose("sealed_key", serial)));
  return {
    stamp: { key, certificate: knownCertificate(certificate) },
    counter: icv + 1,
    previousHash: last_hash,
  };
}
