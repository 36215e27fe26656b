/** How long a payment may stay in doubt once its provider answers again, for the checks of worlds and kill loops. */
import * as timing from "#core/timing.ts";
import { otpServices } from "./otp-services.ts";

/**
 * Milliseconds after a one-time code was sent without an answer. Where it never arrived, the provider awaits it until it
 * runs out, and nothing ends the payment before (decision 0041). Then the next question, and the time that it takes.
 */
export const longestCodeDoubtMs =
  Math.max(...Object.values(otpServices).map(({ codeLifetimeMs }) => codeLifetimeMs)) +
  timing.inDoubtPauses[0].pauseMs +
  timing.jobTickMs;
