import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { problemStatuses } from "#core/problem.ts";
import type { A2aCalls } from "#methods/a2a/calls.ts";
import { createCall, readCookie, type Surroundings, serverFaults } from "./api.ts";

const parts = { body: { orderNumber: "7QK4M2XPB9TNW3HC" } };
const quick = { timeoutMs: 2_000 };

/** A server of its own for one test, and the page that talks to it. */
async function serve(
  context: TestContext,
  listener: RequestListener,
  page: { readonly cookies?: string; readonly isOnline?: boolean } = {},
): Promise<Surroundings> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    cookies: () => page.cookies ?? "",
    isOnline: () => page.isOnline ?? true,
  };
}

function answer(status: number, body: string): RequestListener {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body);
  };
}

test("a call sends its body as JSON with the token of the cookie, and gives the reply", async (context) => {
  const seen: { headers: IncomingHttpHeaders; url: string; body: string }[] = [];
  const page = await serve(
    context,
    async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      seen.push({ headers: request.headers, url: request.url ?? "", body });
      response.end(JSON.stringify({ statusCode: 200 }));
    },
    { cookies: "lang=ar; XSRF-TOKEN=a%2Bb; other=1" },
  );
  const outcome = await createCall(page)("POST /rest/pay/checkPaymentStatus", parts, quick);
  assert.deepEqual(outcome, { kind: "ok", reply: { statusCode: 200 } });
  assert.equal(seen[0]?.url, "/rest/pay/checkPaymentStatus");
  assert.equal(seen[0]?.headers["content-type"], "application/json");
  assert.equal(seen[0]?.headers["x-xsrf-token"], "a+b");
  assert.equal(seen[0]?.headers.authorization, undefined, "pages hold no token (decision 0020)");
  assert.deepEqual(JSON.parse(seen[0]?.body ?? ""), parts.body);
});

test("a call that only reads carries no token and puts its parameters into the address", async (context) => {
  const seen: { url: string; token: unknown; method: string }[] = [];
  const page = await serve(
    context,
    (request, response) => {
      seen.push({
        url: request.url ?? "",
        token: request.headers["x-xsrf-token"],
        method: request.method ?? "",
      });
      response.end("{}");
    },
    { cookies: "XSRF-TOKEN=abc" },
  );
  await createCall(page)("GET /rest/pay/order/:orderNumber", { params: { orderNumber: "a/b" } }, quick);
  await createCall(page)("GET /rest/pay/settings", { query: { orderNumber: "x y" } }, quick);
  assert.deepEqual(seen, [
    { url: "/rest/pay/order/a%2Fb", token: undefined, method: "GET" },
    { url: "/rest/pay/settings?orderNumber=x+y", token: undefined, method: "GET" },
  ]);
});

/** The body of a refusal of ours. */
function ours<Body extends { readonly code: string }>(body: Body): Body & { readonly type: string } {
  return { type: `urn:wasl:problem:${body.code}`, ...body };
}

test("every refusal of ours has its code and text, any other has the general text", async (context) => {
  const general = { code: "unknown", text: null, fields: [] };
  for (const [status, body, expected] of [
    [
      402,
      ours({ code: "payment_declined", error: "No money" }),
      { code: "payment_declined", text: "No money", fields: [] },
    ],
    // Of a newer server: its text is still for the buyer.
    [
      402,
      ours({ code: "brand_new_code", error: "Something" }),
      { code: "brand_new_code", text: "Something", fields: [] },
    ],
    [402, { code: "payment_declined", error: "Not our words" }, general],
    [402, { type: "urn:wasl:problem:order_changed", code: "payment_declined", error: "Not ours" }, general],
    [403, { type: "urn:wasl:problem:undefined", error: "no code" }, general],
    [403, { error: "no code at all" }, general],
    [
      409,
      ours({ code: "order_changed", error: "java.lang.IllegalState" }),
      { code: "order_changed", text: null, fields: [] },
    ],
    [409, ours({ code: "order_changed", error: " " }), { code: "order_changed", text: null, fields: [] }],
    [500, ours({ code: "internal", error: "Sorry" }), { code: "internal", text: "Sorry", fields: [] }],
    [
      422,
      ours({
        code: "validation_failed",
        error: "Wrong",
        fields: [{ path: "clientMobile" }, null, { path: 3 }],
      }),
      { code: "validation_failed", text: "Wrong", fields: ["clientMobile"] },
    ],
  ] as const) {
    const page = await serve(context, answer(status, JSON.stringify(body)));
    const outcome = await createCall(page)("POST /rest/pay/checkPaymentStatus", parts, quick);
    assert.deepEqual(outcome, { kind: "refused", refusal: expected }, JSON.stringify(body));
  }
});

test("an unreadable answer counts as no answer, never as a refusal", async (context) => {
  for (const listener of [
    answer(200, "<html>proxy</html>"),
    answer(200, "null"),
    answer(502, "<html>Bad gateway</html>"),
    answer(504, JSON.stringify({ message: "upstream" })),
    answer(502, JSON.stringify({ code: "gateway_refused", error: "of a proxy" })),
    answer(503, JSON.stringify(ours({ code: "brand_new_fault", error: "of a newer server" }))),
    (request) => request.socket.destroy(),
  ] satisfies RequestListener[]) {
    const page = await serve(context, listener);
    assert.deepEqual(await createCall(page)("POST /rest/pay/checkPaymentStatus", parts, quick), {
      kind: "no_answer",
      isTimeout: false,
    });
  }
});

test("a method's own call is sent and read like those of the contract", async (context) => {
  const seen: { url: string; body: string; token: unknown }[] = [];
  const page = await serve(
    context,
    async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      seen.push({ url: request.url ?? "", body, token: request.headers["x-xsrf-token"] });
      response.end(JSON.stringify({ status: "created" }));
    },
    { cookies: "XSRF-TOKEN=t" },
  );
  const body = { orderNumber: "A", waslOrderNumber: "A", transactionId: "t", signature: "s", mobile: "05" };
  const outcome = await createCall<A2aCalls>(page)("POST /rest/pay/a2a/authorize", { body }, quick);
  assert.deepEqual(outcome, { kind: "ok", reply: { status: "created" } });
  assert.deepEqual(seen, [{ url: "/rest/pay/a2a/authorize", body: JSON.stringify(body), token: "t" }]);
});

test("a server that is silent for too long counts as no answer", async (context) => {
  const page = await serve(context, () => undefined);
  const outcome = await createCall(page)("POST /rest/pay/checkPaymentStatus", parts, { timeoutMs: 50 });
  assert.deepEqual(outcome, { kind: "no_answer", isTimeout: true });
});

test("an offline browser sends nothing", async (context) => {
  let requests = 0;
  const page = await serve(context, () => (requests += 1), { isOnline: false });
  assert.deepEqual(await createCall(page)("POST /rest/pay/checkPaymentStatus", parts, quick), {
    kind: "offline",
  });
  assert.equal(requests, 0);
});

test("a cookie is found by its whole name and decoded", () => {
  for (const [cookies, expected] of [
    ["XSRF-TOKEN=abc", "abc"],
    ["a=1; XSRF-TOKEN=x=y; b=2", "x=y"],
    ["NOT-XSRF-TOKEN=1", null],
    ["XSRF-TOKEN=%zz", "%zz"],
    ["", null],
  ] as const) {
    assert.equal(readCookie(cookies, "XSRF-TOKEN"), expected, cookies);
  }
});

test("every fault of the server in the table of problems is known to the page", () => {
  const codes = Object.entries(problemStatuses).flatMap(([code, status]) => (status >= 500 ? [code] : []));
  assert.deepEqual([...serverFaults].toSorted(), codes.toSorted());
});

test("a call says the page's language, because cookies that say it may be kept from a frame", async (context) => {
  const seen: (string | undefined)[] = [];
  const page = await serve(context, (request, response) => {
    seen.push(request.headers["accept-language"]);
    response.end("{}");
  });
  await createCall({ ...page, language: () => "en" })("POST /rest/pay/checkPaymentStatus", parts, quick);
  assert.deepEqual(seen, ["en"]);
});

// Held by the compiler: where one of these is no mistake any more, its line does not compile.
test("a call of another path, with another body, or whose reply is read as another shape does not compile", () => {
  const call = createCall<A2aCalls>({ origin: "", cookies: () => "", isOnline: () => false });
  const body = { orderNumber: "A", waslOrderNumber: "A", transactionId: "t", signature: "s", mobile: "05" };
  const wrong = [
    // @ts-expect-error the path of another method
    () => call("POST /rest/pay/tabby/authorize", { body }, quick),
    // @ts-expect-error a number for a text
    () => call("POST /rest/pay/a2a/authorize", { body: { ...body, mobile: 5 } }, quick),
    // @ts-expect-error no body
    () => call("POST /rest/pay/a2a/authorize", {}, quick),
    async () => {
      const outcome = await call("POST /rest/pay/a2a/authorize", { body }, quick);
      // @ts-expect-error a reply of another method
      return outcome.kind === "ok" && outcome.reply.billerCode;
    },
  ];
  assert.equal(wrong.length, 4);
});
