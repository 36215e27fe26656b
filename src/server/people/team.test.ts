/** The people of a shop: invited, given a role, taken out; and the log that tells of it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { resetLinkTo } from "#test/account-mails.ts";
import { texted } from "#test/address-codes.ts";
import { consoleUrl, type Shop, startShop, testPassword } from "#test/console.ts";

let shop: Shop;
let ownerMail: string;

before(async () => {
  shop = await startShop();
  ownerMail = await shop.addPerson("owner");
});
after(() => shop?.[Symbol.asyncDispose]());

const idOf = async (email: string): Promise<number> =>
  (
    await shop.db.kysely
      .selectFrom("persons")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).id;

async function asOwner() {
  const cookie = await shop.signIn(ownerMail);
  return (url: string, options: Parameters<Shop["send"]>[1] = {}) =>
    shop.send(url, { cookie, shop: shop.merchantId, ...options });
}

async function inviteLink(email: string, role: string): Promise<string> {
  const owner = await asOwner();
  const answer = await owner("/api/v1/team/invitations", { json: { email, role } });
  assert.deepEqual([answer.statusCode, answer.json().isSent], [201, true], answer.body);
  const mail = shop.mail.list(email).at(0);
  const link = new RegExp(`${consoleUrl}(/invitation/[\\w-]{43})`).exec(mail?.text ?? "")?.[1];
  assert.ok(link, JSON.stringify(mail));
  assert.ok(!answer.body.includes(link.split("/")[2] ?? ""), "the token is in the mail alone");
  return link;
}

test("an invited colleague chooses a password at the mailed address, once, and has the role", async () => {
  const link = await inviteLink("sara@shop.example", "cashier");
  const page = await shop.send(link);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /متجر النخيل/);
  const form = { name: "سارة", password: testPassword };
  const weak = await shop.send(link, { form: { ...form, password: "12345" } });
  assert.equal(weak.statusCode, 422);
  const taken = await shop.send(link, { form });
  assert.deepEqual([taken.statusCode, taken.headers.location], [303, "/sign-in?done=password"]);
  const again = await shop.send(link, { form });
  assert.equal(again.statusCode, 410);
  const cookie = await shop.signIn("sara@shop.example");
  const { person, shops } = (await shop.send("/api/v1/me", { cookie })).json();
  assert.deepEqual([person.name, shops[0].role], ["سارة", "cashier"]);
});

test("who has an account takes an invitation by signing in as the one who was invited, and keeps the password", async () => {
  const known = await shop.addPerson("developer");
  const link = await inviteLink(known, "manager");
  const cookie = await shop.signIn(ownerMail);
  const wrongPerson = await shop.send(link, { cookie, form: {} });
  assert.equal(wrongPerson.headers.location, `/sign-in?next=${encodeURIComponent(link)}`);
  const own = await shop.signIn(known);
  const taken = await shop.send(link, { cookie: own, form: {} });
  assert.deepEqual([taken.statusCode, taken.headers.location], [303, "/"]);
  const { shops } = (await shop.send("/api/v1/me", { cookie: own })).json();
  assert.equal(shops[0].role, "manager");
});

test("a mobile is invited by a text message, opens an account that signs in by it, and receives messages of its shop no more often than a day allows", async () => {
  const owner = await asOwner();
  const invite = (mobile: string) => owner("/api/v1/team/invitations", { json: { mobile, role: "cashier" } });
  const [mobile, again] = ["+966501112233", "٠٥٠ ١١١ ٢٢٣٣"];
  const made = await invite("0501112233");
  assert.equal(made.statusCode, 201, made.body);
  const { email, mobile: to, isSent } = made.json();
  assert.deepEqual([email, to, isSent], [null, mobile, true]);
  const first = await invitedBySms(mobile);
  assert.ok(!made.body.includes(first.slice(-43)), "the token is in the message alone");
  assert.equal((await invite(again)).statusCode, 201);
  const second = await invitedBySms(mobile);
  assert.equal((await shop.send(first)).statusCode, 410, "the newer one took its place");
  assert.match((await shop.send(second)).body, /\+966501112233/);
  const weak = { name: "هند", password: "0501112233" };
  assert.equal((await shop.send(second, { form: weak })).statusCode, 422, "the mobile is no password");
  const form = { name: "هند", password: testPassword };
  assert.equal((await shop.send(second, { form })).headers.location, "/sign-in?done=password");
  const cookie = await shop.signIn("0501112233");
  const { person, shops } = (await shop.send("/api/v1/me", { cookie })).json();
  assert.deepEqual([person.name, person.email, person.mobile], ["هند", null, mobile]);
  assert.equal(shops[0].role, "cashier");
  const [told] = (await owner("/api/v1/audit?kind=team&limit=1")).json().items;
  assert.deepEqual([told.act, told.after], ["take invitation", { mobile, role: "cashier" }]);

  // Whose number it is signs in to take another one: neither the message nor somebody else's session is enough.
  assert.equal((await invite(mobile)).statusCode, 201);
  const third = await invitedBySms(mobile);
  const asked = `/sign-in?next=${encodeURIComponent(third)}`;
  for (const by of [undefined, await shop.signIn(ownerMail)])
    assert.equal((await shop.send(third, { cookie: by, form })).headers.location, asked);
  assert.equal((await shop.send(third, { cookie, form: {} })).headers.location, "/");
  assert.equal((await invite(mobile)).statusCode, 429);
  for (const wrong of ["12345", "+447700900123"])
    assert.deepEqual((await invite(wrong)).json().fields[0].path, "mobile");
  const both = { email: "a@b.example", mobile, role: "cashier" };
  assert.equal((await owner("/api/v1/team/invitations", { json: both })).statusCode, 422);
});

/** Where the newest text message to a mobile leads. */
async function invitedBySms(mobile: string): Promise<string> {
  const [newest = ""] = await texted(shop, mobile);
  const link = new RegExp(`${consoleUrl}(/invitation/[\\w-]{43})$`).exec(newest)?.[1];
  assert.ok(link, newest);
  return link;
}

test("an invitation ends when it is withdrawn, after 72 hours, or when another one takes its place", async () => {
  const first = await inviteLink("huda@shop.example", "cashier");
  const second = await inviteLink("huda@shop.example", "accountant");
  assert.equal((await shop.send(first)).statusCode, 410);
  const owner = await asOwner();
  const [open] = (await owner("/api/v1/team")).json().invitations;
  assert.deepEqual([open.email, open.role], ["huda@shop.example", "accountant"]);
  await owner(`/api/v1/team/invitations/${open.id}`, { method: "DELETE" });
  assert.equal((await shop.send(second)).statusCode, 410);
  const third = await inviteLink("huda@shop.example", "cashier");
  shop.clock.advance(72 * 60 * 60_000);
  assert.equal((await shop.send(third)).statusCode, 410);
});

test("a role counts at the next request, and who is taken out is out at once", async () => {
  const email = await shop.addPerson("manager");
  const cookie = await shop.signIn(email);
  const products = async () =>
    (await shop.send("/api/v1/products", { cookie, shop: shop.merchantId, json: {} })).json().code;
  assert.equal(await products(), "validation_failed");
  const owner = await asOwner();
  const personId = await idOf(email);
  const changed = await owner(`/api/v1/team/${personId}`, { method: "PATCH", json: { role: "cashier" } });
  assert.deepEqual([changed.statusCode, changed.json().role], [200, "cashier"]);
  assert.equal(await products(), "permission_missing");
  assert.equal((await owner(`/api/v1/team/${personId}`, { method: "DELETE" })).statusCode, 200);
  assert.equal((await shop.send("/api/v1/me", { cookie })).statusCode, 401);
});

test("an owner ends a colleague's sessions, a person their own, and neither those of others", async () => {
  const email = await shop.addPerson("cashier");
  const [first, second] = [await shop.signIn(email), await shop.signIn(email)];
  const me = async (cookie: string) => (await shop.send("/api/v1/me", { cookie })).statusCode;
  const { items } = (await shop.send("/api/v1/me/sessions", { cookie: first })).json();
  assert.equal(items.length, 2);
  const foreign = await asOwner();
  assert.equal((await foreign(`/api/v1/me/sessions/${items[0].id}`, { method: "DELETE" })).statusCode, 404);
  const other = items.find(({ isThis }: { isThis: boolean }) => !isThis);
  await shop.send(`/api/v1/me/sessions/${other.id}`, { method: "DELETE", cookie: first });
  assert.deepEqual([await me(first), await me(second)], [200, 401]);
  const ended = await foreign(`/api/v1/team/${await idOf(email)}/end-sessions`, { method: "POST" });
  assert.deepEqual(ended.json(), { ended: 1 });
  assert.equal(await me(first), 401);
});

test("a shop is never without an owner", async () => {
  const owner = await asOwner();
  const id = await idOf(ownerMail);
  const answers = [
    await owner(`/api/v1/team/${id}`, { method: "DELETE" }),
    await owner(`/api/v1/team/${id}`, { method: "PATCH", json: { role: "manager" } }),
  ];
  for (const answer of answers)
    assert.deepEqual([answer.statusCode, answer.json().code], [409, "last_owner"]);
});

test("the log tells who did what in which role from where, refusals too, and holds no secret", async () => {
  const email = await shop.addPerson("cashier");
  const cookie = await shop.signIn(email);
  await shop.send("/api/v1/team", { cookie, shop: shop.merchantId });
  await shop.send("/sign-in", { form: { name: email, password: "not the password", next: "/" } });
  const owner = await asOwner();
  const personId = await idOf(email);
  await owner(`/api/v1/team/${personId}`, { method: "PATCH", json: { role: "accountant" } });
  const { items } = (await owner("/api/v1/audit?limit=8")).json();
  const told = items.map((one: { act: string; result: string; role: string | null }) =>
    [one.act, one.role, one.result].join(" · "),
  );
  for (const line of [
    "PATCH /api/v1/team/:personId · owner · done",
    "GET /api/v1/team · cashier · refused permission_missing",
    "sign in · cashier · refused unauthorized",
    "sign in · cashier · done",
  ])
    assert.ok(told.includes(line), `${line} in ${told.join("\n")}`);
  const [change] = items;
  assert.deepEqual([change.before, change.after], [{ role: "cashier" }, { role: "accountant" }]);
  assert.deepEqual([change.actor.kind, change.address], ["person", "127.0.0.1"]);
  assert.ok(!JSON.stringify(items).includes("not the password"));
});

test("an owner narrows the log down by who acted, what it is about and when, page by page", async () => {
  const email = await shop.addPerson("cashier");
  await shop.signIn(email);
  const [owner, personId] = [await asOwner(), await idOf(email)];
  await owner(`/api/v1/team/${personId}`, { method: "PATCH", json: { role: "developer" } });
  await owner(`/api/v1/team/${personId}`, { method: "PATCH", json: { role: "cashier" } });
  await owner("/api/v1/theme", { method: "PUT", json: {} });
  const acts = async (query: Record<string, string>) => {
    const { items, nextCursor } = (await owner(`/api/v1/audit?${new URLSearchParams(query)}`)).json();
    return { acts: items.map((one: { act: string }) => one.act), items, nextCursor };
  };
  assert.deepEqual((await acts({ actor: `person ${personId}` })).acts, ["sign in"]);
  const roleChange = "PATCH /api/v1/team/:personId";
  const first = await acts({ kind: "team", limit: "1" });
  assert.deepEqual(first.acts, [roleChange]);
  const second = await acts({ kind: "team", limit: "1", cursor: first.nextCursor });
  assert.deepEqual(second.acts, [roleChange]);
  assert.notEqual(second.items[0].id, first.items[0].id);
  assert.deepEqual((await acts({ kind: "shop", limit: "1" })).acts, ["PUT /api/v1/theme"]);
  assert.deepEqual((await acts({ actor: "operator", kind: "team" })).acts, []);
  const at = first.items[0].at;
  assert.deepEqual(
    (await acts({ kind: "team", since: at })).items.map(({ id }: { id: number }) => id),
    [first.items[0].id],
  );
  assert.ok(!(await acts({ before: at })).items.some(({ id }: { id: number }) => id === first.items[0].id));
  assert.equal((await owner("/api/v1/audit?actor=anybody")).statusCode, 422);
});

test("what is in the log stays: the database refuses to change or remove it", async () => {
  for (const sql of [
    "update admin_acts set result = 'done'",
    "delete from admin_acts",
    "truncate admin_acts",
  ])
    await assert.rejects(shop.db.pool.query(sql), sql);
});

test("people belong to the shop, and reach its test world through it", async () => {
  const { rows } = await shop.db.pool.query(
    `insert into merchants (username, shop_name, email, phone, world, live_merchant_id)
     values ('nakheel-test', 'Nakheel', 'a@b.example', '1', 'test', $1) returning id`,
    [shop.merchantId],
  );
  const twin = Number(rows[0].id);
  const owner = await asOwner();
  assert.equal((await owner("/api/v1/invoices", { shop: twin })).statusCode, 200);
  const { shops } = (await owner("/api/v1/me")).json();
  assert.ok(
    shops.some(
      (one: { merchantId: number; world: string }) => one.merchantId === twin && one.world === "test",
    ),
  );
  await assert.rejects(
    shop.db.pool.query("insert into memberships (merchant_id, person_id, role) values ($1, $2, 'owner')", [
      twin,
      await idOf(ownerMail),
    ]),
    /test world/,
  );
});

test("a forgotten password is replaced by a mailed address, once; other sessions end, and an unknown mail gets the same page", async () => {
  const email = await shop.addPerson("accountant");
  const cookie = await shop.signIn(email);
  const known = await shop.send("/reset", { form: { email } });
  const unknown = await shop.send("/reset", { form: { email: "nobody@shop.example" } });
  const page = ({ body }: { body: string }) => body.replace(/nonce="[^"]+"/, "");
  assert.deepEqual([known.statusCode, page(known)], [unknown.statusCode, page(unknown)]);
  const link = await resetLinkTo(shop, email);
  assert.equal(shop.mail.list("nobody@shop.example").length, 0);
  assert.equal((await shop.send(link)).statusCode, 200, "opening it uses nothing up");
  const common = await shop.send(link, { form: { password: "password123456" } });
  assert.equal(common.statusCode, 422);
  assert.equal((await shop.send(link, { form: { password: testPassword } })).statusCode, 303);
  assert.equal((await shop.send("/api/v1/me", { cookie })).statusCode, 401);
  assert.equal((await shop.send(link, { form: { password: testPassword } })).statusCode, 410);
  await shop.signIn(email);
});

test("a view of a list is one's own or shared, is replaced by its number, and goes with who leaves", async () => {
  const [manager, cashier] = [await shop.addPerson("manager"), await shop.addPerson("cashier")];
  const views = async (email: string) => {
    const cookie = await shop.signIn(email);
    return (id: string, method: "GET" | "PUT" | "DELETE", json?: object) =>
      shop.send(`/api/v1/list-views${id}`, { cookie, shop: shop.merchantId, method, ...(json && { json }) });
  };
  const [ofManager, ofCashier] = [await views(manager), await views(cashier)];
  const [shared, own] = ["/everybodys-view-01", "/view-of-cashier-1"];
  const unpaid = {
    list: "invoices",
    name: "  غير \u202eالمدفوعة ",
    filters: { show: "unpaid" },
    isShared: true,
  };
  const kept = await ofManager(shared, "PUT", unpaid);
  assert.deepEqual([kept.statusCode, kept.json().name, kept.json().isShared], [200, "غير المدفوعة", true]);
  const mine = { ...unpaid, name: "mine", filters: { from: "2026-11-01", client: 7 }, isShared: false };
  assert.equal((await ofCashier(own, "PUT", mine)).statusCode, 200);
  const names = async (ask: typeof ofManager, list = "invoices") =>
    (await ask(`?list=${list}`, "GET")).json().items.map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(ofCashier), ["غير المدفوعة", "mine"]);
  assert.deepEqual(await names(ofManager), ["غير المدفوعة"]);
  assert.deepEqual(await names(ofManager, "payments"), []);
  // Neither a colleague's own nor, without the permission, a shared one.
  for (const method of ["PUT", "DELETE"] as const) {
    assert.equal((await ofManager(own, method, mine)).json().code, "not_found");
    assert.equal(
      (await ofCashier(shared, method, { ...unpaid, isShared: false })).json().code,
      "permission_missing",
    );
  }
  assert.equal((await ofCashier("/one-for-everybody", "PUT", unpaid)).json().code, "permission_missing");
  const renamed = await ofCashier(own, "PUT", { ...mine, name: "renamed" });
  assert.deepEqual([renamed.json().name, renamed.json().filters], ["renamed", mine.filters]);
  assert.equal((await ofManager(shared, "DELETE")).statusCode, 200);
  assert.equal((await ofManager(shared, "DELETE")).json().code, "not_found");
  const wrong = await ofCashier(own, "PUT", { ...mine, filters: { name: "نورة" } });
  assert.equal(wrong.statusCode, 422);
  for (let more = 2; more <= 20; more += 1)
    assert.equal((await ofCashier(`/view-of-cashier-${more}`, "PUT", mine)).statusCode, 200, String(more));
  assert.equal((await ofCashier("/view-of-cashier-21", "PUT", mine)).json().fields[0].code, "too_many");
  assert.equal(
    (await ofCashier("/view-of-cashier-21", "PUT", { ...mine, list: "payments" })).statusCode,
    200,
  );
  const owner = await asOwner();
  await owner(`/api/v1/team/${await idOf(cashier)}`, { method: "DELETE" });
  const { rows } = await shop.db.pool.query("select count(*)::int as left from list_views");
  assert.deepEqual(rows, [{ left: 0 }]);
});
