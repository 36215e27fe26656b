/** The job of the mail that tells a merchant of an endpoint that was switched off: in Arabic, then in English. */
import type { Mailer } from "#core/ports.ts";
import { isolateLtr } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import type { World } from "#core/world.ts";
import { escapeHtml } from "../http/escape-html.ts";
import { mailPage, paragraph } from "../notifications/mail-page.ts";
import { isRefusedAddress } from "../notifications/mailer.ts";
import { subjectOfWorld } from "../notifications/subject-of-world.ts";
import type { JobHandler } from "../queue/job-handler.ts";
import ar from "./notice.ar.json" with { type: "json" };
import en from "./notice.en.json" with { type: "json" };

/** The handler of `webhook_notice`. A mail server that is away is tried again, as with digital goods. */
export const sendNotice: JobHandler = {
  leaseMs: timing.deliveryLeaseMs,
  perLane: 1,
  run: async ({ db, mailer }, job) => {
    const row = await db.kysely
      .selectFrom("webhook_endpoints as w")
      .innerJoin("merchants as m", "m.id", "w.merchant_id")
      .select(["m.email", "m.world", "w.url"])
      .where("w.merchant_id", "=", job.merchant_id)
      .where("w.id", "=", Number(job.payload["endpointId"]))
      .executeTakeFirst();
    if (!row) return { kind: "done", lane: "unknown" };
    try {
      await mailer(noticeMail(row));
      return { kind: "done", lane: "healthy" };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (isRefusedAddress(error)) return { kind: "failed", why, lane: "healthy" };
      const afterMs = timing.deliveryRetriesMs[job.tries - 1];
      return afterMs === undefined
        ? { kind: "failed", why, lane: "failing" }
        : { kind: "retry", afterMs, why, lane: "failing" };
    }
  },
};

function noticeMail({
  email,
  url,
  world,
}: {
  readonly email: string;
  readonly url: string;
  readonly world: World;
}): Parameters<Mailer>[0] {
  const lines = (texts: typeof en, address: string): string[] => [
    texts.what,
    address,
    texts.effect,
    texts.remedy,
  ];
  const html = (texts: typeof en): string =>
    lines(
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, escapeHtml(text)])) as typeof en,
      `<bdi dir="ltr">${escapeHtml(url)}</bdi>`,
    )
      .map(paragraph)
      .join("");
  return {
    to: email,
    subject: subjectOfWorld(`${ar.subject} · ${en.subject}`, { world, language: "ar" }),
    text: [...lines(ar, isolateLtr(url)), ...lines(en, url)].join("\n\n"),
    html: mailPage("ar", `${html(ar)}<div lang="en" dir="ltr">${html(en)}</div>`),
  };
}
