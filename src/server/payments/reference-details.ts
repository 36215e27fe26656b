/**
 * What a buyer needs at a bank for each method with a number to pay by, read from what its own call replied with: for the
 * mail that the buyer asks for, and for the merchant's message.
 */
import type { Language } from "#core/language.ts";
import {
  type AskedKind,
  type MessageKind,
  type ReferenceMessageKind,
  type ReferenceMessageOf,
  type ReferenceTexts,
  referenceMessageKinds,
} from "#core/messages/message-state.ts";
import { spacedIban } from "#core/text.ts";
import { type ReferenceMethod, referenceMethods } from "#methods/allowed.ts";
import type { BillReply, ReferenceReply, ReplyOf, TransferReply } from "#methods/reference-replies.ts";
import { type BillMethod, methodTexts, type TransferMethod } from "#methods/texts.ts";
import { endText } from "../documents/figures.ts";

/** A line of a mail. `isCode` reads from left to right in both languages; an amount is written as its mail writes them. */
export type ReferenceRow = { readonly label: string } & (
  | { readonly value: string; readonly isCode?: boolean; readonly isStrong?: boolean }
  | { readonly amount: number }
);

export type ReferenceDetails = {
  readonly method: ReferenceMethod;
  readonly texts: ReferenceTexts;
  /** What is still to be paid by it, as in JSON. */
  readonly amount: number;
  readonly currency: string;
  /** What stands in the texts of a message. */
  readonly words: {
    readonly biller?: string;
    readonly bill?: string;
    readonly receiver?: string;
    readonly iban?: string;
  };
  readonly rows: (language: Language) => readonly ReferenceRow[];
  readonly steps: (language: Language) => readonly string[];
};

type ReferenceEntry<Reply> = {
  /** Which message brings it; null for none. */
  readonly message: ReferenceMessageKind | null;
  readonly read: (reply: Reply) => ReferenceDetails;
};

const entries: { readonly [Method in ReferenceMethod]: ReferenceEntry<ReplyOf<Method>> } = {
  sadad: bill({ method: "sadad", message: "sadad_number" }),
  a2a: transfer({ method: "a2a", message: "transfer_details" }),
};

/** What a buyer needs at the bank for an open reference. */
export function detailsOf({ method, reply }: ReferenceReply): ReferenceDetails {
  // The two belong together; the compiler does not follow that through a look-up.
  return (entries[method] as ReferenceEntry<unknown>).read(reply);
}

/** The method whose number a message brings; null for a message that brings none. */
export function methodOfMessage(kind: MessageKind | AskedKind): ReferenceMethod | null {
  return referenceMethods.find((method) => entries[method].message === kind) ?? null;
}

/** The method's name in place of `{method}`: it is ours and no stranger's, so it is a part of the text as any word of it. */
export function namedIn(text: string, method: ReferenceMethod, language: Language): string {
  return text.replaceAll("{method}", methodTexts[language][method].label);
}

function bill(of: {
  readonly method: BillMethod;
  readonly message: ReferenceMessageOf<"bill"> | null;
}): ReferenceEntry<BillReply> {
  const { method, message } = of;
  const read = (reply: BillReply): ReferenceDetails => ({
    method,
    texts: "bill",
    amount: reply.amount,
    currency: reply.currency,
    words: { biller: reply.billerCode, bill: reply.paymentSessionId },
    rows: (language) => {
      const t = methodTexts[language][method];
      return [
        { label: t.billNumber, value: reply.paymentSessionId, isCode: true, isStrong: true },
        { label: t.billerCode, value: reply.billerCode, isCode: true },
        ...(reply.billerName ? [{ label: t.biller, value: reply.billerName }] : []),
        { label: t.amount, amount: reply.amount },
        ...endRow(t.until, reply.expiresAt),
      ];
    },
    steps: (language) => {
      const t = methodTexts[language][method];
      return [t.stepOpen, t.stepNumbers, t.stepPay];
    },
  });
  return { message, read };
}

function transfer(of: {
  readonly method: TransferMethod;
  readonly message: ReferenceMessageOf<"transfer"> | null;
}): ReferenceEntry<TransferReply> {
  const { method, message } = of;
  const read = (reply: TransferReply): ReferenceDetails => ({
    method,
    texts: "transfer",
    amount: reply.remaining,
    currency: reply.currency,
    words: { receiver: reply.beneficiaryName, iban: reply.paymentSessionId },
    rows: (language) => {
      const t = methodTexts[language][method];
      const { received, remaining, bankName, accountNumber } = reply;
      return [
        ...(received > 0 ? [{ label: t.received, amount: received }] : []),
        { label: received > 0 ? t.remaining : t.amount, amount: remaining },
        ...(bankName === null ? [] : [{ label: t.bankName, value: bankName[language] }]),
        { label: t.receiverName, value: reply.beneficiaryName },
        { label: t.iban, value: spacedIban(reply.paymentSessionId), isCode: true, isStrong: true },
        ...(accountNumber === null ? [] : [{ label: t.accountNumber, value: accountNumber, isCode: true }]),
        ...endRow(t.until, reply.expiresAt),
      ];
    },
    steps: (language) => {
      const t = methodTexts[language][method];
      return [t.stepAdd, t.stepAmount, t.stepWait];
    },
  });
  return { message, read };
}

function endRow(label: string, expiresAt: string | null): readonly ReferenceRow[] {
  return expiresAt ? [{ label, value: endText(expiresAt), isCode: true }] : [];
}

// A message that no method brings would never have anything open.
const orphan = referenceMessageKinds.find((kind) => methodOfMessage(kind) === null);
if (orphan) throw new Error(`no method is brought by the message ${orphan}`);
