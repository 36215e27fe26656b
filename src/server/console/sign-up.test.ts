/** Opening a shop by oneself: whom the answers tell nothing, what a code must be, and what there is afterwards. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { resetLinkTo } from "#test/account-mails.ts";
import { newestCode, proofCookieOf, proveForSignUp, texted } from "#test/address-codes.ts";
import { cookieOf, type Shop, startShop, testPassword } from "#test/console.ts";

let shop: Shop;

before(async () => {
  shop = await startShop({ env: { WASL_SIGN_UP: "open" } });
});
after(() => shop?.[Symbol.asyncDispose]());

const named = { shopName: "متجر الريم", phone: "٠٥٥١٢٣٤٥٦٧", password: testPassword };
const countOf = async (table: string): Promise<number> =>
  Number((await shop.db.pool.query(`select count(*) from ${table}`)).rows[0].count);
const me = async (cookie: string) => (await shop.send("/api/v1/me", { cookie })).json();

test("a mailbox, its code, a name and a password: the shop is there, the person is its owner, and an invoice goes out", async () => {
  const cookie = await proveForSignUp(shop, "Reem@Shop.Example", { arrivesAt: "reem@shop.example" });
  const page = await shop.send("/sign-up/shop", { cookie });
  assert.match(page.body, /<form method="post" action="\/sign-up\/shop">/);
  assert.doesNotMatch(page.body, /<script/);
  const opened = await shop.send("/sign-up/shop", { cookie, form: named });
  const [own] = (await me(cookieOf(opened))).shops;
  assert.deepEqual([opened.statusCode, opened.headers.location], [303, `/?shop=${own.merchantId}`]);
  assert.deepEqual([own.name, own.role, own.world, own.isApproved], ["متجر الريم", "owner", "live", true]);
  const invoice = await shop.send("/api/v1/invoices", {
    cookie: cookieOf(opened),
    shop: own.merchantId,
    json: { lines: [{ title: "تمر", quantity: 1, unitPrice: "10.00" }] },
  });
  assert.equal(invoice.statusCode, 201, invoice.body);
  const { rows } = await shop.db.pool.query(
    `select m.username, m.email, m.phone, p.email_confirmed_at is not null as confirmed, p.mobile
     from merchants m join persons p on p.id = m.opened_by where m.id = $1`,
    [own.merchantId],
  );
  assert.match(rows[0].username, /^reem-[a-z2-9]{6}$/);
  assert.deepEqual(
    [rows[0].email, rows[0].phone, rows[0].confirmed, rows[0].mobile],
    ["reem@shop.example", "0551234567", true, null],
  );
  const { items } = (
    await shop.send("/api/v1/audit", { cookie: cookieOf(opened), shop: own.merchantId })
  ).json();
  assert.ok(
    items.some(({ act, role }: { act: string; role: string }) => act === "open a shop" && role === "owner"),
  );
  // Sent again, as by a second press: the proof is used, and nothing is made.
  const again = await shop.send("/sign-up/shop", { cookie, form: named });
  assert.deepEqual([again.statusCode, again.headers.location], [303, "/sign-up"]);
  await shop.signIn("reem@shop.example");
});

test("a mobile in any writing gets its code as one text message, is what one signs in with, and resets the password", async () => {
  const mobile = "+966500000001";
  const cookie = await proveForSignUp(shop, "٠٥٠٠٠٠٠٠٠١", { arrivesAt: mobile });
  const [text = ""] = await texted(shop, mobile);
  assert.ok(text.length <= 70, "one part in Arabic");
  const { phone: _, ...rest } = named;
  const form = { ...rest, email: "care@shop.example" };
  const opened = await shop.send("/sign-up/shop", { cookie, form });
  assert.equal(opened.statusCode, 303, opened.body);
  const { person } = await me(cookieOf(opened));
  assert.deepEqual([person.email, person.mobile], [null, mobile]);
  for (const name of ["0500000001", "500000001", "+966 50 000 0001", "٠٥٠٠٠٠٠٠٠١"]) {
    const entered = await shop.send("/sign-in", { form: { name, password: testPassword, next: "/" } });
    assert.equal(entered.statusCode, 303, name);
  }
  await shop.send("/reset", { form: { email: "050 000 0001" } });
  const link = await resetLinkTo(shop, mobile);
  assert.equal((await shop.send(link)).statusCode, 200);
  assert.equal((await shop.send(link, { form: { password: "camels in Rub al-Khali 9" } })).statusCode, 303);
  // The shop's address is the shop's word: it is not proven, and it opens nothing.
  await assert.rejects(shop.signIn("care@shop.example"));
});

test("an address with an account gets the same answers and the same mail; only behind the code is it shown", async () => {
  const known = await shop.addPerson("cashier");
  const pages = [];
  for (const name of [known, "nobody.yet@shop.example"]) {
    const begun = await shop.send("/sign-up", { form: { name } });
    const cookie = proofCookieOf(begun);
    const page = await shop.send("/sign-up/code", { cookie });
    const wrong = await shop.send("/sign-up/code", { cookie, form: { code: "000000" } });
    await newestCode(shop, name);
    const mail = shop.mail.list(name)[0];
    const plain = (text: string): string =>
      text
        .replaceAll(name, "")
        .replace(/nonce="[^"]+"/g, "")
        .replace(/\d{6}/g, "");
    pages.push([
      begun.statusCode,
      begun.headers.location,
      plain(page.body),
      wrong.statusCode,
      plain(wrong.body),
      plain(mail?.subject ?? ""),
      plain(mail?.text ?? ""),
    ]);
  }
  assert.deepEqual(pages[0], pages[1]);
  const before = [await countOf("persons"), await countOf("merchants")];
  const cookie = await proveForSignUp(shop, known);
  for (const form of [undefined, named]) {
    const answer = await shop.send("/sign-up/shop", { cookie, ...(form && { form }) });
    assert.equal(answer.statusCode, 409);
    assert.match(answer.body, /href="\/sign-in\?next=%2Fshops%2Fnew"/);
  }
  assert.deepEqual([await countOf("persons"), await countOf("merchants")], before);
});

test("five wrong codes end a code, the sixth guess is not looked at, and no visitor continues without one", async () => {
  const begun = await shop.send("/sign-up", { form: { name: "guess@shop.example" } });
  const cookie = proofCookieOf(begun);
  const code = await newestCode(shop, "guess@shop.example");
  const wrong = code === "111111" ? "222222" : "111111";
  const statuses = [];
  for (let tries = 0; tries < 5; tries += 1)
    statuses.push((await shop.send("/sign-up/code", { cookie, form: { code: wrong } })).statusCode);
  assert.deepEqual(statuses, [422, 422, 422, 422, 410]);
  assert.equal((await shop.send("/sign-up/code", { cookie, form: { code } })).statusCode, 410);
  for (const [given, form] of [
    [cookie, named],
    [undefined, named],
    [`wasl_proof=${"A".repeat(43)}`, named],
  ] as const) {
    const answer = await shop.send("/sign-up/shop", { cookie: given, form });
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, "/sign-up"]);
  }
});

test("a code is good for ten minutes, with Arabic-Indic digits too, and what it has shown for half an hour", async () => {
  const first = proofCookieOf(await shop.send("/sign-up", { form: { name: "slow@shop.example" } }));
  const late = await newestCode(shop, "slow@shop.example");
  shop.clock.advance(10 * 60_000);
  assert.equal((await shop.send("/sign-up/code", { cookie: first, form: { code: late } })).statusCode, 410);
  const second = proofCookieOf(await shop.send("/sign-up", { form: { name: "slow@shop.example" } }));
  const code = await newestCode(shop, "slow@shop.example", 2);
  const eastern = code.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
  const proven = await shop.send("/sign-up/code", { cookie: second, form: { code: ` ${eastern} ` } });
  assert.equal(proven.statusCode, 303);
  shop.clock.advance(30 * 60_000);
  const over = await shop.send("/sign-up/shop", { cookie: second, form: named });
  assert.deepEqual([over.statusCode, over.headers.location], [303, "/sign-up"]);
});

test("what is wrong is said at its field, and what was typed stays, all but the password", async () => {
  for (const name of ["", "reem", "0112345678", "+14155552671"]) {
    const answer = await shop.send("/sign-up", { form: { name } });
    assert.equal(answer.statusCode, 422, name);
    assert.match(answer.body, /aria-invalid="true"/);
  }
  const cookie = await proveForSignUp(shop, "wrong@shop.example");
  for (const [change, at] of [
    [{ shopName: " \u200f " }, "shopName"],
    [{ shopName: "商店" }, "shopName"],
    [{ shopName: "4111 1111 1111 1111" }, "shopName"],
    [{ phone: "12" }, "phone"],
    [{ password: "short" }, "password"],
    [{ password: "wrong12345" }, "password"],
    [{ password: "password123456" }, "password"],
  ] as const) {
    const answer = await shop.send("/sign-up/shop", { cookie, form: { ...named, ...change } });
    assert.equal(answer.statusCode, 422, JSON.stringify(change));
    const invalid = /<input ([^>]*aria-invalid="true"[^>]*)>/.exec(answer.body)?.[1] ?? "";
    assert.match(invalid, new RegExp(`name="${at}"`), JSON.stringify(change));
    if (at !== "shopName") assert.match(answer.body, /value="متجر الريم"/);
    assert.ok(!answer.body.includes(testPassword));
  }
  const markup = { ...named, shopName: "<b>Reem & sons</b>", phone: "1" };
  assert.match(
    (await shop.send("/sign-up/shop", { cookie, form: markup })).body,
    /value="&#60;b&#62;Reem &#38; sons/,
  );
});

test("two sign-ups with one address at once make one person and one shop", async () => {
  const email = "twice@shop.example";
  const first = await proveForSignUp(shop, email);
  const second = await proveForSignUp(shop, email);
  const before = [await countOf("persons"), await countOf("merchants"), await countOf("memberships")];
  const answers = await Promise.all(
    [first, second, second].map((cookie) => shop.send("/sign-up/shop", { cookie, form: named })),
  );
  const signedIn = answers.filter((answer) => cookieOf(answer) !== "");
  assert.equal(signedIn.length, 1, answers.map(({ statusCode }) => statusCode).join());
  const grown = [await countOf("persons"), await countOf("merchants"), await countOf("memberships")];
  assert.deepEqual(
    grown.map((count, index) => count - (before[index] ?? 0)),
    [1, 1, 1],
  );
});

test("guesses at one code at the same moment are no more than five", async () => {
  const cookie = proofCookieOf(await shop.send("/sign-up", { form: { name: "many@shop.example" } }));
  const code = await newestCode(shop, "many@shop.example");
  const guesses = Array.from({ length: 12 }, (_, index) => String(200_000 + index)).filter(
    (one) => one !== code,
  );
  const answers = await Promise.all(
    guesses.map((guess) => shop.send("/sign-up/code", { cookie, form: { code: guess } })),
  );
  assert.equal(answers.filter(({ statusCode }) => statusCode === 422).length, 4);
  const { rows } = await shop.db.pool.query(
    "select tries from address_proofs where email = 'many@shop.example'",
  );
  assert.deepEqual(rows, [{ tries: 5 }]);
});

test("somebody whom the operator had entered without a password signs up by the same mailbox, and keeps the other shop", async () => {
  const { rows } = await shop.db.pool.query(
    "insert into persons (name, email) values ('Huda', 'huda@shop.example') returning id",
  );
  await shop.db.pool.query(
    "insert into memberships (merchant_id, person_id, role) values ($1, $2, 'cashier')",
    [shop.merchantId, rows[0].id],
  );
  const cookie = await proveForSignUp(shop, "huda@shop.example");
  const opened = await shop.send("/sign-up/shop", { cookie, form: named });
  const { shops } = await me(cookieOf(opened));
  assert.deepEqual(
    shops.map(({ role }: { role: string }) => role),
    ["cashier", "owner"],
  );
});

test("the token of a proof is in the cookie alone, the code in the message alone, and both leave with their time", async () => {
  const begun = await shop.send("/sign-up", { form: { name: "kept@shop.example" } });
  assert.match(
    String(begun.headers["set-cookie"]),
    /^wasl_proof=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const token = proofCookieOf(begun).split("=")[1] ?? "";
  const code = await newestCode(shop, "kept@shop.example");
  const { rows } = await shop.db.pool.query("select row(p)::text as row from address_proofs p");
  const stored = rows.map(({ row }: { row: string }) => row).join();
  assert.ok(!stored.includes(token) && !stored.includes(code));
  assert.ok(!shop.logLines.join().includes(code) && !shop.logLines.join().includes("kept@shop.example"));
});

test("another site's page signs no visitor up, and a form that is not whole is refused", async () => {
  const foreign = { origin: "https://evil.example" };
  for (const url of ["/sign-up", "/sign-up/code", "/sign-up/shop"]) {
    const answer = await shop.send(url, { form: { name: "x@shop.example", code: "1" }, headers: foreign });
    assert.equal(answer.statusCode, 403, url);
  }
  assert.equal((await shop.send("/sign-up", { form: {} })).statusCode, 400);
  const cookie = await proveForSignUp(shop, "whole@shop.example");
  assert.equal((await shop.send("/sign-up/shop", { cookie, form: { shopName: "x" } })).statusCode, 400);
});
