/** Buyers of wallets with a one-time code, for drivers of the provider suite: what they type so that a payment ends as it is to. */
import type { DeclineReason } from "#core/outcome.ts";

type Typed = { readonly mobile: string; readonly code: string };

/**
 * What is typed for each end.
 * @param usual is approved
 * @param declining what is typed otherwise to be declined for a reason
 */
export function codeTyper(usual: Typed, declining: Readonly<Partial<Record<DeclineReason, Partial<Typed>>>>) {
  return {
    declines: Object.keys(declining) as readonly DeclineReason[],
    typedFor: (reason: DeclineReason | undefined): Typed => ({
      ...usual,
      ...(reason && declining[reason]),
    }),
  };
}
