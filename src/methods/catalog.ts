/** Every payment method, in display order: one line each (both sides load this). */
import { amex } from "./amex/method.ts";
import { card } from "./card/method.ts";
import { stcpay } from "./stcpay/method.ts";
import { urpay } from "./urpay/method.ts";

export const catalog = [card, amex, stcpay, urpay] as const;

export type MethodId = (typeof catalog)[number]["id"];
