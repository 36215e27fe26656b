/** A unit's way to its certificate as a row (`core/zatca/application-state.ts`): each step is kept as soon as it is done. */
import type { KeyObject } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { Secret } from "#core/secret/secret.ts";
import type { ApplicationState } from "#core/zatca/application-state.ts";
import { phase2States, stampingStates } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import type { Csid } from "#gateways/fatoora/answer.ts";
import type { CsidCredentials } from "#gateways/fatoora/client.ts";
import type { Sealing } from "../../secrets/sealing.ts";
import { readCertificate } from "../certificate.ts";
import type { ZatcaEnvironment } from "../csr.ts";
import { closeHeldUnit } from "../hold-unit.ts";
import { readUnitKey } from "../unit-key.ts";
import { certifyUnit, moveUnit, type UnitId, unitPurpose } from "../unit-store.ts";
import { OnboardingRefusal } from "./onboarding-refusal.ts";

type Trx = Transaction<Schema>;

/** What the sealed values of an application are sealed for. */
export function applicationPurpose(
  column: "sealed_key" | "sealed_credentials",
  { merchantId, unitId }: UnitId,
): string {
  return `egs-application:${column}:${merchantId}:${unitId}`;
}

export type Application = {
  readonly unit: UnitId & {
    readonly serial: string;
    readonly environment: ZatcaEnvironment;
  };
  readonly state: ApplicationState;
  /** PEM. */
  readonly request: string;
  /** Sealed; null once it is issued. */
  readonly sealedKey: Buffer | null;
  readonly compliance: {
    readonly requestId: string;
    /** DER in base64. */
    readonly certificate: string;
    readonly credentials: CsidCredentials;
  } | null;
  /** When it came where it is. */
  readonly changedAt: Date;
};

/** The application of a unit, or null when it never had one. */
export async function findApplication(
  db: Kysely<Schema>,
  sealing: Sealing,
  id: UnitId,
): Promise<Application | null> {
  const row = await db
    .selectFrom("egs_applications as a")
    .innerJoin("egs_units as u", (join) =>
      join.onRef("u.merchant_id", "=", "a.merchant_id").onRef("u.id", "=", "a.unit_id"),
    )
    .select(["a.state", "a.request", "a.sealed_key", "a.compliance_request_id", "a.compliance_certificate"])
    .select(["a.sealed_credentials", "a.changed_at", "u.serial", "u.environment"])
    .where("a.merchant_id", "=", id.merchantId)
    .where("a.unit_id", "=", id.unitId)
    .executeTakeFirst();
  if (!row) return null;
  const { compliance_request_id: requestId, compliance_certificate: certificate, sealed_credentials } = row;
  const isCertified = requestId !== null && certificate !== null && sealed_credentials !== null;
  return {
    unit: { ...id, serial: row.serial, environment: row.environment },
    state: row.state,
    request: row.request,
    sealedKey: row.sealed_key,
    compliance: isCertified
      ? {
          requestId,
          certificate,
          credentials: readCredentials(
            sealing.open(sealed_credentials, applicationPurpose("sealed_credentials", id)),
          ),
        }
      : null,
    changedAt: row.changed_at,
  };
}

/** The key of an application that is not over. */
export function keyOf({ unit, sealedKey }: Application, sealing: Sealing): KeyObject {
  if (sealedKey === null) throw new Error(`unit ${unit.unitId} has its certificate, and no key beside it`);
  return readUnitKey(sealing.open(sealedKey, applicationPurpose("sealed_key", unit)));
}

/** Begins an application, or the next one: whatever an earlier one had got is forgotten. */
export async function beginApplication(
  trx: Trx,
  sealing: Sealing,
  { unit, request, key }: { readonly unit: UnitId; readonly request: string; readonly key: string },
): Promise<void> {
  const fresh = {
    request,
    sealed_key: sealing.seal(key, applicationPurpose("sealed_key", unit)),
    compliance_request_id: null,
    compliance_certificate: null,
    sealed_credentials: null,
    changed_at: new Date(),
  };
  await trx
    .insertInto("egs_applications")
    .values({ merchant_id: unit.merchantId, unit_id: unit.unitId, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(["merchant_id", "unit_id"]).doUpdateSet({ ...fresh, state: "asked" }),
    )
    .execute();
}

/** Keeps the certificate that the compliance check is made with. */
export async function keepCompliance(
  trx: Trx,
  sealing: Sealing,
  application: Application,
  csid: Csid,
): Promise<void> {
  if (!readCertificate(csid.certificate).isOf(keyOf(application, sealing))) throw foreignCertificate();
  await advance(trx, application, {
    state: "certified",
    compliance_request_id: csid.requestId,
    compliance_certificate: readCertificate(csid.certificate).base64,
    sealed_credentials: sealing.seal(
      writtenCredentials(csid),
      applicationPurpose("sealed_credentials", application.unit),
    ),
  });
}

/** Keeps that the authority took every document of the check. */
export async function keepProof(trx: Trx, application: Application): Promise<void> {
  await advance(trx, application, { state: "proven" });
}

/**
 * Gives the unit its certificate with the key of the application, which has ended then. A unit of a test environment that
 * stamped until now makes way; the chain of a unit continues over its renewals.
 */
export async function installCertificate(
  trx: Trx,
  sealing: Sealing,
  application: Application,
  csid: Csid,
): Promise<void> {
  const key = keyOf(application, sealing);
  if (!readCertificate(csid.certificate).isOf(key)) throw foreignCertificate();
  const { unit } = application;
  await advance(trx, application, isOver);
  const pem = key.export({ type: "pkcs8", format: "pem" }).toString();
  const { state } = await trx
    .updateTable("egs_units")
    .set({ sealed_key: sealing.seal(pem, unitPurpose("sealed_key", unit.serial)) })
    .where("merchant_id", "=", unit.merchantId)
    .where("id", "=", unit.unitId)
    .returning("state")
    .executeTakeFirstOrThrow();
  const { token, secret } = csid;
  const credentials = { token, secret: secret.reveal() };
  await certifyUnit(trx, sealing, { ...unit, certificate: csid.certificate, credentials });
  if (state === "new") await makeWay(trx, unit.merchantId);
  if (state !== "active") await moveUnit(trx, unit, "active");
}

/**
 * One unit of a merchant stamps: the database refuses a second one. One of a test environment is retired, one that is held is
 * closed; of production no other makes way.
 */
async function makeWay(trx: Trx, merchantId: number): Promise<void> {
  await closeHeldUnit(trx, merchantId, new Date());
  await trx
    .updateTable("egs_units")
    .set({ state: "retired" })
    .where("merchant_id", "=", merchantId)
    .where("environment", "<>", "production")
    .where("state", "in", stampingStates)
    .execute();
}

type Step = { readonly state: ApplicationState } & Partial<{
  readonly sealed_key: null;
  readonly compliance_request_id: string | null;
  readonly compliance_certificate: string | null;
  readonly sealed_credentials: Buffer | null;
}>;

const isOver = {
  state: "issued",
  sealed_key: null,
  compliance_request_id: null,
  compliance_certificate: null,
  sealed_credentials: null,
} as const satisfies Step;

/** Ends the renewal of a merchant's unit that stamps: it keeps the certificate that it has. */
export async function dropRenewal(trx: Trx, merchantId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("egs_applications")
    .set({ ...isOver, changed_at: new Date() })
    .where("merchant_id", "=", merchantId)
    .where("state", "<>", "issued")
    .where("unit_id", "in", (eb) =>
      eb
        .selectFrom("egs_units")
        .select("id")
        .where("merchant_id", "=", merchantId)
        .where("state", "in", phase2States),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves an application on from where it was read. Another command that continued with it meanwhile has won. */
async function advance(trx: Trx, { unit, state, request }: Application, step: Step): Promise<void> {
  const moved = await trx
    .updateTable("egs_applications")
    .set({ ...step, changed_at: new Date() })
    .where("merchant_id", "=", unit.merchantId)
    .where("unit_id", "=", unit.unitId)
    .where("state", "=", state)
    .where("request", "=", request)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n)
    throw new OnboardingRefusal(
      "Another command went on with this unit meanwhile; nothing was changed. See zatca-status.",
      "changed_meanwhile",
    );
}

function foreignCertificate(): OnboardingRefusal {
  return new OnboardingRefusal(
    "The authority gave a certificate of another key, as its sandbox does to everybody; it was not kept. Use the environment simulation or production.",
  );
}

/** Credentials as text: what is sealed of a unit and of an application. */
function writtenCredentials({ token, secret }: CsidCredentials): string {
  return JSON.stringify({ token, secret: secret.reveal() });
}

/** Credentials of a unit's certificate, for the call that renews it. */
export async function readUnitCredentials(
  db: Kysely<Schema>,
  sealing: Sealing,
  { merchantId, unitId, serial }: Application["unit"],
): Promise<CsidCredentials> {
  const { sealed_credentials } = await db
    .selectFrom("egs_units")
    .select("sealed_credentials")
    .where("merchant_id", "=", merchantId)
    .where("id", "=", unitId)
    .executeTakeFirstOrThrow();
  if (sealed_credentials === null) throw new Error(`unit ${unitId} has no certificate`);
  return readCredentials(sealing.open(sealed_credentials, unitPurpose("sealed_credentials", serial)));
}

function readCredentials(text: string): CsidCredentials {
  const { token, secret } = JSON.parse(text) as { readonly token: string; readonly secret: string };
  return { token, secret: new Secret(secret) };
}
