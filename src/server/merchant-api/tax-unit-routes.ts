/** The merchant's stamping units in the merchant API (docs/decisions/0146): how they stand, sending again, and their certificates. */
import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import { type TaxUnits, taxUnitCalls } from "#contract/tax-units.ts";
import { Problem, type ProblemField } from "#core/problem.ts";
import { Secret } from "#core/secret/secret.ts";
import { normaliseDigits } from "#core/text.ts";
import { phase2States } from "#core/zatca/unit-state.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { wakeQueue } from "../queue/work-queue.ts";
import type { Services } from "../services.ts";
import { authorityChoices, authorityClient, choicesOfTestWorlds } from "../zatca/authority.ts";
import type { ZatcaEnvironment } from "../zatca/csr.ts";
import type { Application } from "../zatca/onboarding/application-store.ts";
import { beginOnboarding, beginRenewal } from "../zatca/onboarding/begin.ts";
import { leadToCertificate } from "../zatca/onboarding/onboard.ts";
import { type OnboardingReason, OnboardingRefusal } from "../zatca/onboarding/onboarding-refusal.ts";
import { nextStepOf, type UnitStanding, unitStandings } from "../zatca/onboarding/unit-standing.ts";
import { restartUnit } from "../zatca/restart-unit.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { merchantOf } from "./authenticate.ts";
import { wrongFields } from "./validation.ts";

type Subject = {
  readonly otp: string;
  readonly branch?: string | undefined;
  readonly businessCategory?: string | undefined;
  readonly startsAnew?: boolean | undefined;
};

/** Mounts the calls in a scope that requires an API key. All of them are harmless to repeat: none needs a key. */
export function mountTaxUnitCalls(scope: FastifyInstance, services: Services): void {
  const { config, clock } = services;
  const db = services.db.kysely;
  const shown = (merchant: ApiMerchant): Promise<TaxUnits> => readTaxUnits(services, merchant);

  mountCall(scope, taxUnitCalls, "GET /api/v1/tax-units", async (_parsed, { request }) =>
    shown(merchantOf(request)),
  );

  mountCall(scope, taxUnitCalls, "POST /api/v1/tax-units/retry", async (_parsed, { request }) => {
    const merchant = merchantOf(request);
    await runInTransaction(db, async (trx) => {
      const standings = await unitStandings(trx, merchant.id);
      // Its certificate is renewed, not tried again.
      if (standings.some(({ stopReason }) => stopReason === "certificate_refused"))
        throw new Problem("tax_certificate_refused");
      const was = await restartUnit(trx, merchant.id, new Date(clock.now()));
      if (was === null) throw new Problem("tax_unit_missing");
      if (was === "held") throw new Problem("tax_unit_held");
    });
    wakeQueue(services);
    return await shown(merchant);
  });

  mountCall(scope, taxUnitCalls, "POST /api/v1/tax-units/onboard", async ({ body }, { request }) => {
    const merchant = merchantOf(request);
    const choices = choicesOf(config, merchant);
    const environment = body.environment ?? choices[0];
    if (environment === undefined || !choices.includes(environment))
      throw wrongFields([
        {
          path: "environment",
          code: "environment_not_allowed",
          message: `must be one of ${choices.join(", ")}`,
        },
      ]);
    await lead(services, body, {
      goesByRenewal: false,
      begin: async (trx) => {
        await refuseWhileHeld(trx, merchant.id);
        return await beginOnboarding(trx, services.sealing, {
          merchantId: merchant.id,
          environment,
          choices: subjectOf(body),
          startsAnew: body.startsAnew === true,
        });
      },
    });
    return await shown(merchant);
  });

  mountCall(scope, taxUnitCalls, "POST /api/v1/tax-units/renew", async ({ body }, { request }) => {
    const merchant = merchantOf(request);
    const startsAnew = body.startsAnew === true;
    await lead(services, body, {
      goesByRenewal: !startsAnew,
      begin: (trx) =>
        beginRenewal(trx, services.sealing, {
          merchantId: merchant.id,
          choices: subjectOf(body),
          startsAnew,
        }),
    });
    return await shown(merchant);
  });
}

/**
 * Another unit in place of one that is held begins where the operator says so: it may need other series of numbers first
 * (docs/decisions/0110).
 */
async function refuseWhileHeld(trx: Transaction<Schema>, merchantId: number): Promise<void> {
  const held = await trx
    .selectFrom("egs_units")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("state", "=", "held")
    .executeTakeFirst();
  if (held) throw new OnboardingRefusal("The unit is held: the operator releases or replaces it.", "held");
}

function choicesOf(
  { environment }: Pick<Services["config"], "environment">,
  { world }: Pick<ApiMerchant, "world">,
): readonly ZatcaEnvironment[] {
  return world === "test" ? choicesOfTestWorlds : authorityChoices[environment];
}

const subjectOf = ({ branch, businessCategory }: Subject) => ({
  branch: branch ?? null,
  businessCategory: businessCategory ?? null,
});

/** Phase, units and what is to be done, of one merchant. */
async function readTaxUnits({ db, clock, config }: Services, merchant: ApiMerchant): Promise<TaxUnits> {
  const standings = await unitStandings(db.kysely, merchant.id);
  const { vat_number, waiting } = await db.kysely
    .selectFrom("merchants as m")
    .select("m.vat_number")
    .select((eb) =>
      eb
        .selectFrom("waiting_tax_invoices as w")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("w.merchant_id", "=", "m.id")
        .as("waiting"),
    )
    .where("m.id", "=", merchant.id)
    .executeTakeFirstOrThrow();
  const isPhase2 = standings.some(({ state }) => phase2States.some((each) => each === state));
  return {
    phase: isPhase2 ? 2 : vat_number === null ? 0 : 1,
    waitingTaxInvoices: Number(waiting ?? 0),
    environments: [...choicesOf(config, merchant)],
    items: standings.flatMap((standing) => toUnit(standing, clock.now()) ?? []),
  };
}

function toUnit(standing: UnitStanding, now: number): TaxUnits["items"][number] | null {
  const { serial, environment, state, notAfter, stamped, sent, rejected, step, stopReason } = standing;
  if (state === "retired") return null;
  const { accepted = 0, rejected: _, ...open } = sent;
  const nextStep = nextStepOf(standing, now);
  return {
    serial,
    environment,
    state,
    certificateEndsAt: notAfter?.toISOString() ?? null,
    stamped,
    submissions: { open: Object.values(open).reduce((sum, count) => sum + count, 0), accepted, rejected },
    step: step === "issued" ? null : step,
    stopReason,
    nextStep: nextStep === "release" ? "ask_operator" : nextStep,
  };
}

type Way = {
  readonly goesByRenewal: boolean;
  readonly begin: (trx: Transaction<Schema>) => Promise<Application>;
};

/** Goes the way to a certificate; the authority is asked outside any transaction, and each step is kept. */
async function lead(services: Services, { otp }: Subject, { goesByRenewal, begin }: Way): Promise<void> {
  const { config, http, clock, sealing } = services;
  const code = normaliseDigits(otp.trim());
  if (!/^\d{6}$/.test(code))
    throw wrongFields([{ path: "otp", code: "invalid_code", message: "must have six digits" }]);
  const db = services.db.kysely;
  const commit = <T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> =>
    runInTransaction(db, work);
  try {
    const application = await commit(begin);
    const client = authorityClient(config, application.unit.environment, { http, clock });
    const parts = { db, commit, sealing, client, clock, say: () => undefined };
    await leadToCertificate(parts, application, { otp: new Secret(code), goesByRenewal });
  } catch (error) {
    if (!(error instanceof OnboardingRefusal)) throw error;
    throw toProblem(error);
  } finally {
    wakeQueue(services);
  }
}

/** A refusal in the words of the API: the operator's commands are none of the merchant's. */
function toProblem({ reason, findings, message }: OnboardingRefusal): Problem {
  const said = findings.map(({ code, text }) => ({ path: "authority", code, message: text }));
  if (reason === "otp_refused")
    return wrongFields([{ path: "otp", code: reason, message: meanings.otp_refused }, ...said]);
  const fields: readonly ProblemField[] = [
    { path: "unit", code: reason, message: meanings[reason] },
    ...said,
  ];
  return new Problem("tax_onboarding_refused", { fields, detail: message });
}

const meanings: Readonly<Record<OnboardingReason, string>> = {
  otp_refused: "the authority refuses the code: make a new one in its portal, for this VAT number",
  request_refused:
    "the authority refuses the request: name, VAT number and address must be those of its portal",
  rejected: "the authority rejects a document of its check",
  certificate_unknown: "the authority knows the certificate no more: begin anew with a new code",
  busy: "the authority is busy: wait a minute, then the same call goes on",
  not_reached: "the authority was not reached: the same call goes on",
  unknown: "the authority gave no clear answer: the same call goes on, with a new code if it wants one",
  unit_exists: "there is a unit already, and it stamps: renew it",
  held: "the unit is held: only the operator of this installation releases it",
  no_unit: "no unit stamps for you yet",
  no_vat_number: "your account has no VAT number",
  seller_incomplete: "legal name, identification and national address are needed",
  group_member_needed: "a VAT group says which member sells: its TIN of ten digits as branch",
  changed_meanwhile: "another call went on with this unit meanwhile",
  other: "the operator of this installation must look at it",
};
