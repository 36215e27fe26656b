/**
 * Where a payment inside a merchant's page leads to: the same pages as everywhere, with the parameters that they are in
 * the frame (`mode`, Spec 7) and what it looks like. The query of the frame travels with the buyer as one parameter,
 * because browsers keep cookies and storage from frames of other sites.
 */
import type { Language } from "#core/language.ts";
import { encodeResult } from "#core/payment-result.ts";
import * as timing from "#core/timing.ts";
import { threeDSecureAddress } from "../browser/navigation.ts";
import { addresses } from "../routes.ts";
import type { Ways } from "./after-pay.ts";

/** What the frame carries along. */
export type FrameLook = {
  /** The query of its address, without the question mark. */
  readonly query: string;
  readonly language: Language;
};

/** The name of the parameter, on the result page and on the way through 3-D Secure. */
export const frameParameter = "frame";

/** The ways out of the payment frame. Error pages may not be framed: their words stay in the form. */
export function frameWays(look: FrameLook): Ways {
  const result = (message: Readonly<Record<string, unknown>>): string =>
    framed(
      `${addresses.displayPayment}?${new URLSearchParams({ msg: encodeResult({ ...message, mode: "frame" }) })}`,
      look,
    );
  return {
    result,
    checking: ({ orderNumber }) => result({ orderNumber, statusCode: 202 }),
    threeDSecure: (order, challenge) => framed(threeDSecureAddress(order, challenge), look),
    error: () => null,
    standsMs: timing.walletResultRedirectMs,
  };
}

function framed(address: string, { query, language }: FrameLook): string {
  return `${address}&${new URLSearchParams({ [frameParameter]: query, lang: language })}`;
}
