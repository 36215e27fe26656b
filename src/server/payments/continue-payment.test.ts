/** A code whose answer was lost, at a provider that may count every sending of it. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { isProblem } from "#core/problem.ts";
import { Secret } from "#core/secret/secret.ts";
import { issueInvoice, setFault, startTestApp, type TestApp } from "#test/app-harness.ts";
import { sendCode } from "#test/buyers.ts";
import { noBuyer } from "./attempt-context.ts";
import { continuePayment } from "./continue-payment.ts";
import { requirePayableOrder } from "./guards.ts";
import { requireProvider } from "./providers.ts";

/** An STC Pay payment whose code is out, at a provider that says whether a code may be repeated; gives the buyer's press. */
async function sendTo(t: TestContext, { codeIsRepeatable }: { readonly codeIsRepeatable: boolean }) {
  const app = await startTestApp();
  t.after(() => app[Symbol.asyncDispose]());
  const orderNumber = await issueInvoice(app);
  const { paymentSessionId, signature } = (await sendCode(app, orderNumber)).json();
  const order = await requirePayableOrder(app.services, orderNumber);
  const provider = await requireProvider(app.services, "stcpay", app.merchantId);
  const press = async () =>
    await continuePayment(app.services, {
      order,
      provider: { ...provider, codeIsRepeatable },
      buyer: noBuyer,
      reference: paymentSessionId,
      signature,
      input: { code: new Secret("123456") },
    });
  return { app, press };
}

/** How often the simulator was sent a code. */
async function sendingsOf({ simulatorUrl }: TestApp): Promise<number> {
  const answer = await fetch(`${simulatorUrl}/_control/journal?simulator=stcpay`);
  const { entries } = (await answer.json()) as { entries: { operation: string }[] };
  return entries.filter(({ operation }) => operation === "CONFIRM").length;
}

const loseCodes = (app: TestApp, times: number) =>
  setFault(app, { simulator: "stcpay", fault: "drop_before", operation: "CONFIRM", times });

const isInDoubt = (error: unknown) => isProblem(error) && error.code === "outcome_unknown";

test("a code is sent once to a provider that may count each sending, also when its buyer presses again", async (t) => {
  const { app, press } = await sendTo(t, { codeIsRepeatable: false });
  await loseCodes(app, 1);
  await assert.rejects(press(), isInDoubt);
  assert.equal(await sendingsOf(app), 1);
  await assert.rejects(press(), isInDoubt);
  assert.equal(await sendingsOf(app), 1);
});

test("a code that was taken and whose answer was lost is asked for at once, and its buyer reads that it is paid, whether or not it may be repeated", async (t) => {
  for (const codeIsRepeatable of [false, true]) {
    const { app, press } = await sendTo(t, { codeIsRepeatable });
    await setFault(app, {
      simulator: "stcpay",
      fault: "drop_after_commit",
      operation: "CONFIRM",
      times: 1,
    });
    assert.equal((await press()).kind, "paid");
    assert.equal(await sendingsOf(app), 1);
  }
});

test("a code is sent three times to a provider that takes the payment once", async (t) => {
  const { app, press } = await sendTo(t, { codeIsRepeatable: true });
  await loseCodes(app, 4);
  await assert.rejects(press(), isInDoubt);
  assert.equal(await sendingsOf(app), 3);
});
