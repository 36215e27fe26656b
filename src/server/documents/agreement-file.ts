/**
 * The terms of sale of an order as a file (Spec 7, getDesktopOrderFile): the very text that the buyer accepts, with
 * its version and fingerprint. Which version an order has cannot change once it is paid (migration 0002).
 */
import type { Kysely, Transaction } from "kysely";
import type { Language } from "#core/language.ts";
import { cleanText } from "#core/text.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import { accentOf } from "./document-model.ts";
import { both, type DocumentTexts, type Pair } from "./document-texts.ts";
import { dateTimeText } from "./figures.ts";
import { type AgreementPrintModel, fact } from "./print-model.ts";
import { figure, prose, proseLines } from "./printable.ts";

export type OrderAgreement = {
  readonly orderNumber: string;
  readonly sellerName: string;
  readonly theme: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly body: string;
  readonly english: { readonly title: string; readonly body: string } | null;
  readonly version: number;
  /** Fingerprint of the text as stored. */
  readonly sha256: string;
  readonly createdAt: Date;
  readonly accepted: { readonly at: Date; readonly sha256: string } | null;
};

/** Longest text that is set; far above what a buyer accepts on a telephone. */
const bodyLength = 200_000;

/** The agreement of an order, or null when there is no such order or it has none. */
export async function loadOrderAgreement(
  db: Kysely<DocumentsDatabase>,
  orderNumber: string,
): Promise<OrderAgreement | null> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("agreements as a", (join) =>
      join.onRef("a.merchant_id", "=", "o.merchant_id").onRef("a.id", "=", "o.agreement_id"),
    )
    .innerJoin("merchants as m", "m.id", "o.merchant_id")
    .leftJoin("themes as t", "t.merchant_id", "o.merchant_id")
    .select([
      "o.order_number",
      "o.agreement_accepted_at",
      "o.agreement_accepted_sha256",
      "m.shop_name",
      "t.settings",
    ])
    .select(["a.title", "a.body", "a.title_en", "a.body_en", "a.version", "a.sha256", "a.created_at"])
    .where("o.order_number", "=", orderNumber)
    .executeTakeFirst();
  if (!row) return null;
  const { agreement_accepted_at: at, agreement_accepted_sha256: sha256 } = row;
  return {
    orderNumber: row.order_number,
    sellerName: row.shop_name,
    theme: row.settings ?? {},
    title: row.title,
    body: row.body,
    english:
      row.title_en === null || row.body_en === null ? null : { title: row.title_en, body: row.body_en },
    version: row.version,
    sha256: row.sha256,
    createdAt: row.created_at,
    accepted: at && sha256 ? { at, sha256 } : null,
  };
}

/** From where a buyer accepts: what the request states, as far as it is known. */
export type AcceptedFrom = { readonly ipAddress: string | null; readonly userAgent: string | null };

/** Characters of a browser's name that are kept. */
const userAgentLength = 200;

/**
 * Keeps on the order which text the buyer accepted: the time, and the fingerprint of the version that the order has; and
 * beside it from where, the last time before the payment (docs/decisions/0196). Call it when a payment starts with the box ticked
 * (decision K7). An order without an agreement stays as it is.
 */
export async function acceptAgreement(
  trx: Transaction<DocumentsDatabase>,
  { orderId, at, from }: { readonly orderId: number; readonly at: Date; readonly from: AcceptedFrom },
): Promise<void> {
  const accepted = await trx
    .updateTable("orders")
    .from("agreements as a")
    .set((set) => ({ agreement_accepted_at: at, agreement_accepted_sha256: set.ref("a.sha256") }))
    .where("orders.id", "=", orderId)
    .where("orders.paid_at", "is", null)
    .whereRef("a.id", "=", "orders.agreement_id")
    .returning(["orders.merchant_id"])
    .executeTakeFirst();
  if (!accepted || from.ipAddress === null) return;
  const place = {
    accepted_at: at,
    address: shortAddress(from.ipAddress),
    user_agent: cleanText(from.userAgent ?? "", userAgentLength) || null,
  };
  await trx
    .insertInto("acceptance_places")
    .values({ merchant_id: accepted.merchant_id, order_id: orderId, ...place })
    .onConflict((conflict) => conflict.columns(["merchant_id", "order_id"]).doUpdateSet(place))
    .execute();
}

/** An IPv4 address as such, also where the socket has it inside of an IPv6 one; no zone of this machine. */
function shortAddress(address: string): string {
  return (address.split("%")[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
}

/** The print model of an agreement; its text is set in its own direction, paragraph by paragraph. */
export function toAgreementModel(agreement: OrderAgreement, language: Language): AgreementPrintModel {
  const label = (pick: (texts: DocumentTexts["agreement"]) => string): Pair =>
    both(language, (texts) => pick(texts.agreement));
  const { accepted } = agreement;
  const { title, body } = (language === "en" && agreement.english) || agreement;
  const notAccepted = label((texts) => texts.notAccepted).map((text) => prose(text, 100));
  return {
    template: "agreement",
    language,
    fileTitle: title,
    author: agreement.sellerName,
    keywords: [agreement.orderNumber],
    accent: accentOf(resolveTheme(agreement.theme).primaryColor),
    pageOf: both(language, (texts) => texts.page),
    kind: label((texts) => texts.title),
    heading: prose(title, 300) ?? figure("-"),
    facts: [
      ...fact(
        label((texts) => texts.seller),
        prose(agreement.sellerName, 200),
      ),
      ...fact(
        label((texts) => texts.orderNumber),
        figure(agreement.orderNumber),
      ),
      ...fact(
        label((texts) => texts.version),
        figure(String(agreement.version)),
      ),
      ...fact(
        label((texts) => texts.acceptedAt),
        ...(accepted ? [figure(dateTimeText(accepted.at.getTime()))] : notAccepted),
      ),
      // What was accepted; before that, what will be.
      ...fact(
        label((texts) => texts.hash),
        figure(accepted?.sha256 ?? agreement.sha256),
      ),
    ],
    paragraphs: proseLines(body, bodyLength),
  };
}
