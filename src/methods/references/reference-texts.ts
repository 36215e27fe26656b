/**
 * The texts that each method with a number to pay by at a bank has under the same keys of its own namespace: the page
 * with the number, the buttons that share it and the form that mails it are one for all. `texts.ts` asks for each key.
 */
import type { ReferenceMail } from "#contract/pages.ts";

export type ReferenceText =
  | "action"
  | "ended"
  | "endedHint"
  | "watching"
  | "checkNow"
  | "checking"
  | "notPaidYet"
  | "otherMethod"
  | "print"
  | "copyAll"
  | "copied"
  | "share"
  | "shareName"
  | "text"
  | "textName"
  | "mailLabel"
  | "mailSend"
  | "mailSent"
  | "mailFailed"
  | `mail_${NonNullable<ReferenceMail["problem"]>}`;

/** Translates these alone, so that one that is used is asked of each method. */
export type TranslateReference = (key: ReferenceText, values?: Readonly<Record<string, string>>) => string;
