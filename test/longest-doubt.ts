/** How long a payment may stay in doubt once its provider answers again, for the checks of worlds and kill loops. */
import * as timing from "#core/timing.ts";
import type { OtpMethod } from "#methods/allowed.ts";
import { codeLifetimeSeconds as stcpayCodeSeconds } from "#methods/stcpay/simulator/payments.ts";
import { codeLifetimeMs as urpayCodeMs } from "#methods/urpay/simulator/direct/payments.ts";

/** How long the simulators take a code. */
const codeLifetimesMs = {
  stcpay: stcpayCodeSeconds * 1000,
  urpay: urpayCodeMs,
} satisfies Record<OtpMethod, number>;

/**
 * Milliseconds after a one-time code was sent without an answer. Where it never arrived, the provider awaits it until it
 * runs out, and nothing ends the payment before (decision 0041). Then the next question, and the time that it takes.
 */
export const longestCodeDoubtMs =
  Math.max(...Object.values(codeLifetimesMs)) + timing.inDoubtPauses[0].pauseMs + timing.jobTickMs;
