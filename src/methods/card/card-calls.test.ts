import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { type Call, createCall } from "#web/browser/api.ts";
import type { Payer } from "#web/payment/panel.ts";
import { openGateway, prepareSession, readBrowser } from "./card-calls.ts";

const payer: Payer = {
  orderNumber: "7QK4M2XPB9TNW3HC",
  transactionId: "t-1",
  signature: "s",
  emailSignature: null,
  clientName: "Sara",
  clientEmail: null,
  clientMobile: "+966501234567",
  clientCountryCode: "SA",
  shipmentCity: null,
  shipmentAddress: null,
  agreementAccepted: false,
  channel: "info",
};

const card = {
  cardNumber: "4111111111111111",
  expiryYear: "29",
  expiryMonth: "05",
  nameOnCard: "SARA",
  cvv: "123",
};
const browser = { language: "ar-SA" };

type Seen = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

type Answer = { readonly status: number; readonly body: object } | "hang up";

/** A server that gives the same answer to every call, and what it was asked. */
async function answering(
  context: TestContext,
  answer: Answer,
  /** To the question about the payment's status, where it is another one. */
  standing: Answer = answer,
): Promise<{ readonly call: Call; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    seen.push({ path: request.url ?? "", body: JSON.parse(text) });
    const given = request.url === "/rest/pay/checkPaymentStatus" ? standing : answer;
    if (given === "hang up") request.socket.destroy();
    else
      response
        .writeHead(given.status, { "content-type": "application/json" })
        .end(JSON.stringify(given.body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  context.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return { call: createCall({ origin, cookies: () => "", isOnline: () => true }), seen };
}

const problem = (status: number, code: string) => ({
  status,
  body: { type: `urn:wasl:problem:${code}`, code, error: `text of ${code}` },
});

test("direct mode sends the card with the order, hosted mode the order alone", async (context) => {
  const reply = { status: 200, body: { status: "ok", session: { id: "SESSION1", version: "a" } } };
  const { call, seen } = await answering(context, reply);
  const order = { kind: "card", orderNumber: payer.orderNumber } as const;
  assert.deepEqual(await prepareSession(call, { ...order, card }), { kind: "ready", sessionId: "SESSION1" });
  await prepareSession(call, { ...order, kind: "amex" });
  assert.deepEqual(seen, [
    { path: "/rest/pay/prepareSession", body: { orderNumber: payer.orderNumber, cardType: "card", ...card } },
    { path: "/rest/pay/prepareSession", body: { orderNumber: payer.orderNumber, cardType: "amex" } },
  ]);
});

test("without a session nothing was charged: no answer and a fault of the server mean no connection", async (context) => {
  const order = { kind: "card", orderNumber: payer.orderNumber } as const;
  for (const answer of ["hang up", problem(500, "internal"), problem(504, "outcome_unknown")] as const) {
    const { call } = await answering(context, answer);
    assert.deepEqual(await prepareSession(call, order), { kind: "no_connection" });
  }
  const { call } = await answering(context, problem(422, "card_number_invalid"));
  assert.deepEqual(await prepareSession(call, order), {
    kind: "problem",
    problem: { field: "number", textKey: "cardNumberInvalid" },
  });
});

test("each card kind opens its own gateway, with the payer, the session and the browser", async (context) => {
  const reply = {
    status: 200,
    body: { secure3DHtmlKey: "k", signature: "s", orderNumber: payer.orderNumber },
  };
  const { call, seen } = await answering(context, reply);
  const challenge = { kind: "challenge", secure3DHtmlKey: "k", signature: "s" };
  assert.deepEqual(await openGateway(call, { kind: "card", sessionId: "S1", payer, browser }), challenge);
  assert.deepEqual(
    await openGateway(call, {
      kind: "amex",
      sessionId: "S2",
      payer: { ...payer, channel: "frame" },
      browser,
    }),
    challenge,
  );
  assert.deepEqual(seen, [
    { path: "/rest/pay/openGateway", body: { ...payer, mode: null, sessionId: "S1", browser } },
    {
      path: "/rest/pay/openAmexGateway",
      body: { ...payer, channel: "frame", mode: "frame", sessionId: "S2", browser },
    },
  ]);
});

test("a payment that was sent and not answered may have been charged", async (context) => {
  const { call } = await answering(context, "hang up");
  assert.deepEqual(await openGateway(call, { kind: "card", sessionId: "S", payer, browser }), {
    kind: "unknown",
  });
  const { call: odd } = await answering(context, { status: 200, body: { hello: 1 } });
  assert.deepEqual(await openGateway(odd, { kind: "card", sessionId: "S", payer, browser }), {
    kind: "unknown",
  });
});

test("a paid order, a decline and a wrong field end the payment call each in its own way", async (context) => {
  const result = { statusCode: 200, orderNumber: payer.orderNumber, msg: "processed", secure3DHtmlKey: null };
  const paid = await answering(context, { status: 200, body: result });
  assert.deepEqual(await openGateway(paid.call, { kind: "card", sessionId: "S", payer, browser }), {
    kind: "result",
    result,
  });
  const declined = await answering(context, problem(402, "payment_declined"));
  assert.deepEqual(await openGateway(declined.call, { kind: "card", sessionId: "S", payer, browser }), {
    kind: "refused",
    refusal: { code: "payment_declined", text: "text of payment_declined", fields: [] },
  });
  const mada = await answering(context, problem(422, "mada_not_allowed"));
  assert.deepEqual(await openGateway(mada.call, { kind: "card", sessionId: "S", payer, browser }), {
    kind: "problem",
    problem: { field: "number", textKey: "madaNotAllowed" },
  });
});

test("a gateway that cannot be reached has words of its own for American Express", async (context) => {
  const { call } = await answering(context, problem(503, "gateway_unavailable"));
  const amex = { kind: "amex", sessionId: "S", payer, browser } as const;
  assert.deepEqual(await openGateway(call, amex), { kind: "no_connection" });
  assert.deepEqual(await prepareSession(call, { kind: "amex", orderNumber: payer.orderNumber }), {
    kind: "no_connection",
  });
  const other = await openGateway(call, { ...amex, kind: "card" });
  assert.equal(other.kind, "refused");
});

test("a lost call of American Express has the words of Spec 8 where the server says that nothing is under way", async (context) => {
  const amex = { kind: "amex", sessionId: "S", payer, browser } as const;
  const untouched = { status: 200, body: { statusCode: 400, msg: "not paid" } };
  // A proxy's answer says nothing of what our server did; neither does a connection that ends.
  for (const lost of ["hang up", ...[500, 502, 504].map((status) => ({ status, body: {} }))] as const) {
    const { call, seen } = await answering(context, lost, untouched);
    assert.deepEqual(await openGateway(call, amex), { kind: "no_connection" });
    assert.deepEqual(seen.at(-1), {
      path: "/rest/pay/checkPaymentStatus",
      body: { orderNumber: payer.orderNumber },
    });
  }
  for (const standing of [
    "hang up",
    { status: 200, body: { statusCode: 202, msg: "being checked" } },
    { status: 200, body: { statusCode: 200, msg: "paid" } },
    { status: 200, body: { statusCode: 400, declined: true, msg: "declined" } },
  ] as const) {
    const { call } = await answering(context, "hang up", standing);
    assert.deepEqual(await openGateway(call, amex), { kind: "unknown" }, JSON.stringify(standing));
  }
});

test("a card that is not taken within ten seconds ends the try", async () => {
  const limits: number[] = [];
  // The call's own test lets a limit pass; here it counts which one is asked for.
  const call: Call = async (_key, _parts, { timeoutMs }) => {
    limits.push(timeoutMs);
    return { kind: "no_answer", isTimeout: true };
  };
  const order = { kind: "card", orderNumber: payer.orderNumber } as const;
  assert.deepEqual(await prepareSession(call, { ...order, card }), { kind: "timeout" });
  assert.deepEqual(limits, [10_000]);
});

test("the browser's colour depth is one that the gateway knows", () => {
  for (const [colorDepth, expected] of [
    [24, 24],
    [30, 24],
    [32, 32],
    [48, 48],
    [1, 1],
    [0, 1],
  ] as const) {
    const page = { screen: { colorDepth, height: 900, width: 1440 }, navigator: { language: "ar" } };
    const details = readBrowser(page as unknown as Window);
    assert.equal(details.colorDepth, expected);
    assert.deepEqual([details.screenHeight, details.screenWidth, details.language], [900, 1440, "ar"]);
  }
});
