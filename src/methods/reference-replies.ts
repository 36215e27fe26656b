/**
 * What the call of a method with a number replies with, for all that shows the number: the page, the buyer's mail and the
 * merchant's message. `registry.ts` does not compile for a method whose call replies with something else.
 */
import type { ReferenceMethod } from "./allowed.ts";
import type { BillMethod, TransferMethod } from "./texts.ts";

export type BillReply = {
  /** The number of the bill, and the biller to choose at the bank. */
  readonly paymentSessionId: string;
  readonly billerCode: string;
  readonly billerName: string;
  readonly amount: number;
  readonly currency: string;
  /** RFC 3339; null for no end. */
  readonly expiresAt: string | null;
};

export type TransferReply = {
  /** The IBAN, without spaces. */
  readonly paymentSessionId: string;
  /** Null, as the bank's name, where a method does not state it: it is not shown then. */
  readonly accountNumber: string | null;
  readonly bankName: { readonly ar: string; readonly en: string } | null;
  readonly beneficiaryName: string;
  /** What has come of it, in parts, and what is still to be transferred. */
  readonly received: number;
  readonly remaining: number;
  readonly currency: string;
  /** RFC 3339; null for no end. */
  readonly expiresAt: string | null;
};

/** The reply of a method, by what its texts say that it is. A third kind has a line of its own here. */
export type ReplyOf<Method extends ReferenceMethod> = Method extends BillMethod
  ? BillReply
  : Method extends TransferMethod
    ? TransferReply
    : never;

/** A method with its reply. */
export type ReferenceReply = {
  [Method in ReferenceMethod]: { readonly method: Method; readonly reply: ReplyOf<Method> };
}[ReferenceMethod];

/** Something for each method, made of its reply. Method and reply belong together; the compiler does not follow that through a look-up. */
export type OfReplies<Rest extends readonly unknown[], Result> = {
  readonly [Method in ReferenceMethod]: (reply: ReplyOf<Method>, ...rest: Rest) => Result;
};
