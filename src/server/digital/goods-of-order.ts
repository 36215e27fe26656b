/** What a paid order delivers, for its pages and its mail. An order that is not paid, or not any more, delivers nothing. */
import type { Kysely } from "kysely";
import type { DigitalGood } from "#contract/pages.ts";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { downloadAddress } from "./download-address.ts";
import { maskEmail } from "./mask-email.ts";

const paidStatuses = orderStatuses.filter((status) => orderStatusFacts[status].paid);

/** The lines of a paid order that deliver something, in their order; one statement. */
export async function goodsOfOrder(db: Kysely<Schema>, orderNumber: string) {
  return await db
    .selectFrom("orders as o")
    .innerJoin("order_lines as l", (join) =>
      join.onRef("l.merchant_id", "=", "o.merchant_id").onRef("l.order_id", "=", "o.id"),
    )
    .leftJoin("digital_files as f", (join) =>
      join.onRef("f.merchant_id", "=", "l.merchant_id").onRef("f.id", "=", "l.digital_file_id"),
    )
    .select(["o.order_number", "o.client_validated_email", "l.position", "l.title", "l.digital_text"])
    .select(["f.file_name", "f.content_type", "f.byte_length", "f.sha256"])
    .where("o.order_number", "=", orderNumber)
    .where("o.status", "in", paidStatuses)
    .where((where) =>
      where.or([where("l.digital_text", "is not", null), where("l.digital_file_id", "is not", null)]),
    )
    .orderBy("l.position")
    .execute();
}

/** The same as pages show it, each file with an address that is good for an hour. */
export async function loadDigitalGoods(
  { db, config, signing, clock }: Pick<Services, "db" | "config" | "signing" | "clock">,
  orderNumber: string,
): Promise<DigitalGood[]> {
  const rows = await goodsOfOrder(db.kysely, orderNumber);
  const environment = { serverUrl: config.serverUrl, signing, now: clock.now() };
  return rows.map((row) => ({
    title: row.title,
    text: row.digital_text,
    sentTo: row.client_validated_email === null ? null : maskEmail(row.client_validated_email),
    file:
      row.file_name === null || row.byte_length === null
        ? null
        : {
            name: row.file_name,
            byteLength: row.byte_length,
            address: downloadAddress(environment, {
              orderNumber: row.order_number,
              position: row.position,
            }),
          },
  }));
}
