/** The job that sends a person the address to choose a new password at (docs/decisions/0322). */
import { factsOfClass } from "#core/messages/refusal-class.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import { giveUp, isTooLate, sendAccountMail, tryLater } from "../people/account-mail.ts";
import { linkMail, linkSms } from "../people/people-mail.ts";
import { makePersonLink } from "../people/person-links.ts";
import { findPerson, type Person } from "../people/persons.ts";
import type { JobHandler, JobResult } from "../queue/job-handler.ts";
import { enqueue, type Job, noMerchant } from "../queue/job-store.ts";
import type { Services } from "../services.ts";
import { smsChannel } from "./send-code.ts";

/** Who asked has left the page by then, and may ask again. */
const tooOldMs = timing.resetLinkMs;

/** Queues the message for a person who asked for a new password. */
export async function queuePasswordReset(
  { db, clock }: Pick<Services, "db" | "clock">,
  { id: personId, email }: Pick<Person, "id" | "email">,
): Promise<void> {
  await enqueue(db.kysely, {
    merchantId: noMerchant,
    kind: "password_reset",
    lane: email === null ? "password_reset:sms" : "password_reset:mail",
    payload: { personId },
    at: new Date(clock.now()),
  });
}

/**
 * The handler of `password_reset`. Each try makes a token of its own, which is in the message alone, and those of before are of no use.
 * A person with an e-mail gets it there, whatever name was typed: a mobile may have gone to somebody else, and opens nothing alone
 * where there is another way.
 */
export const sendPasswordReset: JobHandler = {
  leaseMs: timing.deliveryLeaseMs,
  isResumed: true,
  perLane: 2,
  run: async (services, job) => {
    const person = await findPerson(services.db.kysely, { id: Number(job.payload["personId"]) });
    if (!person) return { kind: "done", lane: "unknown" };
    if (isTooLate(services, job, tooOldMs))
      return giveUp(services, job, { why: "too late", lane: "unknown" });
    const { id: personId, email, language } = person;
    const now = services.clock.now();
    const link = { personId, purpose: "set_password", now, lifetimeMs: timing.resetLinkMs } as const;
    const token = await runInTransaction(services.db.kysely, (trx) => makePersonLink(trx, link));
    const way = `${services.config.consoleUrl}/reset/${token}`;
    if (email === null) return await sendSms(services, job, { person, way });
    const mail = linkMail({ kind: "reset", to: email, language, link: way });
    return await sendAccountMail(services, job, { mail, tooOldMs });
  },
};

async function sendSms(
  services: Services,
  job: Job,
  { person, way }: { readonly person: Person; readonly way: string },
): Promise<JobResult> {
  const { id, mobile, language } = person;
  const channel = await smsChannel(services, id);
  if (channel === null || mobile === null)
    return giveUp(services, job, { why: "no account for text messages", lane: "unknown" });
  const content = { channel: "sms", text: linkSms("reset", language, { link: way }) } as const;
  const sent = await channel.send({ id: services.ids.attemptId(), to: mobile, content });
  if (sent.kind === "accepted") return { kind: "done", lane: "healthy" };
  // It may have arrived: another one would end the link that it has.
  if (sent.kind === "unknown") return giveUp(services, job, { why: "no answer", lane: "failing" });
  const { retry, lane } = factsOfClass(sent.class);
  const failure = { why: `refused: ${sent.class}`, lane };
  return retry === "no" ? giveUp(services, job, failure) : tryLater(services, job, { ...failure, tooOldMs });
}
