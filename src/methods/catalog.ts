/** Every payment method, in display order: one line each (both sides load this). */

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
