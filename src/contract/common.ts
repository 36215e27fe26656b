/** Shapes that several calls share. */
import { z } from "zod";

/** Letter case, hyphens and look-alike letters are forgiven by the handler (decision N6); a miss is one uniform 404. */
export const orderNumberParams = z.object({ orderNumber: z.string().min(1).max(40) });
export const linkIdentityParams = z.object({ linkIdentity: z.string().min(1).max(40) });

/** An order number in a body. */
export const orderNumber = z.string().min(1).max(40);

/** A JSON number of major units with at most two decimals, as the buyer calls show it (decision M1). */
export const jsonMoney = z.number();

/** A country: two letters of ISO 3166 in either case, or its dial code ("966", "+966"). */
export const countryText = z
  .string()
  .regex(
    /^(?:[A-Za-z]{2}|(?:\+|00)?[0-9\u0660-\u0669\u06f0-\u06f9]{1,4})$/,
    'must be a country code such as "SA" or "966"',
  );

/** Free text of a person: length-capped here, cleaned of control and direction characters by the handler. */
export const personText = z.string().max(200);

/**
 * Every refusal: RFC 9457 members, plus `error` and `msg` (the same text, where the pages of the specification look
 * for it), a stable `code` and the request's id.
 */
export const problemReply = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  error: z.string(),
  msg: z.string(),
  requestId: z.string(),
  /** Why a payment was declined, in the project's words. */
  reason: z.string().optional(),
  fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  retryAfter: z.number().int().optional(),
  /** Where a limit holds a payment back: ids of the methods that the order can be paid by all the same. */
  otherMethods: z.array(z.string()).optional(),
});

export type ProblemReply = z.output<typeof problemReply>;
