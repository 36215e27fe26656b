/**
 * One request and its answer, the same way for every simulator: play the armed faults at the right moment, let the
 * simulator do the work, write one journal line, send the answer and then the notifications.
 */

import type { FastifyReply, FastifyRequest } from "fastify";
import type { SimulatorClock } from "./clock.ts";
import type { ArmedFault, FaultQueue } from "./faults.ts";
import type { Journal } from "./journal.ts";
import { answerOrRefusal } from "./refusal.ts";
import type { Webhook, WebhookSender } from "./webhooks.ts";

export type Answer = {
  readonly status: number;
  /** An object is sent as JSON; text is sent as it is, with `contentType`. */
  readonly body: object | string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For the journal: the result. */
  readonly note?: string;
  readonly webhooks?: readonly Webhook[];
};

/** What the work may ask about the faults of this request. */
export type Call = {
  readonly operation: string;
  /** Uses up the named fault if it is armed for this request or called for by a magic value. */
  readonly hasFault: (fault: string) => boolean;
  /** The pause of delay_ms when one is due, else null. The kit takes it before the work unless `pausesInside`. */
  readonly pause: () => Promise<void> | null;
};

export type Exchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The provider's own name of the call; faults may be limited to it. */
  readonly operation: string;
  /** May throw a Refusal (refusal.ts): its answer is sent. */
  readonly work: (call: Call) => Answer | Promise<Answer>;
  /** The provider's own answer when it is broken (500) or busy (503). Absent: the kit plays no fault here. */
  readonly outage?: (status: 500 | 503) => Answer;
  /** A fault that a magic value in the request calls for, as if it had been armed for this request. */
  readonly magic?: { readonly fault: string; readonly delayMs?: number } | null;
  /** The work calls `pause` itself, while it holds the provider's lock. */
  readonly pausesInside?: boolean;
};

export type Serve = (exchange: Exchange) => Promise<FastifyReply>;

/** The `serve` function of one simulator. */
export function createServe(parts: {
  readonly simulator: string;
  readonly clock: SimulatorClock;
  readonly journal: Journal;
  readonly faults: FaultQueue;
  readonly webhooks: WebhookSender;
}): Serve {
  const { simulator, clock, journal, faults, webhooks } = parts;

  function write(exchange: Exchange, status: number, note: string): void {
    const { method, url: path } = exchange.request;
    journal.add({ at: clock.now(), simulator, method, path, operation: exchange.operation, status, note });
  }

  function drop(exchange: Exchange, note: string): FastifyReply {
    write(exchange, 0, note);
    exchange.reply.hijack();
    exchange.request.raw.socket.destroy();
    return exchange.reply;
  }

  function send(exchange: Exchange, answer: Answer, note = answer.note ?? ""): FastifyReply {
    write(exchange, answer.status, note);
    const { reply } = exchange;
    reply.code(answer.status);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    if (answer.contentType !== undefined) reply.type(answer.contentType);
    return reply.send(answer.body);
  }

  return async function serve(exchange) {
    const call = createCall(exchange, faults);
    const { outage } = exchange;
    if (outage !== undefined) {
      if (call.hasFault("drop_before")) return drop(exchange, "dropped before any work");
      if (call.hasFault("status_500")) return send(exchange, outage(500), "fault status_500, nothing done");
      if (call.hasFault("status_503")) return send(exchange, outage(503), "fault status_503, nothing done");
      if (exchange.pausesInside !== true) await call.pause();
    }
    const answer = await answerOrRefusal(() => exchange.work(call));
    if (answer.webhooks !== undefined) await notify(answer.webhooks, call, webhooks);
    if (outage !== undefined) {
      if (call.hasFault("drop_after_commit"))
        return drop(exchange, `dropped after the work: ${answer.note ?? ""}`);
      if (call.hasFault("500_after_commit")) {
        return send(exchange, outage(500), `500 after the work: ${answer.note ?? ""}`);
      }
    }
    return send(exchange, answer);
  };
}

/** Before the reply only when that fault is on; otherwise once the event loop has sent the reply. */
async function notify(wanted: readonly Webhook[], call: Call, webhooks: WebhookSender): Promise<void> {
  if (wanted.length === 0) return;
  const all = call.hasFault("duplicate_webhook") ? [...wanted, ...wanted] : wanted;
  if (call.hasFault("webhook_before_reply")) {
    for (const webhook of all) await webhooks.tryOnce(webhook, 1);
    return;
  }
  setImmediate(() => {
    for (const webhook of all) webhooks.send(webhook);
  });
}

function createCall(exchange: Exchange, faults: FaultQueue): Call {
  const { operation } = exchange;
  let magic = exchange.magic ?? null;

  function take(fault: string): Pick<ArmedFault, "delayMs"> | null {
    if (magic?.fault === fault) {
      const called = { delayMs: magic.delayMs };
      magic = null;
      return called;
    }
    return faults.take(fault, operation);
  }

  return {
    operation,
    hasFault: (fault) => take(fault) !== null,
    pause() {
      const delayMs = take("delay_ms")?.delayMs;
      if (delayMs === undefined) return null;
      // Unreferenced: a closed server does not wait for a delay that no caller waits for any more.
      return new Promise((resolve) => setTimeout(resolve, delayMs).unref());
    },
  };
}
