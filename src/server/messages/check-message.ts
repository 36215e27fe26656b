/** The job that asks for the status of a message that a provider has, where it can be asked, and ends what is never reported on. */
import type { MessageState } from "#core/messages/message-state.ts";
import * as timing from "#core/timing.ts";
import type { JobHandler, JobResult } from "../queue/job-handler.ts";
import { channelOf } from "./channel-directory.ts";
import { findMessage, moveMessage, publicMessageId } from "./message-store.ts";
import { failMessage } from "./send-message.ts";

const openWithProvider: readonly MessageState[] = ["accepted", "held", "sent"];

/** The handler of `message_check`. */
export const checkMessage: JobHandler = {
  leaseMs: timing.messageLeaseMs,
  perLane: 2,
  run: async (services, job) => {
    const { db, clock } = services;
    const key = { merchantId: job.merchant_id, id: Number(job.payload["messageId"]) };
    const message = await findMessage(db.kysely, key);
    if (!message || !openWithProvider.includes(message.state)) return { kind: "done", lane: "unknown" };
    const channel = await channelOf(services, db.kysely, { ...key, channel: message.channel });
    const answer = await channel?.check?.({ id: publicMessageId(key), providerId: message.provider_id });
    const at = new Date(clock.now());
    const isSilent = answer?.kind === "unknown";
    const lane = answer === undefined ? "unknown" : isSilent ? "failing" : "healthy";
    const afterMs = timing.messageChecksMs[job.tries];
    const isOver = afterMs === undefined;
    const state = answer?.kind === "found" ? answer.state : null;
    const write: JobResult["write"] = async (trx) => {
      if (state === "failed" && answer?.kind === "found")
        await failMessage(services, trx, key, { class: "recipient", code: answer.code ?? "failed" });
      else if (state !== null && state !== message.state) await moveMessage(trx, key, { to: state, at });
      if (isOver) await moveMessage(trx, key, { to: "expired", at, class: "no_report" });
    };
    if (isOver || state === "failed" || state === "delivered" || state === "read")
      return { kind: "done", lane, write };
    return { kind: "retry", afterMs, why: "not delivered yet", lane, write };
  },
};
