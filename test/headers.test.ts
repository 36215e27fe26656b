/**
 * The headers of every route that the app really has, by the kind of the route. A route that no kind knows fails here:
 * adding one includes saying what it is, and gets the headers of its kind tested. Reads the build, as the server does.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { pageForms } from "#core/page-forms.ts";
import { encodeResult } from "#core/payment-result.ts";
import { createApp } from "#server/app.ts";
import { bankStepCookie, lastMethodCookie } from "#server/payments/begun-payment.ts";
import { routes as pageRoutes, redirects } from "#web/routes.ts";
import {
  cards,
  gatewayBody,
  issueInvoice,
  loadModel,
  payByCard,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "./app-harness.ts";
import { type MountedRoute, withRoutes } from "./mounted-routes.ts";

const distDir = join(import.meta.dirname, "../dist");
const shopOrigin = "https://shop.example";

let wasl: TestApp;
let app: FastifyInstance;
let table: readonly MountedRoute[];
/** Numbers and keys of things that exist, for addresses with parameters. */
let there: {
  readonly open: string;
  readonly paid: string;
  readonly returnToken: string;
  readonly bankPage: string;
};

before(async () => {
  wasl = await startTestApp({ env: { WASL_WEB_URL: "https://pay.example" } });
  await wasl.db.kysely
    .updateTable("merchants")
    .set({ frame_origins: [shopOrigin] })
    .execute();
  const mounted = await withRoutes(() => createApp(wasl.services, { distDir }));
  app = mounted.built;
  await app.ready();
  table = mounted.routesOf(app);
  there = await someOrders();
});

after(async () => {
  await app.close();
  await wasl[Symbol.asyncDispose]();
});

async function someOrders(): Promise<typeof there> {
  const paid = await issueInvoice(wasl);
  await payByCard(wasl, paid);
  const challenged = await issueInvoice(wasl);
  const session = await prepareSession(wasl, challenged, { number: cards.challenge });
  const reply = await post(
    wasl,
    "/rest/pay/openGateway",
    gatewayBody(await loadModel(wasl, challenged), session),
  );
  const { secure3DHtmlKey: key, signature } = reply.json();
  const { return_token: returnToken } = await wasl.db.kysely
    .selectFrom("payment_attempts")
    .select("return_token")
    .where("state", "=", "awaiting_buyer")
    .executeTakeFirstOrThrow();
  return {
    open: await issueInvoice(wasl),
    paid,
    returnToken,
    bankPage: `/rest/pay/get3DPage/${challenged}?${new URLSearchParams({ key, signature })}`,
  };
}

const pagePaths: ReadonlySet<string> = new Set([...pageRoutes.map(({ path }) => path), "/*"]);
const redirectPaths: ReadonlySet<string> = new Set(redirects.map(({ path }) => path));

/** Kinds of routes, the first that fits. */
const kinds = {
  redirect: ({ url }: MountedRoute) => redirectPaths.has(url),
  page: ({ method, url }: MountedRoute) => pagePaths.has(url) && /^(GET|HEAD)$/.test(method),
  asset: ({ url }: MountedRoute) => /^\/(assets|i18n)\//.test(url),
  bankPage: ({ url }: MountedRoute) => url.startsWith("/rest/pay/get3DPage/"),
  wayBack: ({ url }: MountedRoute) => url === "/rest/pay/return/:token",
  file: ({ url }: MountedRoute) => /^\/(openApi\/|web\/getDesktopOrderFile\/)/.test(url),
  call: ({ url }: MountedRoute) =>
    /^\/(rest\/(pay|messages)\/|web\/embeddedJs\/|pay\/info3\/3dsreceipt$)/.test(url),
  merchantApi: ({ url }: MountedRoute) => url.startsWith("/api/") || url === "/mcp",
  dropIn: ({ url }: MountedRoute) => url.startsWith("/v1/"),
  guide: ({ url }: MountedRoute) => url.startsWith("/docs") || url === "/llms.txt",
  plain: ({ url }: MountedRoute) => /^\/(healthz$|readyz$|csp-report$|\.well-known\/)/.test(url),
} as const;

type Kind = keyof typeof kinds;

function kindOf(route: MountedRoute): Kind | null {
  const names = Object.keys(kinds) as Kind[];
  return names.find((name) => kinds[name](route)) ?? null;
}

function routesOf(kind: Kind): readonly MountedRoute[] {
  return table.filter((route) => kindOf(route) === kind);
}

/** A request to a route: parameters that name something real where there is something. */
function requestTo({ method, url }: MountedRoute): InjectOptions {
  const values: Readonly<Record<string, string>> = {
    orderNumber: url.includes("pay/info") || url.includes("frame") ? there.open : there.paid,
    token: there.returnToken,
    reason: "expired-qr",
    method: "card",
    merchantId: String(wasl.merchantId),
    clientId: "00000001",
  };
  const path = url
    .replace(/:(\w+)/g, (_all, name: string) => values[name] ?? "0000000000000000")
    .replace("*", "x")
    // A stream that is let in has no end; one after an event that there is not is refused at once.
    .replace(/\/stream$/, "$&?after=none");
  const msg = encodeResult({ orderNumber: there.paid, statusCode: 200 });
  const isResult = /displayPayment|process3DSecure/.test(url);
  return {
    method: method as "GET",
    url: isResult ? `${path}?${new URLSearchParams({ msg })}` : path,
    ...(/^(POST|PUT|PATCH|DELETE)$/.test(method) && { payload: {} }),
    ...(url.startsWith("/api/v1/") && { headers: { authorization: `Bearer ${wasl.apiKey}` } }),
  };
}

/** Directives of a policy by name. */
function policyOf(reply: LightMyRequestResponse): Readonly<Record<string, string>> {
  const text = String(reply.headers["content-security-policy"] ?? "");
  return Object.fromEntries(
    text.split(/;\s*/).map((directive) => {
      const [name = "", ...sources] = directive.trim().split(/\s+/);
      return [name, sources.join(" ")];
    }),
  );
}

/** What every answer has, whatever its route and its status. */
function expectCommon(reply: LightMyRequestResponse, where: string): void {
  const { headers } = reply;
  assert.equal(headers["strict-transport-security"], "max-age=63072000; includeSubDomains", where);
  assert.equal(headers["x-content-type-options"], "nosniff", where);
  assert.equal(headers["cross-origin-opener-policy"], "same-origin-allow-popups", where);
  assert.match(
    String(headers["referrer-policy"]),
    /^(no-referrer|strict-origin(-when-cross-origin)?)$/,
    where,
  );
  assert.match(String(headers["permissions-policy"]), /camera=\(\).*microphone=\(\).*usb=\(\)/, where);
  assert.ok(headers["content-security-policy"], `${where} has a policy`);
  assert.equal(headers["x-powered-by"], undefined, where);
  assert.equal(headers["server"], undefined, where);
}

async function each(
  kind: Kind,
  check: (reply: LightMyRequestResponse, where: string, route: MountedRoute) => void,
): Promise<void> {
  const found = routesOf(kind);
  assert.ok(found.length > 0, `there are routes of the kind ${kind}`);
  for (const route of found) {
    const where = `${route.method} ${route.url}`;
    const request = kind === "bankPage" ? { ...requestTo(route), url: there.bankPage } : requestTo(route);
    const reply = await app.inject(request);
    assert.ok(reply.statusCode < 500, `${where} answers ${reply.statusCode}`);
    expectCommon(reply, where);
    check(reply, where, route);
  }
}

test("every route is of a known kind, and every page and form of the lists is a route", () => {
  assert.deepEqual(
    table.filter((route) => kindOf(route) === null),
    [],
  );
  const mounted = new Set(table.map(({ url }) => url));
  for (const path of [...pagePaths, ...redirectPaths, ...Object.keys(pageForms)])
    assert.ok(mounted.has(path), `${path} is not mounted, or newer than the build: npm run build`);
});

/** Who may frame a page, as its policy says it; none unless it is listed here. */
const ancestors: Readonly<Record<string, string>> = {
  "/pay/frame/:orderNumber": shopOrigin,
  "/pay/displayPayment": "'self'",
  "/pay/process3DSecure": "'self'",
  "/pay/googlepay/:orderNumber": "'self'",
};

/** Google's script draws in it, with styles and a picture of its own (decision 0035). It holds nothing of the buyer. */
const foreignDrawing = "/pay/googlepay/:orderNumber";

test("pages run nothing but their own scripts and styles, by nonce, and are framed only where that was decided", async () => {
  await each("page", (reply, where, { url }) => {
    const policy = policyOf(reply);
    assert.equal(policy["default-src"], "'none'", where);
    const isForeign = url === foreignDrawing;
    for (const name of isForeign ? ["script-src"] : ["script-src", "style-src"]) {
      assert.match(policy[name] ?? "", /^'self' 'nonce-[\w-]{22}'/, where);
      assert.doesNotMatch(policy[name] ?? "", /unsafe|\*|data:/, where);
    }
    for (const name of ["base-uri", "object-src"]) assert.equal(policy[name], "'none'", where);
    assert.equal(policy["form-action"], "'self'", where);
    const pictures = isForeign ? "'self' data: https://www.gstatic.com" : "'self' data:";
    assert.equal(policy["img-src"], pictures, where);
    if (isForeign) assert.equal(policy["style-src"], "'self' 'unsafe-inline'", where);
    assert.equal(policy["frame-ancestors"], ancestors[url] ?? "'none'", where);
    const old = { [shopOrigin]: undefined, "'self'": "SAMEORIGIN" }[ancestors[url] ?? ""];
    assert.equal(reply.headers["x-frame-options"], url in ancestors ? old : "DENY", where);
    assert.equal(reply.headers["cache-control"], "no-store", where);
    assert.equal(reply.headers["referrer-policy"], "strict-origin", where);
    const mayLocate = url === "/pay/simple/:orderNumber";
    assert.match(
      String(reply.headers["permissions-policy"]),
      mayLocate ? /geolocation=\(self\)/ : /geolocation=\(\)/,
    );
  });
});

test("a result inside a merchant's frame may be framed by that merchant's origins", async () => {
  const msg = encodeResult({ orderNumber: there.paid, statusCode: 200, mode: "frame" });
  const reply = await app.inject(`/pay/displayPayment?${new URLSearchParams({ msg })}`);
  assert.equal(policyOf(reply)["frame-ancestors"], shopOrigin);
  assert.equal(reply.headers["x-frame-options"], undefined);
});

test("the frame of an order that does not exist may be framed by no site", async () => {
  const reply = await app.inject("/pay/frame/0000000000000000");
  assert.equal(reply.statusCode, 404);
  assert.equal(policyOf(reply)["frame-ancestors"], "'none'");
  assert.equal(reply.headers["x-frame-options"], "DENY");
});

test("calls answer with data that no page can show or keep", async () => {
  for (const kind of ["call", "merchantApi", "plain"] as const) {
    await each(kind, (reply, where, { url }) => {
      const policy = policyOf(reply);
      assert.deepEqual([policy["default-src"], policy["frame-ancestors"]], ["'none'", "'none'"], where);
      // The published description is the same for every caller.
      if (kind !== "plain" && !/\/openapi(-pages)?\.json$/.test(url))
        assert.equal(reply.headers["cache-control"], "no-store", where);
      assert.doesNotMatch(String(reply.headers["content-type"]), /html/, where);
      assert.equal(reply.headers["access-control-allow-origin"], undefined, where);
    });
  }
});

test("the drop-in script may be loaded by pages of every site", async () => {
  await each("dropIn", (reply, where) => {
    assert.equal(reply.headers["cross-origin-resource-policy"], "cross-origin", where);
    assert.doesNotMatch(String(reply.headers["content-type"]), /html/, where);
  });
});

test("files cannot run anything, whatever is in them", async () => {
  await each("file", (reply, where) => {
    const text = String(reply.headers["content-security-policy"]);
    assert.match(text, /default-src 'none'|frame-ancestors 'none'/, where);
    assert.doesNotMatch(text, /unsafe|\*/, where);
    assert.doesNotMatch(String(reply.headers["content-type"]), /html|svg/, where);
  });
});

test("the bank's page is in a sandbox without our origin, and framed by no site", async () => {
  // The first request shows the page, those after it lead on.
  let shown = 0;
  await each("bankPage", (reply, where, { method }) => {
    assert.equal(reply.headers["cache-control"], "no-store", where);
    if (reply.statusCode !== 200 || method !== "GET") return;
    shown += 1;
    const policy = policyOf(reply);
    assert.equal(policy["sandbox"], "allow-forms allow-scripts allow-top-navigation", where);
    assert.equal(policy["frame-ancestors"], "'none'", where);
    assert.equal(policy["default-src"], "'none'", where);
    assert.equal(reply.headers["referrer-policy"], "no-referrer", where);
  });
  assert.equal(shown, 1);
});

test("the way back from a bank runs one script of ours and nothing else", async () => {
  await each("wayBack", (reply, where) => {
    const policy = policyOf(reply);
    assert.equal(policy["default-src"], "'none'", where);
    assert.match(policy["script-src"] ?? "", /^'nonce-[\w-]{16,}'$/, where);
    assert.equal(policy["base-uri"], "'none'", where);
    assert.equal(reply.headers["cache-control"], "no-store", where);
    assert.equal(reply.headers["referrer-policy"], "no-referrer", where);
  });
});

test("built files and redirects carry what every answer carries", async () => {
  for (const kind of ["asset", "redirect"] as const) {
    await each(kind, (reply, where) => {
      assert.equal(policyOf(reply)["default-src"], "'none'", where);
    });
  }
  const { body } = await app.inject("/");
  const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(body) ?? [];
  const reply = await app.inject(script);
  expectCommon(reply, script);
  assert.match(String(reply.headers["cache-control"]), /immutable/);
});

test("an address of nothing, of a program or a person, has the headers too", async () => {
  for (const url of ["/nowhere", "/rest/pay/nowhere", "/api/v1/nowhere", "/assets/nowhere.js"]) {
    const reply = await app.inject(url);
    assert.equal(reply.statusCode, 404, url);
    expectCommon(reply, url);
    assert.equal(policyOf(reply)["frame-ancestors"], "'none'", url);
  }
});

/** A page and a card payment that continues at a bank; the cookies that they leave, by name. */
async function cookiesOf(shop: TestApp): Promise<Readonly<Record<string, boolean>>> {
  const orderNumber = await issueInvoice(shop);
  const page = await shop.app.inject(`/pay/info/${orderNumber}`);
  const session = await prepareSession(shop, orderNumber, { number: cards.challenge });
  const body = gatewayBody(await loadModel(shop, orderNumber), session);
  const paid = await post(shop, "/rest/pay/openGateway", body);
  return Object.fromEntries(
    [...page.cookies, ...paid.cookies].map(({ name, secure }) => [name, secure ?? false]),
  );
}

test("cookies are for https alone where the public address is https, whatever the proxy in front speaks with us", async () => {
  const { services } = wasl;
  const config = { ...services.config, webUrl: "http://pay.example", serverUrl: "http://pay.example" };
  const plain = await createApp({ ...services, config }, { distDir });
  const names = { "XSRF-TOKEN": true, [bankStepCookie]: true, [lastMethodCookie]: true };
  assert.deepEqual(await cookiesOf({ ...wasl, app }), names);
  assert.deepEqual(await cookiesOf({ ...wasl, app: plain }), {
    "XSRF-TOKEN": false,
    [bankStepCookie]: false,
    [lastMethodCookie]: false,
  });
  await plain.close();
});

test("guides run no scripts, and the reference of all calls runs them in an origin of its own", async () => {
  await each("guide", (reply, where) => {
    const policy = policyOf(reply);
    assert.equal(policy["default-src"], "'none'", where);
    assert.equal(policy["frame-ancestors"], "'none'", where);
    assert.ok(
      policy["script-src"] === undefined || policy["sandbox"] === "allow-scripts allow-popups",
      where,
    );
  });
});
