/**
 * Every call of the console, by each role, signed out, with a proof that is too old, and by a member of another shop. The calls are
 * those of the table of rights; what the study of roles grants (issue 17) is written down a second time in `test/roles-of-calls.ts`.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { permissionsOf, type Role, roles } from "#core/roles.ts";
import { sessionIdleMs } from "#core/timing.ts";
import { createMerchant } from "#server/merchant-api/api-keys.ts";
import { publishedCalls } from "#server/merchant-api/published-calls.ts";
import { rightOfCall } from "#server/merchant-api/scopes.ts";
import { type Cookie, type Shop, startShop } from "#test/console.ts";
import { callsByRoles } from "#test/roles-of-calls.ts";

let shop: Shop;
let cookies: Readonly<Record<Role, Cookie>>;
let stranger: Cookie;

before(async () => {
  shop = await startShop();
  const signedIn = await Promise.all(
    roles.map(async (role) => [role, await shop.signIn(await shop.addPerson(role))] as const),
  );
  cookies = Object.fromEntries(signedIn) as Record<Role, Cookie>;
  const other = await createMerchant(shop.db.kysely, {
    username: "other",
    shopName: "Other",
    email: "a@b.example",
    phone: "1",
  });
  stranger = await shop.signIn(await shop.addPerson("owner", other.id));
});
after(() => shop?.[Symbol.asyncDispose]());

async function ask(call: string, cookie: Cookie | undefined, headers: Readonly<Record<string, string>> = {}) {
  const [method = "GET", path = ""] = call.split(" ");
  // A stream that is let in has no end; one after an event that there is not is refused at once.
  const query = path.endsWith("/stream") ? "?after=none" : "";
  const url = path.replace(/:\w+/g, "0000000000000000") + query;
  const answer = await shop.send(url, { method: method as "GET", cookie, shop: shop.merchantId, headers });
  return { status: answer.statusCode, code: answer.body.startsWith("{") ? answer.json().code : undefined };
}

const ofShops = Object.entries(rightOfCall).filter(([, { may }]) => may !== null);

test("every call of merchants and of the console has a row, and no row is of nothing", () => {
  const calls = publishedCalls.flatMap((map) =>
    Object.entries(map).flatMap(([key, { audience }]) =>
      audience === "merchant" || audience === "console" ? [key] : [],
    ),
  );
  assert.deepEqual(Object.keys(rightOfCall).sort(), [...new Set(calls)].sort());
});

test("the table grants each call to whom the study grants it, and no call is without a line there", () => {
  const granted = ofShops.map(([call, { may }]) => {
    const who = roles.filter((role) => may !== null && permissionsOf[role].includes(may));
    return `${call}: ${who.join(" ")}`;
  });
  const studied = callsByRoles.flatMap(({ roles: who, calls }) =>
    calls.map((call) => `${call}: ${who.join(" ")}`),
  );
  assert.deepEqual(granted.toSorted(), studied.toSorted());
});

for (const role of roles) {
  test(`${role}: every call is refused without the permission and passes with it`, async () => {
    for (const [call, { may }] of ofShops) {
      const { status, code } = await ask(call, cookies[role]);
      const isGranted = may !== null && permissionsOf[role].includes(may);
      assert.equal(code === "permission_missing" && status === 403, !isGranted, `${call}: ${status} ${code}`);
      assert.ok(status < 500, `${call}: ${status}`);
    }
  });
}

test("an ended session and one that ran out are refused at every call, as no session is", async () => {
  const ended = await shop.signIn(await shop.addPerson("owner"));
  const idle = await shop.signIn(await shop.addPerson("owner"));
  await shop.send("/sign-out", { cookie: ended, form: {} });
  for (const call of Object.keys(rightOfCall))
    assert.deepEqual(await ask(call, ended), { status: 401, code: "unauthorized" }, call);
  const now = new Date(shop.clock.now() - sessionIdleMs);
  await shop.db.pool.query(
    "update person_sessions set last_seen_at = $1 where id = (select max(id) from person_sessions)",
    [now],
  );
  for (const call of Object.keys(rightOfCall))
    assert.deepEqual(await ask(call, idle), { status: 401, code: "unauthorized" }, call);
});

test("signed out every call is refused, and by the owner of another shop", async () => {
  for (const [call, { may }] of Object.entries(rightOfCall)) {
    const { status, code } = await ask(call, undefined);
    assert.deepEqual([status, code], [401, "unauthorized"], call);
    if (may === null) continue;
    const foreign = await ask(call, stranger);
    assert.deepEqual([foreign.status, foreign.code], [403, "permission_missing"], call);
  }
});

test("seen as another role, an owner may what that role may, and a cashier no more than before", async () => {
  for (const [call, { may }] of ofShops.filter(([key]) => key.startsWith("GET "))) {
    for (const role of ["cashier", "developer"] as const) {
      const { code } = await ask(call, cookies.owner, { "wasl-as-role": role });
      const isGranted = may !== null && permissionsOf[role].includes(may);
      assert.equal(code === "permission_missing", !isGranted, `${call} as ${role}`);
    }
  }
  const widened = await ask("GET /api/v1/team", cookies.cashier, { "wasl-as-role": "owner" });
  assert.equal(widened.code, "permission_missing");
});

test("seen as another role nothing is changed, whatever both may", async () => {
  for (const [call] of Object.entries(rightOfCall).filter(([key]) => !key.startsWith("GET "))) {
    const { status, code } = await ask(call, cookies.owner, { "wasl-as-role": "manager" });
    if (call === "POST /api/v1/search") assert.equal(code, "validation_failed");
    else
      assert.ok(
        status === 403 && /^(?:preview_read_only|permission_missing)$/.test(code),
        `${call}: ${code}`,
      );
  }
});

test("with a proof that is ten minutes old the sensitive calls ask again, and no others", async () => {
  shop.clock.advance(10 * 60_000);
  for (const [call, { isProvenAgain = false }] of ofShops) {
    const { code } = await ask(call, cookies.owner);
    assert.equal(code === "reauthentication_required", isProvenAgain, call);
  }
  const sensitive = ofShops.filter(([, { isProvenAgain }]) => isProvenAgain).map(([call]) => call);
  for (const call of [
    "POST /api/v1/invoices/:orderNumber/refunds",
    "POST /api/v1/refund-approvals/:approvalId/approve",
    "PUT /api/v1/refund-limits",
    "PATCH /api/v1/merchant",
    "POST /api/v1/keys",
    "POST /api/v1/webhook-endpoints",
    "PUT /api/v1/accounts/:method",
    "PATCH /api/v1/team/:personId",
    "POST /api/v1/team/invitations",
    "GET /api/v1/exports/clients",
  ])
    assert.ok(sensitive.includes(call), call);
});
