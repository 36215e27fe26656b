/**
 * A cache of the amounts that providers accept. A page waits for a silent provider only shortly, and only the first
 * time: then its method is offered. Later the cached limits are used while they are refreshed.
 */
import type { Clock, Log } from "#core/ports.ts";
import * as timing from "#core/timing.ts";
import { bothLimits, limitCurrency } from "#methods/amount-limits.ts";
import type { AmountLimits, PaymentProvider } from "#methods/payment-method.ts";
import type { MethodAccount } from "#methods/registry.ts";

/** Accounts and currencies that are cached at a time. */
const mostRemembered = 1_000;

type Remembered = {
  limits: AmountLimits | null;
  /** When it is refreshed; milliseconds since the epoch. */
  askAgainAt: number;
  isAsking: boolean;
  /** Until the first answer, or for as long as pages wait for it: those that come later find it over. */
  readonly first: Promise<unknown>;
};

type Question = NonNullable<PaymentProvider["amountLimits"]>;

/** Whether an account's settings state limits, or its provider can be asked for some. */
export function mayHaveLimits({ limits, provider }: MethodAccount): boolean {
  return limits !== null || provider.amountLimits !== undefined;
}

/** The limits of an account in a currency; null where none are known. Never rejects. Not for use in a transaction. */
export type LimitsOf = (account: MethodAccount, currency: string) => Promise<AmountLimits | null>;

/** Builds the memory of limits of one process. */
export function rememberLimits({ clock, log }: { readonly clock: Clock; readonly log: Log }): LimitsOf {
  const known = new Map<string, Remembered>();

  const ask = async (one: Omit<Remembered, "first">, question: Question, currency: string): Promise<void> => {
    one.isAsking = true;
    const answer = await Promise.try(question, currency).catch((error: unknown) => {
      log.error("limits_not_read", { error });
      return null;
    });
    // What was known stays until a provider says something else.
    one.limits = answer ?? one.limits;
    one.askAgainAt = clock.now() + (answer === null ? timing.limitsRetryMs : timing.limitsBelievedMs);
    one.isAsking = false;
  };

  const firstAsked = (key: string, question: Question, currency: string): Remembered => {
    const one = { limits: null, askAgainAt: 0, isAsking: false };
    const remembered = Object.assign(one, { first: atMost(ask(one, question, currency), clock) });
    const [oldest] = known.size >= mostRemembered ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, remembered);
    return remembered;
  };

  const asked = async (account: MethodAccount, currency: string): Promise<AmountLimits | null> => {
    const question = account.provider.amountLimits;
    if (!question) return null;
    const key = `${account.fingerprint} ${currency}`;
    const one = known.get(key) ?? firstAsked(key, question, currency);
    if (!one.isAsking && clock.now() >= one.askAgainAt) void ask(one, question, currency);
    await one.first;
    return one.limits;
  };

  return async (account, currency) =>
    bothLimits(currency === limitCurrency ? account.limits : null, await asked(account, currency));
}

async function atMost(work: Promise<unknown>, clock: Clock): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, clock.sleep(timing.limitsTimeoutMs, over.signal)]);
  over.abort();
}
