/** The units that stamp a merchant's tax documents (phase 2 of e-invoicing), in the merchant API: how they stand, and the next step. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant } from "./merchant-common.ts";

export const taxUnitEnvironments = ["sandbox", "simulation", "production"] as const;

const environment = z.enum(taxUnitEnvironments);

/** What is to be done about a unit. */
export const taxUnitSteps = [
  "finish_onboarding",
  "ask_operator",
  "correct_and_retry",
  "renew",
  "finish_renewal",
] as const;

const taxUnit = z
  .object({
    serial: z.string().meta({ description: "Its own number, in its certificate." }),
    environment: environment.meta({ description: "Whose documents count is production alone." }),
    state: z.enum(["new", "active", "stopped", "held", "closed"]).meta({
      description:
        "new: has no certificate yet. active: stamps and sends. stopped: stamps, and what it stamps waits. held: does neither, " +
        "since the database came from a backup, or the operator wants it so. closed: another took its place, and it sends the rest.",
    }),
    certificateEndsAt: instant.nullable().meta({ description: "null before it has one." }),
    stamped: z.int().meta({ description: "Documents in its chain." }),
    submissions: z.object({
      open: z.int().meta({ description: "Stamped, and not taken by the authority yet." }),
      accepted: z.int().meta({ description: "Reported or cleared." }),
      rejected: z.int().meta({ description: "Rejected, with no corrected one in their place." }),
    }),
    step: z.enum(["asked", "certified", "proven"]).nullable().meta({
      description:
        "How far the way to its certificate, or to the next one, has gone; null when none is under way.",
    }),
    stopReason: z.enum(["certificate_refused", "rejected_in_a_row"]).nullable(),
    nextStep: z
      .enum(taxUnitSteps)
      .nullable()
      .meta({
        description:
          "finish_onboarding, renew, finish_renewal: with a code of the authority's portal. correct_and_retry: correct what was " +
          "rejected, then POST /api/v1/tax-units/retry. ask_operator: only the operator of this installation releases it.",
      }),
  })
  .meta({ id: "TaxUnit" });

export const taxUnits = z
  .object({
    phase: z.union([z.literal(0), z.literal(1), z.literal(2)]).meta({
      description:
        "0: no tax invoices, for want of a VAT number. 1: tax invoices without stamps. 2: stamped ones.",
    }),
    waitingTaxInvoices: z.int().meta({ description: "Paid invoices that wait for their tax invoice." }),
    environments: z.array(environment).meta({
      description: "Which of the authority's systems this account may be connected to, the usual one first.",
    }),
    items: z.array(taxUnit),
  })
  .meta({ id: "TaxUnits" });

export type TaxUnits = z.output<typeof taxUnits>;

const otp = z.string().max(20).meta({
  description:
    "The code of six digits that you make in the authority's Fatoora portal; good for an hour, and once.",
});
const branch = z.string().max(100).optional().meta({
  description: "Of the branch; of a VAT group, the member's TIN of ten digits. The city when left out.",
});
const businessCategory = z
  .string()
  .max(100)
  .optional()
  .meta({ description: "What you do, in a word or two." });
const startsAnew = z
  .boolean()
  .optional()
  .meta({ description: "Forget the steps that are done and begin with a new request." });

const subject = { otp, branch, businessCategory, startsAnew };

export const taxUnitCalls = {
  "GET /api/v1/tax-units": {
    summary:
      "See which phase of e-invoicing you are in, how your stamping units stand, and what is to be done",
    audience: "merchant",
    replies: { 200: taxUnits },
  },
  "POST /api/v1/tax-units/retry": {
    summary:
      "Send what waits for the tax authority now; a unit that stopped after rejections is started again",
    audience: "merchant",
    replies: { 200: taxUnits },
    problems: ["tax_unit_missing", "tax_unit_held", "tax_certificate_refused"],
  },
  "POST /api/v1/tax-units/onboard": {
    summary:
      "Make the unit that stamps your tax documents and get its certificate; cut off, the same call continues",
    audience: "merchant",
    body: z
      .strictObject({ ...subject, environment: environment.optional() })
      .meta({ id: "TaxUnitToOnboard", examples: [{ otp: "123456" }] }),
    replies: { 200: taxUnits },
    problems: ["tax_onboarding_refused"],
  },
  "POST /api/v1/tax-units/renew": {
    summary: "Get the next certificate of your unit; its chain continues, and cut off, the same call does",
    audience: "merchant",
    body: z.strictObject(subject).meta({ id: "TaxUnitToRenew", examples: [{ otp: "123456" }] }),
    replies: { 200: taxUnits },
    problems: ["tax_onboarding_refused"],
  },
} as const satisfies CallMap;
