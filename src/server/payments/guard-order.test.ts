/** In which order the guards of a payment call speak, over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProblemCode } from "#core/problem.ts";
import {
  gatewayBody,
  issueInvoice,
  ledger,
  loadModel,
  post,
  prepareSession,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { attemptsOf } from "#test/buyers.ts";
import { emailProof } from "../client-email/email-proof.ts";

type Call = {
  url: string;
  readonly headers: Record<string, string>;
  readonly payload: Record<string, unknown>;
};

type Guard = {
  readonly code: ProblemCode;
  /** Makes a payable order, or the sound call that pays it, one that this guard refuses. */
  readonly spoil: (call: Call, app: TestApp, orderNumber: string) => unknown;
};

/** The guards as they are to speak: the order itself, who asks, what is under way, what is allowed, who pays. */
const guards: readonly Guard[] = [
  {
    code: "order_not_found",
    spoil: (call) => Object.assign(call.payload, { orderNumber: "0".repeat(16) }),
  },
  {
    code: "order_cancelled",
    spoil: (_call, app, orderNumber) => changeOrder(app, orderNumber, "status = 'CANCELLED'"),
  },
  {
    code: "link_expired",
    spoil: (_call, app, orderNumber) => changeOrder(app, orderNumber, "expires_at = created_at"),
  },
  {
    code: "signature_invalid",
    spoil: (call) => Object.assign(call.payload, { signature: "A".repeat(43) }),
  },
  { code: "payment_in_progress", spoil: (_call, app, orderNumber) => payIntoSilence(app, orderNumber) },
  {
    code: "country_not_allowed",
    spoil: (call) => Object.assign(call.headers, { "x-country": "KW" }),
  },
  {
    code: "method_not_allowed_for_order",
    spoil: (call) => Object.assign(call, { url: "/rest/pay/openAmexGateway" }),
  },
  {
    code: "agreement_required",
    spoil: (call) => Object.assign(call.payload, { agreementAccepted: false }),
  },
  {
    code: "email_not_verified",
    spoil: (call) => Object.assign(call.payload, { emailSignature: null }),
  },
  {
    code: "card_number_misplaced",
    spoil: (call) => Object.assign(call.payload, { shipmentCity: "4508 7500 1574 1019" }),
  },
  {
    code: "client_required",
    spoil: (call) => Object.assign(call.payload, { clientName: " " }),
  },
];

test("a call that several guards refuse gets the first of their reasons, in a fixed order", async (t) => {
  await using app = await startTestApp({ env: { WASL_COUNTRY_HEADER: "X-Country" } });
  await app.db.pool.query("update merchants set allowed_countries = '{SA}'");
  for (const [first, { code }] of guards.entries()) {
    await t.test(`${code}, and all that come after it`, async () => {
      const orderNumber = await issueGuarded(app);
      const call = await soundCall(app, orderNumber);
      const spoiling = guards.slice(first);
      // The database lets no order be closed while a payment of it may take money.
      const isClosed = spoiling.some((one) => one.code === "order_cancelled");
      for (const one of spoiling.toReversed())
        if (!isClosed || one.code !== "payment_in_progress") await one.spoil(call, app, orderNumber);
      const before = [await attemptsOf(app, orderNumber), await ledger(app)];
      const refused = await app.app.inject({ method: "POST", ...call });
      assert.equal(refused.json().code, code, refused.body);
      assert.deepEqual([await attemptsOf(app, orderNumber), await ledger(app)], before);
    });
  }
  await t.test("without any of their reasons, the call pays", async () => {
    const call = await soundCall(app, await issueGuarded(app));
    const paid = await app.app.inject({ method: "POST", ...call });
    assert.equal(paid.json().statusCode, 200, paid.body);
  });
});

/** An order that every guard has something to ask of. */
async function issueGuarded(app: TestApp): Promise<string> {
  return await issueInvoice(app, {
    lines: [{ title: "كتاب", quantity: 1, unitPrice: "10", isDigital: true }],
    agreement: { title: "اتفاقية", text: "نص الاتفاقية" },
    allowedMethods: ["mada", "creditcard"],
  });
}

async function soundCall(app: TestApp, orderNumber: string): Promise<Call> {
  const sessionId = await prepareSession(app, orderNumber);
  const payload = {
    ...gatewayBody(await loadModel(app, orderNumber), sessionId),
    agreementAccepted: true,
    emailSignature: emailProof(app.services, orderNumber),
  };
  return { url: "/rest/pay/openGateway", headers: { "x-country": "SA" }, payload };
}

/** Another tab pays, and the gateway's answer is lost. */
async function payIntoSilence(app: TestApp, orderNumber: string): Promise<void> {
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  const { url, payload } = await soundCall(app, orderNumber);
  assert.equal((await post(app, url, payload)).json().code, "outcome_unknown");
}

async function changeOrder(app: TestApp, orderNumber: string, change: string): Promise<void> {
  await app.db.pool.query(`update orders set ${change} where order_number = $1`, [orderNumber]);
}
