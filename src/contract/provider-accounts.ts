/** The merchant's own accounts at payment providers. Settings go in and never come out. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { amount, instant } from "./merchant-common.ts";

const amountLimits = z.object({ lowestAmount: amount.nullable(), highestAmount: amount.nullable() });

const accountSetting = z
  .object({
    path: z.string().meta({
      description: "The setting's name in the body of PUT; a dot leads into a group.",
      examples: ["gateway.merchantId"],
    }),
    kind: z.enum(["text", "secret", "pem", "own_secret"]).meta({
      description:
        "text: an identifier or an address. secret: a password or key of the provider's portal. pem: a certificate or its key, with " +
        "line breaks. own_secret: a secret of your own choice, by which the provider's messages to us are recognised.",
    }),
    usual: z.string().nullable().meta({ description: "What nearly all accounts have." }),
    label: z
      .object({ ar: z.string(), en: z.string() })
      .meta({ description: "Its name, as the provider's portal has it." }),
  })
  .meta({ id: "AccountSetting" });

export type AccountSetting = z.output<typeof accountSetting>;

export const providerAccount = z
  .object({
    method: z.string().meta({ examples: ["tamara"] }),
    account: z
      .enum(["own", "installation", "unusable"])
      .nullable()
      .meta({
        description:
          "Whose account payments go to: your own, or the installation's, in a test world the simulator's; null: the method is not offered. " +
          "unusable: yours is for tests, which this environment does not take.",
      }),
    limits: amountLimits.nullable().meta({
      description:
        "The lowest and highest amount in SAR that are offered the method: what you state and what the provider says. null: " +
        "none are known.",
    }),
    ownLimits: amountLimits.nullable().meta({
      description:
        "The part of them that you state with your own account; null where you have none of the method.",
    }),
    updatedAt: instant.nullable().meta({ description: "When your own settings were stored." }),
    webhookUrl: z
      .string()
      .nullable()
      .meta({
        description:
          "To be entered in the portal of your own account's provider, so that it reports what was paid. It holds a secret. null where " +
          "the provider has our address from us.",
      }),
    settings: z.array(accountSetting).meta({
      description:
        "What an account of your own is made of, in the order of a form. Rarer settings, which have defaults, are in docs/operations.md.",
    }),
  })
  .meta({ id: "ProviderAccount" });

export type ProviderAccount = z.output<typeof providerAccount>;

const settings = z.record(z.string().max(100), z.unknown()).meta({
  id: "ProviderAccountSettings",
  description:
    "The provider's settings for the method, as docs/operations.md lists them, and if you like `lowestAmount` and " +
    "`highestAmount`, in SAR: what is outside is not offered the method. Stored encrypted.",
  examples: [{ apiToken: "…", notificationToken: "…" }],
});

const triedAccount = z
  .object({
    method: z.string(),
    state: z.enum(["answers", "no_answer", "no_account"]).meta({
      description:
        "answers: the provider is there and knows the account. no_answer: it could not be reached, or refuses the account. " +
        "no_account: there is none to ask.",
    }),
    triedAt: instant,
  })
  .meta({ id: "TriedAccount" });

/** Any text: whatever is not a method gets the same 404. */
const methodParams = z.object({ method: z.string() });

export const providerAccountCalls = {
  "GET /api/v1/accounts": {
    summary: "List payment methods with whose account each is paid through",
    audience: "merchant",
    replies: { 200: z.object({ items: z.array(providerAccount) }) },
  },
  "PUT /api/v1/accounts/:method": {
    summary:
      "Store or replace your own account at a provider; another account is refused while payments or refunds are open",
    audience: "merchant",
    params: methodParams,
    body: settings,
    replies: { 200: providerAccount },
    problems: ["account_in_use", "in_test_world"],
  },
  "PUT /api/v1/accounts/:method/limits": {
    summary:
      "State the lowest and highest amount that your own account is offered for; its other settings stay",
    audience: "merchant",
    params: methodParams,
    body: z
      .strictObject({
        lowestAmount: z.string().max(24).nullable(),
        highestAmount: z.string().max(24).nullable(),
      })
      .meta({ id: "AccountLimits", examples: [{ lowestAmount: null, highestAmount: "5000.00" }] }),
    replies: { 200: providerAccount },
  },
  "POST /api/v1/accounts/:method/try": {
    summary: "Ask the provider of a method about a payment that is not there: nothing is charged or changed",
    audience: "merchant",
    params: methodParams,
    replies: { 200: triedAccount },
  },
  "DELETE /api/v1/accounts/:method": {
    summary: "Remove your own account at a provider; refused while payments or refunds are open on it",
    audience: "merchant",
    params: methodParams,
    replies: { 200: providerAccount },
    problems: ["account_in_use"],
  },
} as const satisfies CallMap;
