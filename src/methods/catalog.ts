/**
 * Every payment method, in display order: one line each (both sides load this). The first with a panel that
 * an invoice allows is its default one (Spec 2.3); wallets of the device stand last, for the frame begins at the end (Spec 2.6).
 * A buyer's own payment page has those of the device first (`web/payment/method-order.ts`).
 */

import { a2a } from "./a2a/method.ts";
import { amex } from "./amex/method.ts";
import { applepay } from "./applepay/method.ts";
import { card } from "./card/method.ts";
import { googlepay } from "./googlepay/method.ts";
import { sadad } from "./sadad/method.ts";
import { stcpay } from "./stcpay/method.ts";
import { tabby } from "./tabby/method.ts";
import { tamara } from "./tamara/method.ts";
import { urpay } from "./urpay/method.ts";

export const catalog = [card, amex, stcpay, urpay, tamara, tabby, sadad, a2a, applepay, googlepay] as const;

export type MethodId = (typeof catalog)[number]["id"];
