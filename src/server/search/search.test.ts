/** One box finds what a person means, in every spelling and writing, of the own shop alone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SearchHit, searchResult } from "#contract/search.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";
import { readSearch } from "./read-query.ts";

let api: MerchantApi;
const numbers: Record<string, string> = {};

before(async () => {
  api = await startMerchantApi();
  const people = {
    ahmed: { name: "أَحْمَد العتيبي", mobile: "0551234567", email: "Ahmed@Example.com" },
    noura: { name: "نورة بنت عبد الله", mobile: "0559998877" },
    company: { legalName: "شركة إنماء التقنية", mobile: "+971501234567", countryCode: "AE" },
    fahad: { name: "Fahad O'Neil", mobile: "0561112233" },
  };
  for (const [who, client] of Object.entries(people)) {
    const lines = [{ title: "تمر", quantity: 1, unitPrice: "300.00", vatRate: "15" }];
    const externalOrderNumber = `SHOP-${who}`;
    numbers[who] = (await api.issue({ client, lines, externalOrderNumber })).orderNumber;
  }
});
after(async () => await api[Symbol.asyncDispose]());

async function search(
  query: string,
  options: { merchant?: TestMerchant; limit?: number } = {},
): Promise<SearchHit[]> {
  const { merchant, limit } = options;
  const body = { query, ...(limit !== undefined && { limit }) };
  const answer = await api.call("POST", "/api/v1/search", { body, ...(merchant && { merchant }) });
  assert.equal(answer.statusCode, 200, answer.body);
  return searchResult.parse(answer.json()).hits;
}

/** Who is found as a client. */
async function clientsOf(query: string): Promise<(string | null)[]> {
  const hits = await search(query);
  return hits.flatMap((hit) => (hit.type === "client" ? [hit.name ?? hit.legalName] : []));
}

/** Whose invoices are found, by what. */
async function invoicesOf(query: string): Promise<string[]> {
  const hits = await search(query);
  return hits.flatMap((hit) =>
    hit.type === "invoice"
      ? [`${Object.keys(numbers).find((who) => numbers[who] === hit.orderNumber)} ${hit.match}`]
      : [],
  );
}

test("a client is found by words of the name or how they begin, however they are spelled", async () => {
  const spellings = {
    "أَحْمَد العتيبي": [
      "احمد",
      "أحمد",
      "إحمد",
      "أحـــمد",
      "عتيبي",
      "العتيبي",
      "العتيبى",
      "احم عتي",
      "\u200fأحمد\u200f",
    ],
    "نورة بنت عبد الله": ["نوره", "نورة", "نور", "عبدالله", "عبد الله", "نورة عبد", "بنت"],
    "شركة إنماء التقنية": ["انماء", "تقنيه", "التقنية", "شركه انماء"],
    "Fahad O'Neil": ["fahad", "FAH", "neil", "o'neil"],
  };
  for (const [name, typed] of Object.entries(spellings))
    for (const query of typed) assert.deepEqual(await clientsOf(query), [name], query);
  for (const query of ["حمد", "احمد نورة", "تيبي", "'", "!!", "عتيبي:*", "%", "احمد & | !"])
    assert.deepEqual(
      await clientsOf(query),
      query.startsWith("عتيبي") ? ["أَحْمَد العتيبي"] : query.startsWith("احمد &") ? ["أَحْمَد العتيبي"] : [],
      query,
    );
  assert.deepEqual(await invoicesOf("عتيبي"), ["ahmed name"]);
});

test("a mobile is found by all of it or by four of its last digits, in any writing", async () => {
  for (const query of [
    "0551234567",
    "551234567",
    "+966551234567",
    "00966 55 123 4567",
    "966551234567",
    "٠٥٥١٢٣٤٥٦٧",
    "\u200f055 123 4567\u200f",
    "055-123-4567",
  ])
    assert.deepEqual(await clientsOf(query), ["أَحْمَد العتيبي"], query);
  assert.deepEqual((await clientsOf("4567")).toSorted(), ["أَحْمَد العتيبي", "شركة إنماء التقنية"].toSorted());
  assert.deepEqual(await clientsOf("٨٨٧٧"), ["نورة بنت عبد الله"]);
  assert.deepEqual(await clientsOf("+971 50 123 4567"), ["شركة إنماء التقنية"]);
  assert.deepEqual(await clientsOf("567"), []);
  assert.deepEqual(await invoicesOf("0559998877"), ["noura mobile"]);
  assert.deepEqual(await clientsOf("ahmed@example.COM"), ["أَحْمَد العتيبي"]);
});

test("a mobile that a buyer typed on the payment page finds what they pay, with the name that they gave", async () => {
  const { orderNumber } = await api.issue();
  const id = await api.addAttempt(orderNumber, "declined");
  await api.db.pool.query(
    "update payment_attempts set client_mobile = '+966577000111', client_name = 'هند' where id = $1",
    [id],
  );
  const [hit] = await search("0577000111");
  assert.deepEqual(hit?.type === "invoice" && [hit.orderNumber, hit.match, hit.refundedTotal, hit.payer], [
    orderNumber,
    "mobile",
    "0.00",
    { name: "هند", mobile: "+966577000111" },
  ]);
});

test("an invoice is found by its number, its address, the shop's own number and its amount, in that order", async () => {
  const number = numbers["noura"] ?? "";
  assert.deepEqual(await invoicesOf(number), ["noura order_number"]);
  assert.deepEqual(await invoicesOf(`${number.slice(0, 4)}-${number.slice(4).toLowerCase()}`), [
    "noura order_number",
  ]);
  assert.deepEqual(await invoicesOf(`https://pay.example/ar/pay/order/${number}?lang=ar`), ["noura link"]);
  assert.deepEqual(await invoicesOf("SHOP-fahad"), ["fahad external_number"]);
  for (const query of ["345", "345.00", "٣٤٥٫٠٠", "345 SAR", "٣٤٥ ريال"])
    assert.equal((await invoicesOf(query)).length, 4, query);
  assert.deepEqual(await invoicesOf("345.001"), []);
  assert.deepEqual([await clientsOf("8877"), await clientsOf("88.77")], [["نورة بنت عبد الله"], []]);
  await api.issue({ externalOrderNumber: "345" });
  assert.equal((await search("345"))[0]?.match, "external_number");
  assert.deepEqual((await search("345", { limit: 2 })).length, 2);
});

test("a payment is found by its id and by the card, a product link by its address and the product's title", async () => {
  const { orderNumber } = await api.issue();
  const id = await api.addAttempt(orderNumber, "captured");
  const [byId] = await search(id);
  assert.deepEqual(byId?.type === "payment" && [byId.id, byId.orderNumber], [id, orderNumber]);
  const byCard = await search("1234");
  assert.ok(byCard.some((hit) => hit.type === "payment" && hit.match === "card" && hit.id === id));
  const product = (
    await api.call("POST", "/api/v1/products", { body: { title: "عُلبة التمور الفاخرة", price: "85.00" } })
  ).json();
  const made = await api.call("POST", "/api/v1/product-links", { body: { productId: product.id } });
  assert.equal(made.statusCode, 201, made.body);
  const { linkIdentity } = made.json();
  for (const query of [linkIdentity, `https://pay.example/p/${linkIdentity}`, "علبه", "تمور", "الفاخره"]) {
    const [hit] = await search(query);
    assert.deepEqual(
      hit?.type === "product_link" && [hit.linkIdentity, hit.price],
      [linkIdentity, "85.00"],
      query,
    );
  }
});

test("hits are of the types that are asked for alone", async () => {
  const typesOf = async (types: readonly string[]): Promise<string[]> => {
    const answer = await api.call("POST", "/api/v1/search", { body: { query: "عتيبي", types } });
    return answer.json().hits.map((hit: SearchHit) => hit.type);
  };
  assert.deepEqual(await typesOf(["client"]), ["client"]);
  assert.deepEqual(await typesOf(["invoice", "payment"]), ["invoice"]);
});

test("another merchant finds nothing of it, and no search finds an erased client", async () => {
  const other = await api.addMerchant();
  for (const query of [
    numbers["ahmed"] ?? "",
    "SHOP-ahmed",
    "احمد",
    "0551234567",
    "4567",
    "ahmed@example.com",
    "345",
    "1234",
    "تمور",
    "0577000111",
  ])
    assert.deepEqual(await search(query, { merchant: other }), [], query);
  const { client, orderNumber } = await api.issue({ client: { name: "زائل", mobile: "0544000999" } });
  assert.equal((await clientsOf("زائل")).length, 1);
  assert.ok(client);
  await api.call("POST", `/api/v1/invoices/${orderNumber}/cancel`);
  const erased = await api.call("POST", "/api/v1/buyers/erase", { body: { buyer: "0544000999" } });
  assert.ok(erased.statusCode < 300, erased.body);
  assert.deepEqual([await clientsOf("زائل"), await clientsOf("0999")], [[], []]);
});

test("of a name that many have the newest that were looked at are found, and of any other all, as a look at every client finds them", async () => {
  const merchant = await api.addMerchant();
  await api.db.pool.query(
    `insert into clients (merchant_id, name, legal_name, mobile, country_code, created_at)
    select $1, ($2::text[])[1 + n % 7] || ' ' || n, case when n % 9 = 0 then 'شركة الأحمد' end, '+96655' || lpad(n::text, 7, '0'), 'SA',
      '2026-01-01'::timestamptz + n * 7919 % 900 * interval '1 hour' from generate_series(0, 899) n`,
    [merchant.id, ["مُحمد الأحمد", "Ali", "ali", "إيمان عبد الله", "Alia", "ALI محمد", "ali"]],
  );
  const { rows } = await api.db.pool.query(
    `select coalesce(name, '') as name, search_words(merchant_id, coalesce(name, '') || ' ' || coalesce(legal_name, '')) as words
    from clients where merchant_id = $1 order by created_at desc, id desc`,
    [merchant.id],
  );
  const scanned = async (typed: string): Promise<string[]> => {
    const asked = await api.db.pool.query("select search_words($1, $2) as words", [merchant.id, typed]);
    const words: readonly string[] = asked.rows[0].words;
    return rows
      .filter((row) => words.every((word) => row.words.some((own: string) => own.startsWith(word))))
      .map(({ name }) => name);
  };
  const hitsOf = async (query: string): Promise<string[]> => {
    const hits = await search(query, { merchant, limit: 10 });
    return hits.flatMap((hit) => (hit.type === "client" ? [hit.name ?? ""] : []));
  };
  for (const typed of [
    "محمد",
    "الاحمد",
    "ايمان عبدالله",
    "ali 13",
    "13 ali",
    "محمد 12",
    "alia",
    "شركة محمد",
    "زيد",
  ]) {
    const all = await scanned(typed);
    assert.ok(all.length < 500, `${typed} is rare: ${all.length}`);
    assert.deepEqual(await hitsOf(typed), all.slice(0, 10), typed);
  }
  const common = await scanned("ali");
  assert.ok(common.length > 500);
  const found = await hitsOf("ali");
  assert.deepEqual([found.length, found.filter((name) => !common.includes(name))], [10, []]);
  assert.deepEqual(
    found,
    common.filter((name) => found.includes(name)),
    "the newest first",
  );
});

test("a search keeps nothing: no entry of the audit log and no line of the log has what was typed", async () => {
  const before = await api.db.pool.query("select count(*) from admin_acts");
  await search("0551234567");
  assert.deepEqual((await api.db.pool.query("select count(*) from admin_acts")).rows, before.rows);
  assert.ok(!api.logLines.some((line) => line.includes("551234567")));
});

test("a text that can be nothing is refused by its length alone", async () => {
  for (const query of ["", "x".repeat(201)])
    assert.equal((await api.call("POST", "/api/v1/search", { body: { query } })).statusCode, 422);
  assert.deepEqual(await search("\u200f \u200b"), []);
  assert.deepEqual(readSearch("1,234,567.5").amount, 123_456_750);
  assert.deepEqual(readSearch("12,34").amount, null);
});
