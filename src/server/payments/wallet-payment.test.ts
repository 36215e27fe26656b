import assert from "node:assert/strict";
import { test } from "node:test";
import { allowedMethodNames, type WalletMethod } from "#methods/allowed.ts";
import type { JournalEntry } from "#sim/journal.ts";
import {
  issueInvoice,
  ledger,
  loadModel,
  post,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { passChallenge } from "#test/card-gateway-driver.ts";
import { longTextsOf, spellingsOf } from "#test/token-texts.ts";
import { walletMethods, walletServices } from "#test/wallet-services.ts";
import { appleToken, type TokenCard } from "#test/wallet-tokens.ts";

type Change = { readonly total?: unknown; readonly packet?: object };

/** The body as the page sends it. */
async function bodyFor(app: TestApp, orderNumber: string, token: unknown, change: Change = {}) {
  const { transactionId, signature, total } = await loadModel(app, orderNumber);
  return {
    paymentPacket: {
      orderNumber,
      transactionId,
      signature,
      emailSignature: null,
      clientName: "نورة العتيبي",
      clientMobile: "0551234567",
      clientCountryCode: "sa",
      shipmentCity: "الرياض",
      ...change.packet,
    },
    paymentToken: token,
    total: "total" in change ? change.total : total,
  };
}

async function pay(
  app: TestApp,
  wallet: WalletMethod,
  orderNumber: string,
  card: TokenCard = {},
  change: Change = {},
) {
  const { path, token } = walletServices[wallet];
  return await post(app, path, await bodyFor(app, orderNumber, token(card), change));
}

/** A card's own number, of which its bank asks the buyer. */
const ownNumber = { number: "5123450000000008", authMethod: "PAN_ONLY" } as const;

/** What every wallet may pay. */
const issue = (app: TestApp, invoice: object = {}) =>
  issueInvoice(app, { allowedMethods: allowedMethodNames, ...invoice });

async function standing(app: TestApp, orderNumber: string) {
  const order = await app.db.kysely
    .selectFrom("orders")
    .select(["id", "status"])
    .where("order_number", "=", orderNumber)
    .executeTakeFirstOrThrow();
  const attempts = await app.db.kysely
    .selectFrom("payment_attempts")
    .select(["state", "method", "provider", "paid_brand", "paid_last_four"])
    .where("order_id", "=", order.id)
    .orderBy("created_at")
    .execute();
  const taken = (await ledger(app)).filter((entry) => entry.orderId === orderNumber);
  return { status: order.status, attempts, captures: taken.map((entry) => entry.amount) };
}

for (const wallet of walletMethods) {
  test(`${wallet} pays the order's own total, once, and the reply is the signed result`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issue(app);
    const reply = await pay(app, wallet, orderNumber);
    assert.equal(reply.statusCode, 200, reply.body);
    const result = reply.json();
    assert.deepEqual([result.statusCode, result.orderNumber, result.orderAmount], [200, orderNumber, 115]);
    assert.deepEqual(await standing(app, orderNumber), {
      status: "PAID",
      attempts: [
        {
          state: "captured",
          method: wallet,
          provider: `mpgs-${wallet}`,
          paid_brand: "visa",
          paid_last_four: "1019",
        },
      ],
      captures: ["115.00"],
    });
  });

  test(`a declined ${wallet} payment is a refusal, which no page takes for a success`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issue(app);
    const reply = await pay(app, wallet, orderNumber, { expiry: "05/39" });
    assert.equal(reply.statusCode, 402, reply.body);
    assert.equal(reply.json().code, "payment_declined");
    const { status, captures } = await standing(app, orderNumber);
    assert.deepEqual([status, captures], ["PENDING", []]);
    assert.equal((await pay(app, wallet, orderNumber)).statusCode, 200, "another token pays");
  });

  for (const total of [115.01, 1, "114.99"]) {
    test(`${wallet} with the total ${total} is refused, and the token is still good`, async () => {
      await using app = await startTestApp();
      const orderNumber = await issue(app);
      const token = walletServices[wallet].token({});
      const { path } = walletServices[wallet];
      const refused = await post(app, path, await bodyFor(app, orderNumber, token, { total }));
      assert.equal(refused.statusCode, 422, refused.body);
      assert.equal(refused.json().code, "amount_mismatch");
      assert.deepEqual((await standing(app, orderNumber)).attempts, []);
      const paid = await post(app, path, await bodyFor(app, orderNumber, token, { total: "115.00" }));
      assert.equal(paid.statusCode, 200, paid.body);
    });
  }

  test(`a token of ${wallet} pays one order only, whatever is done to its text`, async () => {
    await using app = await startTestApp();
    const [first, second] = [await issue(app), await issue(app)];
    const { path, token } = walletServices[wallet];
    const presented = token({});
    assert.equal((await post(app, path, await bodyFor(app, first, presented))).statusCode, 200);
    for (const [spelling, again] of Object.entries(spellingsOf(presented))) {
      const replayed = await post(app, path, await bodyFor(app, second, again));
      assert.equal(replayed.json().code, "payment_token_invalid", `${spelling}: ${replayed.body}`);
      assert.equal(replayed.statusCode, 422);
    }
    assert.deepEqual((await standing(app, second)).captures, []);
  });

  test(`a declined token of ${wallet} is answered as before and charges nothing when it comes again`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issue(app);
    const { path, token } = walletServices[wallet];
    const body = await bodyFor(app, orderNumber, token({ expiry: "05/39" }));
    for (let repetition = 0; repetition < 2; repetition += 1) {
      assert.equal((await post(app, path, body)).json().code, "payment_declined");
    }
    assert.equal((await standing(app, orderNumber)).attempts.length, 1);
  });

  test(`${wallet} sent twenty times at once charges once`, async () => {
    await using app = await startTestApp({ poolSize: 10 });
    const orderNumber = await issue(app);
    const { path, token } = walletServices[wallet];
    const same = await bodyFor(app, orderNumber, token({}));
    const bodies = await Promise.all(Array.from({ length: 10 }, () => bodyFor(app, orderNumber, token({}))));
    await Promise.all([...bodies, ...bodies.map(() => same)].map((body) => post(app, path, body)));
    assert.deepEqual((await standing(app, orderNumber)).captures, ["115.00"]);
  });

  test(`an answer to ${wallet} that got lost is unknown, blocks another start, and is found`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issue(app);
    await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
    const reply = await pay(app, wallet, orderNumber);
    assert.equal(reply.statusCode, 504, reply.body);
    assert.equal(reply.json().code, "outcome_unknown");
    assert.equal((await pay(app, wallet, orderNumber)).json().code, "payment_in_progress");
    const checked = await post(app, "/rest/pay/checkPaymentStatus", { orderNumber });
    assert.equal(checked.json().statusCode, 200, checked.body);
    assert.deepEqual((await standing(app, orderNumber)).captures, ["115.00"]);
  });

  test(`${wallet} pays only orders that allow it`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app, { allowedMethods: ["creditcard"] });
    assert.equal((await pay(app, wallet, orderNumber)).json().code, "method_not_allowed_for_order");
  });

  test(`the guards of every payment stand before ${wallet}, too`, async () => {
    await using app = await startTestApp();
    const plain = await issue(app);
    const forged = await pay(app, wallet, plain, {}, { packet: { signature: "x".repeat(43) } });
    assert.equal(forged.json().code, "signature_invalid");
    const nameless = await pay(app, wallet, plain, {}, { packet: { clientName: " " } });
    assert.equal(nameless.json().code, "client_required");
    const withTerms = await issue(app, { agreement: { title: "اتفاقية", text: "شروط" } });
    assert.equal((await pay(app, wallet, withTerms)).json().code, "agreement_required");
    const digital = await issue(app, {
      lines: [{ title: "كتاب", quantity: 1, unitPrice: "39.00", vatRate: "15", isDigital: true }],
    });
    assert.equal((await pay(app, wallet, digital)).json().code, "email_not_verified");
    assert.deepEqual(await ledger(app), []);
  });

  if (walletServices[wallet].numbers === "device or card")
    test(`a card's own number from ${wallet} goes through its bank's page and pays after it`, async () => {
      await using app = await startTestApp();
      const orderNumber = await issue(app);
      const reply = await pay(app, wallet, orderNumber, ownNumber);
      assert.equal(reply.statusCode, 200, reply.body);
      const { secure3DHtmlKey, signature, ...rest } = reply.json();
      assert.deepEqual(rest, { orderNumber }, "its bank is asked first");
      const query = new URLSearchParams({ key: secure3DHtmlKey, signature });
      const page = await app.app.inject(`/rest/pay/get3DPage/${orderNumber}?${query}`);
      assert.match(page.body, /threedsChallengeRedirectForm/);
      assert.deepEqual((await standing(app, orderNumber)).captures, [], "nothing is taken before");
      await passChallenge(page.body, "successful");
      const finished = await post(app, "/rest/pay/process3dSecure", { orderNumber });
      assert.equal(finished.statusCode, 200, finished.body);
      const checked = await post(app, "/rest/pay/checkPaymentStatus", { orderNumber });
      assert.equal(checked.json().statusCode, 200, checked.body);
      assert.deepEqual((await standing(app, orderNumber)).captures, ["115.00"]);
    });
  else
    test(`${wallet}, which holds numbers of the device alone, pays and is not asked for 3-D Secure`, async () => {
      await using app = await startTestApp();
      const orderNumber = await issue(app);
      // The simulator takes each number of such a wallet for the device's, whatever the token says of it.
      const reply = await pay(app, wallet, orderNumber, ownNumber);
      assert.equal(reply.json().statusCode, 200, reply.body);
      assert.deepEqual((await standing(app, orderNumber)).captures, ["115.00"]);
      const journal = await fetch(`${app.simulatorUrl}/_control/journal?simulator=mpgs`);
      const asked = (await journal.json()).entries.map(({ operation }: JournalEntry) => operation);
      assert.ok(asked.includes("PAY") && !asked.includes("INITIATE_AUTHENTICATION"), asked.join(", "));
    });

  test(`no token of ${wallet} is logged or stored`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issue(app);
    const { path, token } = walletServices[wallet];
    const presented = token({});
    assert.equal((await post(app, path, await bodyFor(app, orderNumber, presented))).statusCode, 200);
    const attempts = await app.db.kysely.selectFrom("payment_attempts").selectAll().execute();
    const events = await app.db.kysely.selectFrom("attempt_events").selectAll().execute();
    const written = [JSON.stringify(attempts), JSON.stringify(events), ...app.logLines].join("\n");
    for (const text of longTextsOf(presented)) assert.ok(!written.includes(text), `${text} was written down`);
  });
}

test("a paid Apple Pay order is refunded through the account that took the money", async () => {
  await using app = await startTestApp();
  const orderNumber = await issue(app);
  await pay(app, "applepay", orderNumber);
  const refunded = await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/refunds`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": "refund-of-apple-pay" },
    payload: {},
  });
  assert.ok(refunded.statusCode < 300, refunded.body);
  const kinds = (await ledger(app)).map(({ kind, amount }) => `${kind} ${amount}`);
  assert.deepEqual(kinds, ["capture 115.00", "refund 115.00"]);
});

test("the payload of Spec 7 alone, without the order's signature, pays", async () => {
  await using app = await startTestApp();
  const orderNumber = await issue(app);
  const reply = await post(app, "/rest/pay/apple/processPayment", {
    paymentPacket: {
      orderNumber,
      clientName: "Noura",
      clientMobile: "0551234567",
      clientCountryCode: "sa",
      shipmentCity: "Riyadh",
      shipmentAddress: "King Fahd Rd",
      emailSignature: null,
    },
    paymentToken: appleToken(),
    total: 115,
  });
  assert.equal(reply.statusCode, 200, reply.body);
});
