/**
 * Our contract with a bank that keeps virtual IBANs, as far as we read its answers; unknown members are dropped, so
 * new ones do no harm. Saudi banks offer such accounts, but none publishes the fields of its service. So this is a
 * contract of our own over what they have in common (OAuth client credentials; open, ask, close; signed messages of
 * credits), for a connector beside the bank's own service to speak. contract.md describes it.
 *
 * Money: decimal text in major units with all decimals of its currency ("115.00").
 */
import { z } from "zod";
import { isSaudiIban } from "#core/validators.ts";

const id = z.string().min(1).max(100);

/** Answer to POST /oauth/token. */
export const tokenAnswer = z.object({
  access_token: z.string().min(1).max(4096),
  /** Seconds. */
  expires_in: z.number().min(0),
});

const credit = z.object({
  creditId: id,
  amount: z.string(),
  currency: z.string(),
  /** BOOKED: the money is there. Anything else (RETURNED) is not. */
  status: z.string(),
});

/** Answer to POST /v1/accounts, GET /v1/accounts/{id} and POST /v1/accounts/{id}/close. */
export const accountAnswer = z.object({
  vibanId: id,
  /** Ours: the attempt's id. */
  reference: z.string(),
  /** With or without spaces; only one with right check digits is taken. */
  iban: z
    .string()
    .refine(isSaudiIban)
    .transform((text) => text.replace(/ /g, "").toUpperCase()),
  accountNumber: z.string().max(40).nullish(),
  bankName: z.object({ ar: z.string().max(200), en: z.string().max(200) }),
  beneficiaryName: z.string().min(1).max(200),
  status: z.string(),
  /** RFC 3339. */
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  credits: z.array(credit),
});

export type AccountAnswer = z.output<typeof accountAnswer>;

/** Answer to GET /v1/accounts?reference=. */
export const accountsAnswer = z.object({ accounts: z.array(accountAnswer) });

/** Every error body. */
export const errorAnswer = z.object({ code: z.string().optional(), message: z.string().nullish() });

/** What the bank posts to us. */
export const notificationBody = z.object({
  data: z.object({ reference: z.string() }),
});
