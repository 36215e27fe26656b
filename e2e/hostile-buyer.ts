/** What buyers of the hostile shop write themselves, and what the shop writes of them: each text that the database keeps has one. */
import type { Pool } from "pg";
import { returnLimits } from "#core/return-request.ts";
import { columnsOfShopsWords, columnsOfWords } from "#test/columns-of-buyers.ts";
import { type HostileShop, type HostileText, trap } from "./hostile-shop.ts";
import { sendPageForm } from "./page-forms.ts";

type Filled = Pick<HostileShop, "call" | "demo" | "linkIdentity" | "orders">;

/** Answers the question of a product page, pays another invoice in cash, asks for a return and has it answered. */
export async function writeAsBuyer(shop: Filled, text: HostileText): Promise<void> {
  const { call, demo, linkIdentity, orders } = shop;
  const link = await call("GET", `/rest/pay/product/${linkIdentity}`);
  const { merchant, product, signature } = link as {
    readonly merchant: { readonly username: string };
    readonly product: { readonly price: number };
    readonly signature: string;
  };
  await call("POST", "/rest/pay/product/", {
    merchantUsername: merchant.username,
    productNumber: linkIdentity,
    customerName: "نورة",
    customerMobile: "0551234568",
    customerCountryCode: "SA",
    couponCode: null,
    productPrice: product.price.toFixed(2),
    signature,
    qty: 1,
    answers: { b: text("answerOfBuyer") },
  });
  const lines = [{ title: text("cashTitle"), quantity: 1, unitPrice: "10.00", vatRate: "15" }];
  const { orderNumber } = await call("POST", "/api/v1/invoices", { lines });
  await call("POST", `/api/v1/invoices/${orderNumber}/payments`, {
    amount: "11.50",
    way: "cash",
    reference: text("cashReference"),
    note: text("cashNote"),
  });
  await call("PATCH", "/api/v1/merchant", { returnRequestDays: 14 });
  const words = text("returnWords", returnLimits.words);
  await sendPageForm(demo.baseUrl, {
    form: "/rest/pay/askReturn/:orderNumber",
    named: { orderNumber: orders.paid },
    fields: { reason: "damaged", words, what: "all" },
  });
  const { items } = await call("GET", `/api/v1/return-requests?orderNumber=${orders.paid}`);
  const [request] = items as readonly { readonly id: number }[];
  const answer = { answer: "decline", words: text("returnAnswer") };
  await call("POST", `/api/v1/return-requests/${request?.id}/answer`, answer);
}

/** Columns that take words of a buyer, or of the shop for one, in which the shop has no hostile one. */
export async function columnsWithoutHarm(pool: Pool, merchantId: number): Promise<string[]> {
  const found: string[] = [];
  for (const { table, columns } of [...(await columnsOfWords(pool)), ...(await columnsOfShopsWords(pool))])
    for (const { name } of columns) {
      const { rowCount } = await pool.query(
        `select 1 as row from ${table} where merchant_id = $1 and ${name}::text like $2 limit 1`,
        [merchantId, `%${trap}%`],
      );
      if (rowCount === 0) found.push(`${table}.${name}`);
    }
  return found;
}
