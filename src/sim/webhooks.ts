/**
 * Notifications that a simulated provider sends. They go to loopback addresses only: a simulator must never write to a
 * real system because a test used a real address. Beside real money, where strangers reach it, it writes to our server's
 * addresses for notifications only: on loopback are the services of the machine.
 */

import type { SimulatorClock } from "./clock.ts";
import type { Journal } from "./journal.ts";

export type Webhook = {
  readonly url: string;
  readonly body: string;
  /** The provider's own headers for the n-th try, starting at 1. */
  readonly headers: (attempt: number) => Readonly<Record<string, string>>;
};

/** Posts one message; gives the status of the answer and rejects without one. */
export type PostWebhook = (message: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the try. */
  readonly signal: AbortSignal;
}) => Promise<number>;

export type WebhookSender = {
  /** Tries once; true when the receiver answered 2xx. */
  readonly tryOnce: (webhook: Webhook, attempt: number) => Promise<boolean>;
  /** Tries now and again after each pause until the receiver answers 2xx; gives up after the last. */
  readonly send: (webhook: Webhook) => void;
  /** Ends tries under way and resolves when none is left. */
  readonly close: () => Promise<void>;
};

/** Pauses before the second and later tries, on the simulators' clock. */
export const webhookRetryMs = [1_000, 5_000, 30_000, 120_000] as const;
const webhookTimeoutMs = 5_000;

/** The real way of a message, over HTTP. */
export const postWebhook: PostWebhook = async ({ url, headers, body, signal }) => {
  const response = await fetch(url, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(webhookTimeoutMs)]),
  });
  await response.body?.cancel();
  return response.status;
};

/** True for http(s) addresses of this machine. */
export function isLoopbackUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return false;
  return (
    url.hostname === "localhost" || url.hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(url.hostname)
  );
}

/**
 * For simulators that strangers reach: true for our own addresses for notifications, whichever method or merchant they are of.
 * @param example one of them; nothing is written to without one
 */
export function isOneLike(example: string | null): (text: string) => boolean {
  const own = example === null ? null : new URL(".", example);
  return (text) => {
    const url = URL.parse(text);
    if (own === null || url === null || url.username !== "" || url.password !== "") return false;
    return url.origin === own.origin && url.pathname.startsWith(own.pathname);
  };
}

/** The sender of one simulator; each try is one line of the journal. */
export function createWebhookSender(options: {
  readonly simulator: string;
  readonly clock: SimulatorClock;
  readonly journal: Journal;
  readonly postWebhook: PostWebhook;
  /** Which addresses are written to; those of this machine when left out. */
  readonly mayReceive?: ((url: string) => boolean) | undefined;
}): WebhookSender {
  const { mayReceive = isLoopbackUrl } = options;
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();

  function note(webhook: Webhook, status: number, text: string): void {
    options.journal.add({
      at: options.clock.now(),
      simulator: options.simulator,
      method: "WEBHOOK",
      path: webhook.url,
      operation: "WEBHOOK",
      status,
      note: text,
    });
  }

  async function post(webhook: Webhook, attempt: number): Promise<boolean> {
    if (closing.signal.aborted) return false;
    if (!mayReceive(webhook.url)) {
      note(webhook, 0, "not sent: an address that this simulator does not write to");
      return true;
    }
    try {
      const status = await options.postWebhook({
        url: webhook.url,
        headers: { "content-type": "application/json", ...webhook.headers(attempt) },
        body: webhook.body,
        signal: closing.signal,
      });
      note(webhook, status, `try ${attempt}`);
      return status >= 200 && status < 300;
    } catch {
      note(webhook, 0, `try ${attempt}: no answer`);
      return false;
    }
  }

  function tryOnce(webhook: Webhook, attempt: number): Promise<boolean> {
    const trying = post(webhook, attempt);
    underWay.add(trying);
    return trying.finally(() => underWay.delete(trying));
  }

  async function tryAndRetry(webhook: Webhook, attempt: number): Promise<void> {
    const isTaken = await tryOnce(webhook, attempt);
    const pauseMs = webhookRetryMs[attempt - 1];
    if (isTaken || pauseMs === undefined || closing.signal.aborted) return;
    options.clock.after(pauseMs, () => void tryAndRetry(webhook, attempt + 1));
  }

  return {
    tryOnce,
    send: (webhook) => void tryAndRetry(webhook, 1),
    async close() {
      closing.abort();
      await Promise.allSettled(underWay);
    },
  };
}
