/**
 * The job of one message. What is about to leave is written down first (`submitting`); what left without an answer is
 * `unknown` and is never sent again blindly: its provider is asked, or its report is waited for.
 */
import type { Transaction } from "kysely";
import type { CheckOutcome, MessageChannel, SendOutcome } from "#core/messages/message-channel.ts";
import { messageKindFacts, openMessageStates, type SuppressionReason } from "#core/messages/message-state.ts";
import { afterQuietHours } from "#core/messages/quiet-hours.ts";
import { factsOfClass, type RefusalClass, retryAfterMs } from "#core/messages/refusal-class.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { mayReach } from "../notifications/may-reach.ts";
import type { JobHandler, JobResult } from "../queue/job-handler.ts";
import { enqueue } from "../queue/job-store.ts";
import type { Services } from "../services.ts";
import { channelOf } from "./channel-directory.ts";
import { composeMessage } from "./compose.ts";
import { queueFallback } from "./fallback.ts";
import { readMessageSettings } from "./message-settings.ts";
import {
  findMessage,
  type MessageKey,
  type MessageRow,
  moveMessage,
  noteProvider,
  publicMessageId,
} from "./message-store.ts";
import { loadMessageSubject, type MessageSubject, reasonNotToSend } from "./message-subject.ts";
import { hasOptedOut } from "./opt-outs.ts";
import { loadQuoteSubject } from "./quote-subject.ts";

/** A handler that throws is tried again so often. */
const triesAfterErrors = 6;

/** Sent again where no report came; after that a person decides. */
const mostBlindTries = 2;

/** The handler of `message`. */
export const sendMessage: JobHandler = {
  leaseMs: timing.messageLeaseMs,
  perLane: 4,
  run: async (services, job) => {
    const key = { merchantId: job.merchant_id, id: Number(job.payload["messageId"]) };
    const found = await findMessage(services.db.kysely, key);
    if (!found || !openMessageStates.includes(found.state)) return { kind: "done", lane: "unknown" };
    const { merchantId } = key;
    if (
      found.address !== null &&
      !(await mayReach(services.db.kysely, { merchantId, address: found.address }))
    )
      return suppress(services, key, "test_world");
    const channel = await channelOf(services, services.db.kysely, { ...key, channel: found.channel });
    if (!channel) return give(services, key, { class: "account", code: "no_account" });
    // A process died while it was being sent.
    const message = found.state === "submitting" ? await nowUnknown(services, key, found) : found;
    if (message.state !== "unknown") return await send(services, message, channel);
    return await resolve(services, message, channel);
  },
  afterError: (services, job, why) => {
    const key = { merchantId: job.merchant_id, id: Number(job.payload["messageId"]) };
    const afterMs = timing.messageRetriesMs[job.tries - 1];
    if (afterMs !== undefined && job.tries < triesAfterErrors)
      return { kind: "retry", afterMs, why, lane: "unknown" };
    return { ...give(services, key, { class: "malformed", code: "internal" }), lane: "unknown" };
  },
};

/** Ends a message that was not taken, and hands it on to the next channel. */
function give(
  services: Services,
  key: MessageKey,
  refused: { readonly class: RefusalClass; readonly code: string },
): JobResult {
  return {
    kind: "done",
    lane: factsOfClass(refused.class).lane,
    write: async (trx) => await failMessage(services, trx, key, refused),
  };
}

/** The message has failed. What its class says continues: by the next channel, and to the operator's log. */
export async function failMessage(
  services: Services,
  trx: Transaction<Schema>,
  key: MessageKey,
  refused: { readonly class: RefusalClass; readonly code: string },
): Promise<void> {
  const before = await moveMessage(trx, key, {
    to: "failed",
    at: new Date(services.clock.now()),
    ...refused,
  });
  if (!before) return;
  const facts = factsOfClass(refused.class);
  if (facts.isForOperator)
    services.log.error("message refused", {
      ...key,
      channel: before.channel,
      class: refused.class,
      code: refused.code,
    });
  if (facts.triesNextChannel || refused.class === "account") await queueFallback(services, trx, before);
}

/** Ends a message that is not to be sent. */
function suppress({ clock }: Services, key: MessageKey, reason: SuppressionReason): JobResult {
  const at = new Date(clock.now());
  const write = async (trx: Transaction<Schema>): Promise<void> =>
    void (await moveMessage(trx, key, { to: "suppressed", at, class: reason }));
  return { kind: "done", lane: "unknown", write };
}

async function nowUnknown(services: Services, key: MessageKey, message: MessageRow): Promise<MessageRow> {
  await runInTransaction(services.db.kysely, (trx) =>
    moveMessage(trx, key, { to: "unknown", at: new Date(services.clock.now()), code: "process_died" }),
  );
  return { ...message, state: "unknown" };
}

/** A first or a further try of what was certainly not taken. */
async function send(services: Services, message: MessageRow, channel: MessageChannel): Promise<JobResult> {
  const { db, clock } = services;
  const now = clock.now();
  const key = { merchantId: message.merchant_id, id: message.id };
  if (now - message.created_at.getTime() > timing.messageTooOldMs)
    return give(services, key, { class: "account", code: "too_old" });
  const { isReminder } = messageKindFacts[message.kind];
  if (isReminder) {
    const { quietHours } = await readMessageSettings(db.kysely, key.merchantId);
    const at = quietHours === null ? now : afterQuietHours(now, quietHours);
    if (at > now) return { kind: "retry", afterMs: at - now, why: "quiet hours", lane: "unknown" };
  }
  const subject = await subjectOf(services, message);
  const reason =
    isReminder && (await hasOptedOut(services, db.kysely, message))
      ? "opted_out"
      : reasonNotToSend(subject, message.kind, now);
  if (reason === "payment_in_progress" && now - message.created_at.getTime() < timing.reminderLatestMs)
    return { kind: "retry", afterMs: timing.reminderPaymentWaitMs, why: reason, lane: "unknown" };
  if (reason !== null) return suppress(services, key, reason);
  const content = await composeMessage(services, message, subject);
  const { address } = message;
  const isOurs = await runInTransaction(db.kysely, (trx) =>
    moveMessage(trx, key, { to: "submitting", at: new Date(now), code: null, class: null }),
  );
  if (!isOurs || address === null) return { kind: "done", lane: "unknown" };
  const outcome = await channel.send({ id: publicMessageId(key), to: address, content });
  return resultOf(services, { message: { ...message, tries: isOurs.tries + 1 }, channel }, outcome);
}

async function subjectOf(services: Services, message: MessageRow): Promise<MessageSubject> {
  const { merchant_id: merchantId, order_id: orderId, quote_id: quoteId, kind } = message;
  const db = services.db.kysely;
  if (quoteId !== null) return await loadQuoteSubject(db, { merchantId, quoteId });
  return await loadMessageSubject(services, db, { merchantId, orderId: orderId ?? 0, kind });
}

type Sent = { readonly message: MessageRow; readonly channel: MessageChannel };

function resultOf(services: Services, { message, channel }: Sent, outcome: SendOutcome): JobResult {
  const at = new Date(services.clock.now());
  const key = { merchantId: message.merchant_id, id: message.id };
  if (outcome.kind === "accepted") {
    const write = async (trx: Transaction<Schema>): Promise<void> => {
      await noteProvider(trx, key, outcome);
      await moveMessage(trx, key, { to: outcome.state, at });
      if (channel.name !== "email") await enqueueCheck(trx, { key, channel, at });
    };
    return { kind: "done", lane: "healthy", write };
  }
  if (outcome.kind === "unknown") {
    const write = async (trx: Transaction<Schema>): Promise<void> =>
      void (await moveMessage(trx, key, { to: "unknown", at, code: outcome.reason }));
    return { kind: "retry", afterMs: timing.messageDoubtMs, why: outcome.reason, lane: "failing", write };
  }
  const afterMs = retryAfterMs(outcome.class, message.tries);
  if (afterMs === null) return give(services, key, outcome);
  const { lane, isForOperator } = factsOfClass(outcome.class);
  if (isForOperator)
    services.log.error("messages wait for their account", {
      ...key,
      channel: channel.name,
      code: outcome.code,
    });
  const { code } = outcome;
  const write = async (trx: Transaction<Schema>): Promise<void> =>
    void (await moveMessage(trx, key, { to: "queued", at, code, class: outcome.class }));
  return { kind: "retry", afterMs, why: `${outcome.class} ${code}`, lane, write };
}

/** What may have been taken: asks the provider, or waits for its report and then sends it again. */
async function resolve(services: Services, message: MessageRow, channel: MessageChannel): Promise<JobResult> {
  const now = services.clock.now();
  const key = { merchantId: message.merchant_id, id: message.id };
  const sentAt = (message.submitted_at ?? message.created_at).getTime();
  if (now - message.created_at.getTime() > timing.messageTooOldMs) return expired(services, key);
  const waitMs = sentAt + timing.messageDoubtMs - now;
  if (waitMs > 0) return { kind: "retry", afterMs: waitMs, why: "no answer yet", lane: "unknown" };
  if (channel.check) {
    const answer = await channel.check({ id: publicMessageId(key), providerId: message.provider_id });
    if (answer.kind === "found") return found(services, { message, channel }, answer);
    if (answer.kind === "not_found") return await send(services, message, channel);
    return { kind: "retry", afterMs: timing.messageDoubtMs, why: answer.reason, lane: "failing" };
  }
  if (channel.resendsAfterDoubt && message.tries < mostBlindTries)
    return await send(services, message, channel);
  // The shop sees it in the log, and may send another.
  return {
    kind: "retry",
    afterMs: message.created_at.getTime() + timing.messageTooOldMs - now + 1,
    why: "unknown",
    lane: "unknown",
  };
}

function found(
  services: Services,
  { message, channel }: Sent,
  answer: Extract<CheckOutcome, { kind: "found" }>,
): JobResult {
  const key = { merchantId: message.merchant_id, id: message.id };
  const at = new Date(services.clock.now());
  const write = async (trx: Transaction<Schema>): Promise<void> => {
    if (answer.state === "failed")
      return await failMessage(services, trx, key, { class: "recipient", code: answer.code ?? "failed" });
    await moveMessage(trx, key, { to: answer.state, at, providerId: answer.providerId });
    await enqueueCheck(trx, { key, channel, at });
  };
  return { kind: "done", lane: "healthy", write };
}

function expired(services: Services, key: MessageKey): JobResult {
  const at = new Date(services.clock.now());
  const write = async (trx: Transaction<Schema>): Promise<void> =>
    void (await moveMessage(trx, key, { to: "expired", at, class: "unknown" }));
  return { kind: "done", lane: "unknown", write };
}

async function enqueueCheck(
  trx: Transaction<Schema>,
  { key, channel, at }: { readonly key: MessageKey; readonly channel: MessageChannel; readonly at: Date },
): Promise<void> {
  await enqueue(trx, {
    merchantId: key.merchantId,
    kind: "message_check",
    lane: `message_check:${channel.name}:${channel.account}`,
    payload: { messageId: key.id },
    at: new Date(at.getTime() + timing.messageChecksMs[0]),
  });
}
