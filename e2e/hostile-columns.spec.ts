/**
 * The shop of the hostile texts has one wherever the database keeps what people write of a buyer, and what the shop writes of an order or
 * a client: a column that is added needs one, too.
 */
import { Pool } from "pg";
import { readDatabaseAddress } from "#db/database-address.ts";
import { expect, test } from "./fixtures.ts";
import { columnsWithoutHarm } from "./hostile-buyer.ts";
import { openHostileShop } from "./hostile-shop.ts";

/** Columns, and tables as a whole, that take no markup. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  "addresses and numbers of people, which are checked": [
    ...["clients.email", "clients.mobile", "clients.id_value", "orders.client_validated_email"],
    ...["building_number", "additional_number", "postal_code"].map((part) => `clients.address_${part}`),
    ...["payment_attempts.client_email", "payment_attempts.client_mobile", "acceptance_places.address"],
    ...["invoice_drafts", "quotes", "recurring_invoices"].flatMap((table) => [
      `${table}.client_email`,
      `${table}.client_mobile`,
    ]),
    ...["client_email_codes", "digital_deliveries", "reference_mails", "coupon_uses", "checkouts"],
    ...["quotes.decided_from", "clients.vat_number"],
  ],
  "keys and digests": ["idempotency_keys", "paylink_invoices"],
  "what a message says is drawn when it is sent": ["messages"],
  "the words by which a list finds it": ["invoice_drafts.shown"],
  "of a list, or an address of the web that is checked": [
    ...["orders.callback_url", "orders.cancel_url", "orders.allowed_methods"],
    ...["order_lines.vat_reason_ar", "order_lines.vat_reason_en"],
  ],
  "what colleagues write to each other, and no buyer reads": ["refund_approvals.note"],
};

test("each column that takes what people write of a buyer or an order holds a hostile text in that shop", async ({
  demo,
  dataDir,
}) => {
  await using shop = await openHostileShop(demo, dataDir);
  const connectionString = (await readDatabaseAddress(dataDir)) ?? process.env["DATABASE_URL"];
  const pool = new Pool({ ...(connectionString && { connectionString }) });
  try {
    const known = Object.values(harmless).flat();
    const left = await columnsWithoutHarm(pool, shop.merchantId);
    const isKnown = (column: string) => known.includes(column) || known.includes(column.split(".")[0] ?? "");
    expect(
      left.filter((column) => !isKnown(column)),
      "write one in hostile-shop.ts or hostile-buyer.ts; a form's by sendPageForm, which fails where it is refused. " +
        "What takes no markup, such as a mobile or what a check refuses, stands under its reason in `harmless` here",
    ).toEqual([]);
    const unused = known.filter(
      (name) => !left.some((column) => column === name || column.startsWith(`${name}.`)),
    );
    expect(unused, "it holds one").toEqual([]);
  } finally {
    await pool.end();
  }
});
