/** The names by which a person signs in: each is theirs once a code came back from it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { resetLinkTo, workQueue } from "#test/account-mails.ts";
import { newestCode, proofCookieOf, texted } from "#test/address-codes.ts";
import { cookieOf, type Shop, startShop, testPassword } from "#test/console.ts";

let shop: Shop;

before(async () => {
  shop = await startShop();
});
after(() => shop?.[Symbol.asyncDispose]());

const me = async (cookie: string) => await shop.send("/api/v1/me", { cookie });

/** Goes through both steps; gives the last answer. */
async function change(cookie: string, kind: "email" | "mobile", typed: string, arrivesAt = typed) {
  const before = arrivesAt.includes("@")
    ? shop.mail.list(arrivesAt).filter(({ subject }) => /\d{6}/.test(subject)).length
    : (await texted(shop, arrivesAt)).length;
  const begun = await shop.send(`/own-${kind}`, { cookie, form: { value: typed } });
  assert.deepEqual([begun.statusCode, begun.headers.location], [303, `/own-${kind}/code`], begun.body);
  const both = `${cookie}; ${proofCookieOf(begun)}`;
  const code = await newestCode(shop, arrivesAt, before + 1);
  return await shop.send(`/own-${kind}/code`, { cookie: both, form: { code } });
}

test("a mobile is added by the code of a text message: it signs in from then on, other sessions end, mail and log tell it", async () => {
  const email = await shop.addPerson("cashier");
  const [cookie, other] = [await shop.signIn(email), await shop.signIn(email)];
  const saved = await change(cookie, "mobile", "٠٥٠ ٠٠٠ ٠٠١١", "+966500000011");
  assert.equal(saved.statusCode, 200, saved.body);
  const renewed = cookieOf(saved);
  assert.equal((await me(renewed)).json().person.mobile, "+966500000011");
  assert.deepEqual([(await me(cookie)).statusCode, (await me(other)).statusCode], [401, 401]);
  const entered = await shop.send("/sign-in", {
    form: { name: "0500000011", password: testPassword, next: "/" },
  });
  assert.equal(entered.statusCode, 303);
  await workQueue(shop);
  assert.ok(shop.mail.list(email).some(({ text }) => /\/reset/.test(text)));
  const { rows } = await shop.db.pool.query("select result from admin_acts where act = 'change the mobile'");
  assert.deepEqual(rows, [{ result: "done" }]);
  const removed = await shop.send("/own-mobile/remove", { cookie: cookieOf(entered), form: {} });
  assert.equal(removed.statusCode, 303);
  assert.equal((await me(cookieOf(entered))).json().person.mobile, null);
});

test("another e-mail is taken by its code: the old one opens nothing, its reset links neither, and it is notified", async () => {
  const email = await shop.addPerson("manager");
  const cookie = await shop.signIn(email);
  await shop.send("/reset", { form: { email } });
  const link = await resetLinkTo(shop, email);
  const saved = await change(cookie, "email", "New.Manager@shop.example", "new.manager@shop.example");
  assert.equal(saved.statusCode, 200, saved.body);
  assert.equal((await shop.send(link)).statusCode, 410);
  await assert.rejects(shop.signIn(email));
  await shop.signIn("new.manager@shop.example");
  await workQueue(shop);
  assert.equal(shop.mail.list(email).length, 2);
});

test("a name that another person has is not taken, and nothing tells so before the code", async () => {
  const taken = await shop.addPerson("owner");
  const email = await shop.addPerson("developer");
  const cookie = await shop.signIn(email);
  const saved = await change(cookie, "email", taken);
  assert.equal(saved.statusCode, 409);
  assert.equal((await me(cookie)).json().person.email, email);
  await shop.signIn(taken);
});

test("two people who prove one mobile at once: one has it", async () => {
  const mobile = "+966500000012";
  const cookies = [];
  for (const role of ["cashier", "manager"] as const) {
    const cookie = await shop.signIn(await shop.addPerson(role));
    const begun = await shop.send("/own-mobile", { cookie, form: { value: mobile } });
    const code = await newestCode(shop, mobile, cookies.length + 1);
    cookies.push([`${cookie}; ${proofCookieOf(begun)}`, code] as const);
  }
  const answers = await Promise.all(
    cookies.map(([cookie, code]) => shop.send("/own-mobile/code", { cookie, form: { code } })),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  const { rows } = await shop.db.pool.query("select count(*)::int as count from persons where mobile = $1", [
    mobile,
  ]);
  assert.deepEqual(rows, [{ count: 1 }]);
});

test("a proof is of the person who began it, and of its own use", async () => {
  const [first, second] = [
    await shop.signIn(await shop.addPerson("owner")),
    await shop.signIn(await shop.addPerson("owner")),
  ];
  const begun = await shop.send("/own-email", { cookie: first, form: { value: "mine@shop.example" } });
  const code = await newestCode(shop, "mine@shop.example");
  const stolen = `${second}; ${proofCookieOf(begun)}`;
  assert.equal((await shop.send("/own-email/code", { cookie: stolen, form: { code } })).statusCode, 410);
  const signUp = await shop.send("/sign-up/shop", { cookie: proofCookieOf(begun) });
  assert.deepEqual([signUp.statusCode, signUp.headers.location], [303, "/sign-up"]);
});

test("it needs a fresh proof of who one is, our own page, and a value that is one", async () => {
  const email = await shop.addPerson("owner");
  const cookie = await shop.signIn(email);
  for (const [kind, value] of [
    ["email", "none"],
    ["mobile", "0112345678"],
    ["mobile", "reem@shop.example"],
    ["email", "0551234567"],
  ] as const)
    assert.equal(
      (await shop.send(`/own-${kind}`, { cookie, form: { value } })).statusCode,
      422,
      `${kind} ${value}`,
    );
  const headers = { origin: "https://evil.example" };
  const foreign = await shop.send("/own-email", { cookie, form: { value: "a@shop.example" }, headers });
  assert.equal(foreign.statusCode, 403);
  shop.clock.advance(10 * 60_000);
  for (const [url, form] of [
    ["/own-email", { value: "a@shop.example" }],
    ["/own-mobile/code", { code: "123456" }],
    ["/own-mobile/remove", {}],
  ] as const) {
    const answer = await shop.send(url, { cookie, form });
    assert.match(String(answer.headers.location), /^\/prove\?next=%2Fown-(?:email|mobile)$/, url);
  }
});

test("without an account for text messages no mobile is asked for, on either page, and the page says why", async () => {
  await using mute = await startShop({
    env: { WASL_ENV: "stage", WASL_CONSOLE_URL: "http://console.localhost:3000", WASL_SIGN_UP: "open" },
  });
  const email = await mute.addPerson("owner");
  const cookie = await mute.signIn(email);
  const page = await mute.send("/own-mobile", { cookie });
  assert.doesNotMatch(page.body, /name="value"/);
  assert.match(page.body, /لا يرسل هذا النظام رسائل نصية/);
  await mute.send("/own-mobile", { cookie, form: { value: "0551234567" } });
  assert.equal((await mute.db.pool.query("select from address_proofs")).rows.length, 0);
  assert.equal((await mute.send("/sign-up", { form: { name: "0551234567" } })).statusCode, 422);
});
