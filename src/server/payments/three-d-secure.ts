/**
 * The 3-D Secure page of a card's bank: HTML of a third party, kept for one attempt, handed out once and only inside
 * a sandbox (decision K5).
 */
import { createHash } from "node:crypto";
import { type FrameParents, frameAncestors } from "#core/frame-parents.ts";
import type { Language } from "#core/language.ts";
import { directionOf } from "#core/language.ts";
import * as timing from "#core/timing.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";

/** Keeps a bank's page. The key leaves with the reply; only its hash stays here. */
export async function storeThreeDSecurePage(
  services: Services,
  page: { readonly order: OrderRecord; readonly attempt: AttemptRow; readonly html: string },
): Promise<{ key: string; signature: string }> {
  const key = services.ids.token(24);
  await services.db.kysely
    .insertInto("three_d_secure_pages")
    .values({
      key_hash: hashKey(key),
      attempt_id: page.attempt.id,
      html: page.html,
      expires_at: new Date(services.clock.now() + timing.threeDSecureLifetimeMs),
    })
    .execute();
  return { key, signature: services.signing.sign("three-d-secure", [page.order.order_number, key]) };
}

export type ThreeDSecurePage = {
  /** The payment was started inside a merchant's page, so the bank's page is shown there, too. */
  readonly isFramed: boolean;
} & (
  | { readonly kind: "page"; readonly html: string }
  /** Handed out before; the buyer reloaded. The result page knows how the payment stands. */
  | { readonly kind: "used"; readonly returnToken: string }
);

/**
 * Hands out a page for the first time it is asked for.
 * @returns null for everything that does not fit together: key, signature, order, time, attempt
 */
export async function takeThreeDSecurePage(
  services: Services,
  given: { readonly order: OrderRecord; readonly key: string; readonly signature: string },
): Promise<ThreeDSecurePage | null> {
  if (!services.signing.verify("three-d-secure", [given.order.order_number, given.key], given.signature))
    return null;
  const now = new Date(services.clock.now());
  const taken = await services.db.kysely
    .updateTable("three_d_secure_pages as p")
    .from("payment_attempts as a")
    .set({ used_at: now })
    .whereRef("a.id", "=", "p.attempt_id")
    .where("p.key_hash", "=", hashKey(given.key))
    .where("p.used_at", "is", null)
    .where("p.expires_at", ">", now)
    .where("a.order_id", "=", given.order.id)
    .where("a.state", "=", "awaiting_buyer")
    .returning(["p.html", "a.channel"])
    .executeTakeFirst();
  if (taken) return { kind: "page", html: taken.html, isFramed: taken.channel === "frame" };
  const used = await services.db.kysely
    .selectFrom("three_d_secure_pages as p")
    .innerJoin("payment_attempts as a", "a.id", "p.attempt_id")
    .select(["a.return_token", "a.channel"])
    .where("p.key_hash", "=", hashKey(given.key))
    .where("a.order_id", "=", given.order.id)
    .executeTakeFirst();
  return used ? { kind: "used", returnToken: used.return_token, isFramed: used.channel === "frame" } : null;
}

/** The bank's fragment as a document of its own. It is not cleaned: the sandbox of its answer is what holds it. */
export function threeDSecureDocument(
  { html, isFramed }: { readonly html: string; readonly isFramed: boolean },
  language: Language,
  title: string,
): string {
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>` +
    "<style>html,body{height:100%;margin:0}iframe{width:100%;min-height:90vh;border:0}</style></head>" +
    `<body>${isFramed ? leaveOnReturn : ""}${html}</body></html>`
  );
}

/** What the way back (returns.ts) says to the pages around it. It carries nothing: anybody may say it. */
export const returnMessage = "wasl:3ds-return";

/**
 * Inside a merchant's page the bank's frame may move neither that page nor this one. It says that it is done, and this
 * page loads itself again: the second time it leads to the result.
 */
const leaveOnReturn = `<script>addEventListener("message",function(e){if(e.data==="${returnMessage}")location.reload()})</script>`;

/**
 * The policy of a bank's page.
 * @param parents who may show it inside a page, which nobody may unless it began in one
 * @param banks `simulated` ones stand on this machine, without https
 */
export function threeDSecurePolicy(parents: FrameParents, banks: "real" | "simulated"): string {
  return `${sandboxFor(banks)}; frame-ancestors ${frameAncestors(parents)}`;
}

/** No `allow-same-origin`: the page cannot read our cookies or storage, nor call us as the buyer. */
function sandboxFor(banks: "real" | "simulated"): string {
  const web = banks === "real" ? "https:" : "https: http://127.0.0.1:* http://localhost:*";
  return [
    "sandbox allow-forms allow-scripts allow-top-navigation",
    "default-src 'none'",
    `script-src 'unsafe-inline' ${web}`,
    "style-src 'unsafe-inline' https:",
    "img-src https: data:",
    "connect-src https:",
    `frame-src ${web}`,
    `form-action ${web}`,
    "base-uri 'none'",
  ].join("; ");
}

function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
