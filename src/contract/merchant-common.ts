/** What every resource of the merchant API shares: money, rates, instants, paging and the idempotency key. */
import { z } from "zod";
import { earliestDay, isInCalendar, latestDay } from "#core/calendar.ts";
import { unitCodes } from "#core/pricing/unit-code.ts";
import { isStorable } from "#core/text.ts";

/** How many entries a page of a list has at most, and when nothing is asked for. */
export const pageSizes = { most: 100, usual: 20 } as const;

export const amount = z
  .string()
  .regex(/^\d{1,13}(\.\d{1,3})?$/, 'must be a decimal text such as "100.00"')
  .meta({
    id: "Amount",
    description:
      "An amount of money as a decimal text, never a float; its currency stands beside it. At most the decimals " +
      "of the currency (SAR: 2, KWD: 3, JPY: 0) when sent, exactly that many when received.",
    examples: ["1250.00"],
  });

/** How much of a line; the same shape when sent and when received. */
export const quantity = z
  .union([z.int().min(1).max(100_000), z.string().regex(/^\d{1,6}(\.\d{1,3})?$/)], {
    error: 'must be a whole number such as 2, or a decimal text such as "0.5"',
  })
  .meta({
    id: "Quantity",
    description:
      "A whole number, or with a fraction a decimal text of up to three decimals, never a float; more than zero and at " +
      "most 100,000. Whole quantities are always answered as numbers.",
    examples: [2, "0.5"],
  });

export type SentQuantity = z.output<typeof quantity>;

export const unitCode = z
  .enum(unitCodes)
  .meta({ id: "UnitCode", description: "A unit of measure, by its code of UN/ECE Recommendation 20." });

export const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a percentage such as "15" or "2.50"')
  .meta({
    id: "Percent",
    description: "A percentage from 0 to 100 as a decimal text with at most two decimals.",
    examples: ["15.00"],
  });

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as "SAR"')
  .meta({ id: "Currency", description: "An ISO 4217 code, upper case.", examples: ["SAR"] });

export const instant = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: 'must be an RFC 3339 instant such as "2030-01-31T20:59:59Z"',
  })
  .meta({
    id: "Instant",
    description: "An RFC 3339 instant with an offset. Answers are in UTC with milliseconds.",
    examples: ["2030-01-31T20:59:59.000Z"],
  });

/** Of payments, refunds and events; invoices have one of their own that may be left out. */
export const livemode = z.boolean().meta({
  description:
    "false: of a test world, or of an installation for tests; no real money is paid or given back.",
});

const isAnswerable = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
};

/** An instant that a call takes. By its offset one may be in a year of UTC that no answer can state: what was made with it could not be shown. */
export const sentInstant = instant
  .refine(isAnswerable, { error: "must be in the years 1 to 9999 of UTC" })
  .meta({
    id: "SentInstant",
    description: "An RFC 3339 instant with an offset, in the years 1 to 9999 of UTC.",
    examples: ["2030-01-31T20:59:59Z"],
  });

/** An instant in an address, where a plus that was not escaped arrives as a space. */
export const instantInAddress = z.preprocess(
  (text) => (typeof text === "string" ? text.replace(" ", "+") : text),
  sentInstant,
);

export const authorityFinding = z
  .object({
    code: z.string().meta({ description: "The authority's own.", examples: ["BR-KSA-F-06-C23"] }),
    text: z.string().meta({ description: "In the authority's words, in whichever language it answers." }),
  })
  .meta({ id: "TaxAuthorityFinding" });

const notADay = 'must be a day such as "2030-01-31"';

export const day = z.iso
  .date({ error: notADay, abort: true })
  // ISO 8601 has a year 0; the calendar and PostgreSQL have none.
  .refine((text) => !text.startsWith("0000"), { error: notADay, abort: true })
  .meta({ id: "Day", description: "A day of the Gregorian calendar, in Riyadh.", examples: ["2030-01-31"] });

/** A day that a call takes: of no answer, since one of another year may have been kept before calls refused it. */
export const sentDay = day
  .refine(isInCalendar, { error: `must be from ${earliestDay} to ${latestDay}` })
  .meta({
    id: "SentDay",
    description: `A day of the Gregorian calendar, in Riyadh, from ${earliestDay} to ${latestDay}.`,
    examples: ["2030-01-31"],
  });

/** How much a merchant may keep with an entry. */
export const metadataLimits = { names: 50, nameLength: 40, valueLength: 500 } as const;

const metadataName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,40}$/, "must be 1 to 40 letters, digits, dots, hyphens or underscores");

const metadataValue = z
  .string()
  .min(1)
  .max(metadataLimits.valueLength)
  .refine(isStorable, "has characters that no text can have");

export const metadata = z
  .record(metadataName, metadataValue)
  .refine((given) => Object.keys(given).length <= metadataLimits.names, {
    error: `must have at most ${metadataLimits.names} names`,
  })
  .meta({
    id: "Metadata",
    description:
      "Texts of your own by names of your own, at most 50, names of 40 and values of 500 characters. They are in the API " +
      "and in events; buyers never see them. Keep no card numbers, secrets or personal data here.",
    examples: [{ shopOrder: "6735", channel: "instagram" }],
  });

/** Changes of metadata. */
export const metadataChanges = z.record(metadataName, metadataValue.nullable()).meta({
  id: "MetadataChanges",
  description: "By name: a text is set, null takes the name away, what is left out stays.",
  examples: [{ channel: "web", shopOrder: null }],
});

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, "must be 1 to 255 visible ASCII characters without spaces")
  .meta({
    description:
      "A key of your own for this request, such as a random UUID, from 1 to 255 visible ASCII characters. Send the " +
      "same key again after a timeout or a lost connection: the request takes effect once, and for 30 days its " +
      "repetition gets the same status and body (with the header Idempotent-Replayed: true). The same key with " +
      "another request is refused (422 idempotency_key_reused); while the first request is still being worked on, " +
      "its twin is refused (409 idempotency_in_progress). A request that was refused took no effect, and its key " +
      "stays free.",
    examples: ["6f1c2a54-0d1e-4a57-9a52-2f0f7c1f4a11"],
  });

/** Query of every list, newest first. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageSizes.most)
    .optional()
    .meta({ description: `How many to return; ${pageSizes.usual} when left out.`, examples: [20] }),
  cursor: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "The nextCursor of the page before; left out for the first page." }),
};

/** The answer of a list: one page of items and the way to the next. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: "null: this was the last page." }),
  });
}
