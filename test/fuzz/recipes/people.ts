/** Stories of people at the console: their account, their colleagues, their views of lists, and the forms before and after a session. */
import type { Member } from "#contract/people.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { ensurePerson, setMembership, setPassword } from "#server/people/persons.ts";
import type { TestApp } from "../../app-harness.ts";
import { consoleUrl, testPassword } from "../../console.ts";
import { madeOnce, type Teller } from "../story.ts";
import type { Story } from "./buyers.ts";

/** Whom `makePeople` makes; the password is the tests' own. */
export const personEmail = "owner@shop.example";
/** Whose sessions are ended by stories: the owner's one session is that of all others. */
const colleagueEmail = "manager@shop.example";

/** Makes the people of the stories. */
export async function makePeople(
  { kysely }: Pick<TestApp["db"], "kysely">,
  merchantId: number,
): Promise<void> {
  const hash = await hashPassword(testPassword);
  for (const [email, role] of [
    [personEmail, "owner"],
    [colleagueEmail, "manager"],
  ] as const) {
    const { id: personId } = await ensurePerson(kysely, { email, name: "نورة" });
    await setMembership(kysely, { merchantId, personId, role });
    await setPassword(kysely, { personId, hash, now: new Date() });
  }
}

const form = { "content-type": "application/x-www-form-urlencoded" };

/** How the console's own pages ask, in the shop of the stories. */
export async function consoleHeaders({ db }: TestApp): Promise<Readonly<Record<string, string>>> {
  const { rows } = await db.pool.query("select id from merchants where username = 'nakheel'");
  return {
    ...{ host: new URL(consoleUrl).host, "sec-fetch-site": "same-origin", "wasl-shop": String(rows[0]?.id) },
    origin: consoleUrl,
  };
}

/** Signs in before the story; gives the cookie. */
async function sessionOf(shop: Teller, name: string): Promise<string> {
  const payload = new URLSearchParams({ name, password: testPassword, next: "/", lang: "ar" }).toString();
  const headers = { ...(await consoleHeaders(shop)), ...form };
  const answer = await shop.before.app.inject({ method: "POST", url: "/sign-in", headers, payload });
  return String(answer.headers["set-cookie"] ?? "").split(";", 1)[0] ?? "";
}

/** The owner's session. A password takes long to compare: it is that of many stories. */
export async function ownersSession(shop: Teller): Promise<string> {
  return await madeOnce(shop, { name: "session", uses: 300 }, () => sessionOf(shop, personEmail));
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What asks as the page of someone who is signed in. */
async function asPerson(shop: Teller, cookie: string) {
  const headers = { ...(await consoleHeaders(shop)), ...(cookie !== "" && { cookie }) };
  return {
    headers,
    call: async (method: Method, url: string, payload?: object) =>
      await shop.app.inject({
        ...{ method, url: `/api/v1${url}` },
        headers: {
          ...headers,
          ...(payload && { "content-type": "application/json" }),
          "idempotency-key": "people-1234567890",
        },
        ...(payload && { payload }),
      }),
    send: async (url: string, fields: Readonly<Record<string, string>>) =>
      await shop.app.inject({
        ...{ method: "POST", url, headers: { ...headers, ...form } },
        payload: new URLSearchParams(fields).toString(),
      }),
    show: async (url: string) => await shop.app.inject({ url, headers }),
  };
}

const ownAccount: Story = async (shop) => {
  const { call } = await asPerson(shop, await ownersSession(shop));
  await call("PATCH", "/me", { name: "نورة" });
  for (const url of ["/me/sessions", "/me/passkeys", "/me/push", "/roles"]) await call("GET", url);
  await call("PATCH", "/me/passkeys/1", { name: "الهاتف" });
  await call("DELETE", "/me/passkeys/1");
  await call("DELETE", "/me/authenticator");
  await call("POST", "/me/push", {
    endpoint: "https://push.example.com/device",
    keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
    language: "ar",
  });
  await call("DELETE", "/me/push/1");
};

const colleagues: Story = async (shop, random) => {
  const { call } = await asPerson(shop, await ownersSession(shop));
  const { items = [] } = (await call("GET", "/team")).json();
  const colleague = items.find(({ email }: Member) => email === colleagueEmail)?.personId ?? 1;
  await call("PATCH", `/team/${colleague}`, { role: random.pick(["manager", "accountant"]) });
  await call("POST", `/team/${colleague}/end-sessions`);
  // Who alone is an owner stays.
  const owner = items.find(({ role }: Member) => role === "owner")?.personId ?? 1;
  await call("DELETE", `/team/${owner}`);
  const invited = { email: `guest${random.whole(0, 2 ** 40)}@shop.example`, role: "cashier" };
  const { id } = (await call("POST", "/team/invitations", invited)).json();
  await call("DELETE", `/team/invitations/${id ?? 1}`);
  await call("GET", "/audit?kind=team&limit=5");
  await call("GET", "/audit/check");
};

const views: Story = async (shop, random) => {
  const { call } = await asPerson(shop, await ownersSession(shop));
  const url = `/list-views/${random.bytes(12).toString("hex")}`;
  const filters = { show: "overdue", from: "2026-01-01", to: "2026-12-31" };
  await call("PUT", url, { list: "invoices", name: "المتأخرة", filters, isShared: true });
  await call("GET", "/list-views?list=invoices");
  await call("DELETE", url);
};

const limitsOfRefunds: Story = async (shop) => {
  const { call } = await asPerson(shop, await ownersSession(shop));
  await call("PUT", "/refund-limits", { perInvoice: "900000.00", perDay: null, appliesTo: ["manager"] });
  await call("POST", "/refund-approvals/none/approve");
  await call("POST", "/refund-approvals/none/refuse", { note: "ليس اليوم" });
};

const endedSessions: Story = async (shop) => {
  const { call, send } = await asPerson(shop, await sessionOf(shop, colleagueEmail));
  await call("DELETE", "/me/sessions/none");
  await call("POST", "/me/sessions/end-others");
  await send("/sign-out", {});
};

/** Forms that are refused for what was typed: another password or factor of the colleague would end the other stories. */
const secrets: Story = async (shop) => {
  const { send, show } = await asPerson(shop, await sessionOf(shop, colleagueEmail));
  await send("/password", { old: "another one", password: "dates from al-Qassim 8" });
  await send("/reset/0123456789abcdef0123456789abcdef", { password: "dates from al-Qassim 8", lang: "ar" });
  await show("/second-factor/set-up");
  await send("/second-factor/set-up", {});
  await send("/second-factor/confirm", { code: "000000" });
  await send("/second-factor", { code: "000000", next: "/invoices" });
  await show("/passkeys/new");
  await send("/passkeys/new", { credential: "{}", name: "الهاتف" });
};

/** Forms by which an account begins: no story reads the code that a mail or a message has. */
const beginnings: Story = async (shop, random) => {
  const { send, show } = await asPerson(shop, "");
  const shopForm = { shopName: "متجر الريم", phone: "0551234567", password: testPassword, lang: "ar" };
  await show("/sign-up?lang=ar");
  await send("/sign-up", { name: `guest${random.whole(0, 2 ** 40)}@shop.example`, lang: "ar" });
  await show("/sign-up/code");
  await send("/sign-up/code", { code: "000000" });
  await show("/sign-up/shop");
  await send("/sign-up/shop", shopForm);
  await send("/invitation/0123456789abcdef0123456789abcdef", { name: "سارة", password: testPassword });
};

const ownAddresses: Story = async (shop, random) => {
  const { send, show } = await asPerson(shop, await sessionOf(shop, colleagueEmail));
  await show("/sign-in/challenge");
  await send("/prove", { password: testPassword, next: "/own-email" });
  for (const [kind, field] of [
    ["email", { email: `guest${random.whole(0, 2 ** 40)}@shop.example` }],
    ["mobile", { mobile: `05${random.whole(10_000_000, 99_999_999)}` }],
  ] as const) {
    await show(`/own-${kind}`);
    await send(`/own-${kind}`, field);
    await show(`/own-${kind}/code`);
    await send(`/own-${kind}/code`, { code: "000000" });
  }
  await send("/own-mobile/remove", {});
  await show("/shops/new");
  const form = { shopName: "متجر الرياض", phone: "0551234567", email: "riyadh@shop.example" };
  await send("/shops/new", { ...form, key: random.bytes(12).toString("hex") });
};

const signInAgain: Story = async (shop) => {
  const { headers } = await asPerson(shop, await sessionOf(shop, colleagueEmail));
  const json = { ...headers, "content-type": "application/json" };
  const payload = { password: testPassword };
  await shop.app.inject({ method: "POST", url: "/sign-in/again", headers: json, payload });
};

export const peopleStories: Readonly<Record<string, Story>> = {
  "a person's account": ownAccount,
  "a person's colleagues": colleagues,
  "views of lists": views,
  "limits of refunds": limitsOfRefunds,
  "end sessions": endedSessions,
  "passwords and second factors": secrets,
  "sign up": beginnings,
  "addresses of a person": ownAddresses,
  "sign in again": signInAgain,
};
