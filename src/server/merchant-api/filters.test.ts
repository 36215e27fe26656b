/** Lists are narrowed down by what a merchant knows of a payment, a refund, a client or an invoice, page by page. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type MerchantApi, oneLine, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";

let api: MerchantApi;
let other: TestMerchant;
const numbers: Record<string, string> = {};

/** So many days from now, in Riyadh. */
const day = (days: number) =>
  new Date(Date.now() + 3 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

before(async () => {
  api = await startMerchantApi();
  other = await api.addMerchant();
  const issue = async (name: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
    numbers[name] = (await api.issue(body)).orderNumber;
  };
  await issue("late", { dueDate: day(3), metadata: { shop: "riyadh", ref: "a:b" } });
  await issue("later", { dueDate: day(1), metadata: { shop: "riyadh" } });
  await issue("paidLate", { dueDate: day(2), lines: [{ ...oneLine, quantity: 1 }] });
  await issue("ahead", { dueDate: day(9), lines: [{ ...oneLine, quantity: 4 }] });
  await issue("plain", { metadata: { shop: "jeddah" } });
  await api.db.pool.query("update orders set due_date = due_date - 7 where due_date < $1", [day(8)]);
  const paid = await api.addAttempt(numbers["paidLate"] ?? "", "captured");
  await api.db.pool.query(
    "update payment_attempts set paid_brand = 'MADA', paid_last_four = '2346' where id = $1",
    [paid],
  );
  await api.addAttempt(numbers["plain"] ?? "", "declined");
  await api.addAttempt(numbers["plain"] ?? "", "offered", "sadad");
  await api.db.pool.query(
    `insert into refunds (id, merchant_id, order_id, attempt_id, amount, currency, state)
      select 'refund01', merchant_id, order_id, id, 100, 'SAR', 'declined' from payment_attempts where id = $1`,
    [paid],
  );
});
after(async () => await api[Symbol.asyncDispose]());

const get = (path: string, merchant = api.merchant) => api.call("GET", `/api/v1${path}`, { merchant });

/** All of a list, two entries a page. */
async function walk(path: string, merchant = api.merchant): Promise<Record<string, string>[]> {
  const items: Record<string, string>[] = [];
  let cursor = "";
  do {
    const reply = await get(`${path}${path.includes("?") ? "&" : "?"}limit=2${cursor}`, merchant);
    assert.equal(reply.statusCode, 200, reply.body);
    items.push(...reply.json().items);
    cursor = reply.json().nextCursor === null ? "" : `&cursor=${reply.json().nextCursor}`;
  } while (cursor !== "");
  return items;
}

const nameOf = (number: string | undefined) => Object.keys(numbers).find((name) => numbers[name] === number);
const invoices = async (query: string, merchant = api.merchant) =>
  (await walk(`/invoices?${query}`, merchant)).map(({ orderNumber }) => nameOf(orderNumber));

test("invoices are listed by due date, the earliest first, and what is overdue is unpaid and past its day", async () => {
  assert.deepEqual(await invoices(`dueSince=${day(-30)}`), ["later", "paidLate", "late", "ahead"]);
  assert.deepEqual(await invoices(`dueSince=${day(-5)}&dueBefore=${day(9)}`), ["paidLate", "late"]);
  assert.deepEqual(await invoices("overdue=true"), ["later", "late"]);
  assert.deepEqual(await invoices("overdue=true&status=CREATED,PAID"), ["later", "late"]);
  assert.deepEqual(await invoices(`dueSince=${day(-30)}&status=PAID`), ["paidLate"]);
  for (const query of [
    "overdue=true&status=PAID",
    "overdue=true&updatedSince=2026-01-01T00:00:00Z",
    `paidSince=2026-01-01T00:00:00Z&dueBefore=${day(1)}`,
    "overdue=yes",
    "dueSince=tomorrow",
    "overdue=true&cursor=created.2026-01-01T00:00:00.000000Z.1",
  ])
    assert.equal((await get(`/invoices?${query}`)).statusCode, 422, query);
});

test("invoices are found by all of the metadata that is named, and by no part of a text", async () => {
  assert.deepEqual(await invoices("metadata=shop:riyadh"), ["later", "late"]);
  assert.deepEqual(await invoices("metadata=shop:riyadh&metadata=ref:a:b"), ["late"]);
  for (const query of ["metadata=shop:riy", "metadata=shop:RIYADH", "metadata=ref:riyadh"])
    assert.deepEqual(await invoices(query), [], query);
  for (const query of ["metadata=shop", "metadata=a%20b:c", `metadata=${"n".repeat(41)}:c`])
    assert.equal((await get(`/invoices?${query}`)).statusCode, 422, query);
});

test("invoices are found by a range of totals and of the time of issue", async () => {
  assert.deepEqual(await invoices("totalFrom=115.00"), ["plain", "ahead", "later", "late"]);
  assert.deepEqual(await invoices("totalFrom=57.51&totalTo=230"), ["plain", "ahead", "later", "late"]);
  assert.deepEqual(await invoices("totalTo=57.50"), ["paidLate"]);
  assert.deepEqual(await invoices("totalFrom=1&totalCurrency=USD"), []);
  const { createdAt } = (await get(`/invoices/${numbers["ahead"]}`)).json();
  assert.deepEqual(await invoices(`createdSince=${createdAt}`), ["plain", "ahead"]);
  assert.deepEqual(await invoices(`createdBefore=${createdAt}`), ["paidLate", "later", "late"]);
  for (const query of ["totalFrom=1.001", "total=1&totalTo=2"])
    assert.equal((await get(`/invoices?${query}`)).statusCode, 422, query);
});

test("payments are found by method, invoice, last four digits and amount", async () => {
  const found = async (query: string) =>
    (await walk(`/payments?${query}`)).map(({ orderNumber, method }) => `${nameOf(orderNumber)} ${method}`);
  assert.deepEqual(await found("method=sadad"), ["plain sadad"]);
  assert.deepEqual(await found("method=card"), ["plain card", "paidLate card"]);
  assert.deepEqual(await found("method=card&state=captured"), ["paidLate card"]);
  assert.deepEqual(await found(`order=${numbers["plain"]?.toLowerCase()}`), ["plain sadad", "plain card"]);
  assert.deepEqual(await found("order=0000000000000000"), []);
  assert.deepEqual(await found("order=x"), []);
  assert.deepEqual(await found("lastFour=2346"), ["paidLate card"]);
  assert.deepEqual(await found("lastFour=2347"), []);
  assert.deepEqual(await found("amount=57.50"), ["paidLate card"]);
  assert.deepEqual(await found("amount=57.50&amountCurrency=USD"), []);
  for (const query of ["method=cheque", "lastFour=23", "amount=1.001", "amount=1&amountCurrency=XXY"])
    assert.equal((await get(`/payments?${query}`)).statusCode, 422, query);
});

test("refunds are found by the method of their payment and by their invoice", async () => {
  const found = async (query: string) => (await walk(`/refunds?${query}`)).map(({ id }) => id);
  assert.deepEqual(await found("method=card"), ["refund01"]);
  assert.deepEqual(await found("method=card&state=refunded"), []);
  assert.deepEqual(await found("method=sadad"), []);
  assert.deepEqual(await found(`order=${numbers["paidLate"]}&state=declined`), ["refund01"]);
  assert.deepEqual(await found(`order=${numbers["plain"]}`), []);
});

test("clients are found by name, mobile and e-mail address, by all that is given", async () => {
  await api.issue({ client: { name: "Huda Ali", mobile: "0557770001", email: "Huda@Example.com" } });
  await api.issue({ client: { name: "Huda Omar", mobile: "0557770002" } });
  const found = async (query: string) => (await walk(`/clients?${query}`)).map(({ name }) => name);
  assert.deepEqual(await found("name=huda"), ["Huda Omar", "Huda Ali"]);
  assert.deepEqual(await found("name=huda&mobile=0557770001"), ["Huda Ali"]);
  assert.deepEqual(await found("email=huda@example.COM"), ["Huda Ali"]);
  assert.deepEqual(await found("search=huda@example.com"), ["Huda Ali"]);
  for (const query of ["email=huda", "name=12", "mobile=0557770003", "name=omar"])
    assert.deepEqual(await found(query), [], query);
  assert.equal((await get("/clients?mobile=x")).statusCode, 422);
});

test("another merchant finds nothing by any of it", async () => {
  for (const list of [
    "invoices?metadata=shop:riyadh",
    "invoices?overdue=true",
    "invoices?totalFrom=1",
    "payments?lastFour=2346",
    "payments?method=card",
    "payments?amount=57.50",
    `payments?order=${numbers["paidLate"]}`,
    `refunds?order=${numbers["paidLate"]}`,
    "refunds?method=card",
    "clients?email=huda@example.com",
    "clients?name=huda",
  ])
    assert.deepEqual(await walk(`/${list}`, other), [], list);
});
