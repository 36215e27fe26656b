/**
 * Every method comes to every end: paid in Arabic on the phone and in English on the desktop; declined, left, run
 * out, answered late in one of them, in turn. What stands in place of a test has read the file that shows it. After each of them the order, its
 * attempts, both event logs and the providers' books are compared (books-agree.ts).
 */
import { type AllowedMethodName, allMethods } from "#methods/allowed.ts";
import { test } from "../fixtures.ts";
import { type Outcomes, type PaidOnOtherPages, requireShown } from "./buyer.ts";
import { outcomesOfCards } from "./outcomes-of-cards.ts";
import { outcomesOfDeviceWallets } from "./outcomes-of-device-wallets.ts";
import { outcomesOfOtpWallets } from "./outcomes-of-otp-wallets.ts";
import { outcomesOfRedirects } from "./outcomes-of-redirects.ts";
import { outcomesOfReferences } from "./outcomes-of-references.ts";
import { playOutcomes } from "./play-outcomes.ts";

/** By the names of merchants' lists, of which the compiler asks for each. */
const outcomes: Readonly<Record<AllowedMethodName, Outcomes>> = {
  ...outcomesOfCards,
  ...outcomesOfDeviceWallets,
  ...outcomesOfOtpWallets,
  ...outcomesOfRedirects,
  ...outcomesOfReferences,
};

/** On the payment page the outcomes above pay. */
const paidOnOtherPages: PaidOnOtherPages = {
  card: { simple: "simple-page.spec.ts", frame: "frame.spec.ts" },
  stcpay: { frame: "frame.spec.ts" },
};
for (const { id } of allMethods)
  if (id in paidOnOtherPages) requireShown(id, paidOnOtherPages[id as keyof PaidOnOtherPages]);

playOutcomes(test, outcomes);
