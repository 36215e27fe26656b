/** The job that sends the numbers for the bank by e-mail: what is open at that moment, or nothing. */
import * as timing from "#core/timing.ts";
import { isRefusedAddress } from "../notifications/mailer.ts";
import { mayReach } from "../notifications/may-reach.ts";
import { insertMessageEvent } from "../notifications/message-event.ts";
import { isPayable } from "../orders/order-open.ts";
import { loadOpenReferences } from "../payments/open-references.ts";
import type { JobHandler, JobResult } from "../queue/job-handler.ts";
import type { Job } from "../queue/job-store.ts";
import type { Services } from "../services.ts";
import { referenceMail } from "./reference-mail.ts";
import { endReferenceMail, findDueMail } from "./reference-mail-store.ts";

/** The handler of `reference_mail`. A mail server that is away is tried again, as with digital goods. */
export const sendReferenceMail: JobHandler = {
  leaseMs: timing.deliveryLeaseMs,
  perLane: 2,
  run: async (services, job) => {
    const { merchant_id: merchantId } = job;
    const id = Number(job.payload["mailId"]);
    const mail = await findDueMail(services.db.kysely, merchantId, id);
    if (!mail) return { kind: "done", lane: "unknown" };
    const end = (state: EndState) => ending(job, state);
    const open = await loadOpenReferences(services, mail.order_number);
    const isOver = !isPayable(mail, services.clock.now());
    const reference = isOver ? undefined : open.find(({ method }) => method === mail.method);
    if (!reference) return { kind: "done", lane: "unknown", ...end("dropped") };
    if (!(await mayReach(services.db.kysely, { merchantId, address: mail.address })))
      return { kind: "done", lane: "unknown", ...end("refused") };
    try {
      await services.mailer(referenceMail({ ...letterOf(services, mail), reference }));
      return { kind: "done", lane: "healthy", ...end("sent") };
    } catch (error) {
      const why = error instanceof Error ? error.name : "error";
      // The library's message quotes the address.
      if (isRefusedAddress(error)) return { kind: "done", lane: "healthy", ...end("refused") };
      const afterMs = timing.deliveryRetriesMs[job.tries - 1];
      return afterMs === undefined
        ? { kind: "failed", why, lane: "failing", ...end("failed") }
        : { kind: "retry", afterMs, why, lane: "failing" };
    }
  },
  afterError: (_services, job, why) => {
    const afterMs = timing.deliveryRetriesMs[job.tries - 1];
    return afterMs === undefined
      ? { kind: "failed", why, lane: "unknown", ...ending(job, "failed") }
      : { kind: "retry", afterMs, why, lane: "unknown" };
  },
};

type EndState = "sent" | "refused" | "failed" | "dropped";

/** What ends the mail beside its job. */
function ending({ merchant_id: merchantId, payload }: Job, state: EndState): Pick<JobResult, "write"> {
  return {
    write: async (trx) => {
      const orderId = await endReferenceMail(trx, merchantId, { id: Number(payload["mailId"]), state });
      if (state === "dropped" || orderId === null) return;
      const outcome = state === "failed" ? "unreachable" : state;
      await insertMessageEvent(trx, { merchantId, orderId, kind: "payment_reference", outcome });
    },
  };
}

type DueMail = NonNullable<Awaited<ReturnType<typeof findDueMail>>>;

function letterOf({ config }: Services, { address, language, world, shop_name, order_number }: DueMail) {
  return {
    to: address,
    language,
    world,
    shop: shop_name,
    orderNumber: order_number,
    page: `${config.webUrl}/pay/info/${order_number}?lang=${language}`,
  };
}
