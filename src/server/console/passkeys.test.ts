/** Passkeys: made on a page, used in place of password and code, and refused where anything does not hold. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { workQueue } from "#test/account-mails.ts";
import { type Cookie, cookieOf, type Shop, startShop, testPassword } from "#test/console.ts";
import { askedOf, type PasskeyDevice, passkeyDevice, type Wrong } from "#test/passkey-device.ts";

let shop: Shop;

before(async () => {
  shop = await startShop();
});
after(() => shop?.[Symbol.asyncDispose]());

const me = async (cookie: Cookie) => (await shop.send("/api/v1/me", { cookie })).statusCode;

/** Makes a passkey on the page; gives the page of the answer and the cookie from then on. */
async function makePasskey(cookie: Cookie, device: PasskeyDevice, wrong: Wrong = {}) {
  const page = (await shop.send("/passkeys/new", { cookie })).body;
  const form = { name: "My <b>phone</b>", credential: device.make(askedOf(page), wrong) };
  const answer = await shop.send("/passkeys/new", { cookie, form });
  return { answer, cookie: cookieOf(answer) || cookie };
}

async function person() {
  const email = await shop.addPerson("owner");
  const device = passkeyDevice();
  const { answer, cookie } = await makePasskey(await shop.signIn(email), device);
  assert.equal(answer.statusCode, 200, answer.body);
  const paper = [...answer.body.matchAll(/>([a-z2-9]{5}-[a-z2-9]{5})</g)].map(([, code]) => code ?? "");
  return { email, device, cookie, paper };
}

async function signInWith(device: PasskeyDevice, wrong: Wrong = {}) {
  const credential = device.use(askedOf((await shop.send("/sign-in")).body), wrong);
  const send = async () => await shop.send("/sign-in/passkey", { form: { credential, next: "/invoices" } });
  return { answer: await send(), send };
}

test("the first passkey ends the other sessions, gives a new token and ten codes on paper; then it alone signs in, once each time", async () => {
  const email = await shop.addPerson("owner");
  const [cookie, other] = [await shop.signIn(email), await shop.signIn(email)];
  const device = passkeyDevice();
  const made = await makePasskey(cookie, device);
  assert.equal([...made.answer.body.matchAll(/>[a-z2-9]{5}-[a-z2-9]{5}</g)].length, 10);
  assert.deepEqual([await me(cookie), await me(other), await me(made.cookie)], [401, 401, 200]);
  await workQueue(shop);
  assert.deepEqual(
    shop.mail.list(email).map(({ subject }) => subject),
    ["أُضيفت طريقة دخول إلى حسابك"],
  );
  const { answer, send } = await signInWith(device);
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, "/invoices"]);
  assert.equal(await me(cookieOf(answer)), 200, "no code is asked for: the device has verified its user");
  assert.equal((await send()).statusCode, 401, "the same answer again");
});

test("what is not signed for this place, this challenge and this time, with its user verified, is refused", async () => {
  const { email, device } = await person();
  const challenge = Buffer.from("AAAAAAAAAAAAAAAAAAAAAA.9999999999999.x").toString("base64url");
  for (const wrong of [
    { origin: "https://evil.example" },
    { rpId: "evil.example" },
    { isUnverified: true },
    { challenge },
  ])
    assert.equal((await signInWith(device, wrong)).answer.statusCode, 401, JSON.stringify(wrong));
  assert.equal((await signInWith(passkeyDevice())).answer.statusCode, 401, "a device that nobody registered");
  const late = device.use(askedOf((await shop.send("/sign-in")).body));
  shop.clock.advance(15 * 60_000);
  const form = { credential: late, next: "/" };
  assert.equal((await shop.send("/sign-in/passkey", { form })).statusCode, 401, "after a quarter of an hour");
  for (const credential of ["", "{", '{"id":1}', "null"])
    assert.equal((await shop.send("/sign-in/passkey", { form: { credential, next: "/" } })).statusCode, 401);
  const fresh = await shop.addPerson("manager");
  const unverified = await makePasskey(await shop.signIn(fresh), passkeyDevice(), { isUnverified: true });
  assert.equal(unverified.answer.statusCode, 422);
  const challengeOfUse = await makePasskey(await shop.signIn(fresh), passkeyDevice(), {
    challenge: askedOf((await shop.send("/sign-in")).body).challenge,
  });
  assert.equal(challengeOfUse.answer.statusCode, 422, "a challenge for using one makes none");
  const taken = await makePasskey(await shop.signIn(fresh), device);
  assert.equal(taken.answer.statusCode, 422, `a passkey of ${email}`);
});

test("after the password a passkey is asked for, or a code on paper; the session opens nothing before", async () => {
  const { email, device, paper } = await person();
  const withPassword = async () => {
    const form = { name: email, password: testPassword, next: "/invoices" };
    const answer = await shop.send("/sign-in", { form });
    assert.equal(answer.headers.location, "/second-factor?next=%2Finvoices");
    return cookieOf(answer);
  };
  const waiting = await withPassword();
  assert.equal(await me(waiting), 401);
  const page = (await shop.send("/second-factor?next=/invoices", { cookie: waiting })).body;
  const form = { credential: device.use(askedOf(page)), next: "/invoices" };
  const answer = await shop.send("/sign-in/passkey", { cookie: waiting, form });
  assert.deepEqual([answer.statusCode, await me(cookieOf(answer)), await me(waiting)], [303, 200, 401]);
  const onPaper = { code: paper[0] ?? "", next: "/" };
  const entered = await shop.send("/second-factor", { cookie: await withPassword(), form: onPaper });
  assert.equal(entered.statusCode, 303);
});

test("a passkey proves again who one is, for the app and on the page; another person's does not", async () => {
  const { cookie, device } = await person();
  const other = await person();
  shop.clock.advance(11 * 60_000);
  const again = async (by: Cookie, used: PasskeyDevice) => {
    const asked = (await shop.send("/sign-in/challenge", { cookie: by })).json();
    const credential = JSON.parse(used.use(asked));
    return await shop.send("/sign-in/again", { cookie: by, json: { credential } });
  };
  assert.equal((await again(cookie, other.device)).statusCode, 403);
  const proven = await again(cookie, device);
  assert.equal(proven.statusCode, 200, proven.body);
  const renewed = cookieOf(proven);
  assert.deepEqual([await me(cookie), await me(renewed)], [401, 200]);
  shop.clock.advance(11 * 60_000);
  const stale = await shop.send("/passkeys/new", { cookie: renewed });
  assert.equal(stale.headers.location, "/prove?next=%2Fpasskeys%2Fnew");
  const page = (await shop.send("/prove?next=/passkeys/new", { cookie: renewed })).body;
  const form = { credential: device.use(askedOf(page)), next: "/passkeys/new" };
  const led = await shop.send("/prove", { cookie: renewed, form });
  assert.deepEqual([led.statusCode, led.headers.location], [303, "/passkeys/new"]);
});

test("a person lists, renames and removes their own passkeys alone; a removed one opens nothing", async () => {
  const { cookie, device } = await person();
  const other = await person();
  const list = async (by: Cookie) => (await shop.send("/api/v1/me/passkeys", { cookie: by })).json().items;
  const [own] = await list(cookie);
  assert.equal(own.name, "My <b>phone</b>");
  const path = `/api/v1/me/passkeys/${own.id}`;
  const rename = async (by: Cookie, name: string) =>
    (await shop.send(path, { method: "PATCH", cookie: by, json: { name } })).statusCode;
  assert.deepEqual(
    [await rename(other.cookie, "mine"), await rename(cookie, " "), await rename(cookie, "Till")],
    [404, 422, 200],
  );
  const remove = async (by: Cookie) => (await shop.send(path, { method: "DELETE", cookie: by })).statusCode;
  assert.equal(await remove(other.cookie), 404);
  assert.equal((await list(cookie))[0].name, "Till");
  assert.equal(await remove(cookie), 200);
  assert.deepEqual([await list(cookie), (await signInWith(device)).answer.statusCode], [[], 401]);
});
