import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { orderPage } from "#test/order-page.ts";
import {
  type ChangingWorld,
  clockStepMs,
  letCall,
  longestWaitMs,
  orderNumber,
  origin,
  paidOrder,
  resultAddress,
  shown,
  startPageScripts,
  visit,
} from "#test/page-scripts.ts";

startPageScripts();

test("a return from 3-D Secure is posted with the page's proof, and success takes the focus", async () => {
  const { page, calls } = await visit(resultAddress({ paymentSessionId: "key" }, "process3DSecure"), {
    answers: [200],
  });
  await page.waitForSelector(shown("success"));
  assert.deepEqual(calls, [
    {
      path: "/rest/pay/process3dSecure",
      body: { orderNumber, paymentSessionId: "key", mode: null },
      token: "token",
    },
  ]);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H1");
  assert.match(await page.title(), /^Order Paid Successfully – /);
  assert.equal(await page.isVisible("[data-panel=processing]"), false);
});

test("a decline after 3-D Secure shows the server's words and the way back", async () => {
  const { page } = await visit(resultAddress({}, "process3DSecure"), { answers: [400] });
  assert.equal(await page.textContent(`${shown("declined")} [data-message]`), "the server says 400");
  assert.ok(await page.isVisible("text=Try Again"));
});

test("an answer without a decline is not called a decline, in the heading, the tab and both languages", async () => {
  for (const [language, heading] of [
    ["en", "Payment not completed"],
    ["ar", "لم تكتمل عملية الدفع"],
  ] as const) {
    const address = resultAddress({}, "process3DSecure").replace("lang=en", `lang=${language}`);
    const { page } = await visit(address, { answers: ["not tried"] });
    await page.waitForSelector(shown("unpaid"));
    assert.equal(await page.textContent(`${shown("unpaid")} h1`), heading);
    assert.ok((await page.title()).startsWith(`${heading} – `), await page.title());
    assert.doesNotMatch(await page.innerText("main"), /declined|رفض/i);
    assert.equal(await page.isVisible("[data-panel=declined]"), false);
  }
});

/** Pages that say that nothing was paid: as the server made them, and after its answer to process3dSecure. */
const unpaidPages = [
  [
    "a stored decline",
    { world: { result: { statusCode: 400, declined: true } }, path: "displayPayment", before: 0 },
  ],
  ["a decline after 3-D Secure", { world: {}, path: "process3DSecure", before: 1 }],
] as const;

for (const [what, { world, path, before: callsBefore }] of unpaidPages) {
  test(`${what} is asked about again, two seconds later, and stays what it is (Spec 4)`, async () => {
    const visited = await visit(resultAddress({}, path), { world, answers: [400] });
    await visited.page.waitForSelector(shown("declined"));
    assert.ok((await letCall(visited, callsBefore + 1)) >= timing.statusCheckDelayMs / 2);
    assert.equal(visited.calls.at(-1)?.path, "/rest/pay/checkPaymentStatus");
    assert.deepEqual(visited.calls.at(-1)?.body, { orderNumber });
    await visited.page.clock.runFor(longestWaitMs);
    assert.equal(visited.calls.length, callsBefore + 1);
    assert.ok(await visited.page.isVisible(shown("declined")));
  });

  test(`${what} turns green where money has come meanwhile`, async () => {
    const changing: ChangingWorld = { ...world };
    const answers = callsBefore === 0 ? [200] : [400, 200];
    const visited = await visit(resultAddress({}, path), { world: changing, answers });
    await visited.page.waitForSelector(shown("declined"));
    changing.order = paidOrder;
    const madeAnew = visited.page.waitForEvent("load");
    // The page may go away while its clock is moved.
    await visited.page.clock.runFor(timing.statusCheckDelayMs).catch(() => undefined);
    await madeAnew;
    assert.ok(await visited.page.isVisible(shown("success")));
  });
}

test("when processing fails, the status is asked every two seconds until it is known (Spec 9)", async () => {
  const visited = await visit(resultAddress({}, "process3DSecure"), { answers: ["down", 202, 202, 200] });
  assert.ok((await letCall(visited, 4)) >= 3 * timing.statusCheckDelayMs - clockStepMs);
  await visited.page.waitForSelector(shown("success"));
  assert.deepEqual(
    visited.calls.map(({ path }) => path.split("/").at(-1)),
    ["process3dSecure", "checkPaymentStatus", "checkPaymentStatus", "checkPaymentStatus"],
  );
  assert.deepEqual(visited.calls[1]?.body, { orderNumber });
});

test("after five questions without an answer the page says so, offers no payment, and asks on (decision S3)", async () => {
  const world = { result: { statusCode: 202 } };
  const visited = await visit(resultAddress({ statusCode: 202 }), {
    world,
    answers: [202, 202, 202, 202, 202, 200],
  });
  const { page, calls } = visited;
  await letCall(visited, 4);
  assert.ok(await page.isVisible(shown("processing")));
  await letCall(visited, 5);
  await page.waitForSelector(shown("checking"));
  assert.equal(await page.locator("a[href*='/pay/info/']:visible").count(), 0);
  assert.ok((await letCall(visited, 6)) >= timing.checkIntervalsMs[0] - clockStepMs);
  await page.waitForSelector(shown("success"));
  assert.equal(calls.length, 6);
});

test("an outage is not called a decline", async () => {
  const world = { result: { statusCode: 202 } };
  const visited = await visit(resultAddress({ statusCode: 202 }), { world, answers: ["down"] });
  await letCall(visited, timing.statusCheckAttempts);
  await visited.page.waitForSelector(shown("unavailable"));
  assert.equal(await visited.page.isVisible("[data-panel=declined]"), false);
});

test("with a callback URL the page continues to the shop after its delay, not before (Spec 9)", async () => {
  const callbackUrl = `${origin}/?shop`;
  const order = orderPage({ callbackUrl, order: { orderStatus: "PAID" } });
  const { page } = await visit(resultAddress({}), { world: { order, result: { statusCode: 200 } } });
  await page.clock.runFor(timing.callbackRedirectMs - 400);
  assert.match(page.url(), /displayPayment/);
  await page.clock.runFor(400);
  await page.waitForURL(callbackUrl);
});

test("inside a frame the result takes the whole window (Spec 2.5)", async () => {
  const { page } = await visit("/sales-terms");
  await page.evaluate(
    (address) => {
      const frame = document.createElement("iframe");
      frame.src = address;
      document.body.append(frame);
    },
    resultAddress({ statusCode: 400 }),
  );
  await page.waitForURL(/displayPayment/);
});

test("a page that waits while the shop gives the money back or cancels says so, and offers no second payment", async () => {
  for (const orderStatus of ["REFUNDED", "CANCELLED"] as const) {
    const changing: ChangingWorld = { result: { statusCode: 202 } };
    const { page } = await visit(resultAddress({ statusCode: 202 }), {
      world: changing,
      answers: ["closed"],
    });
    changing.order = orderPage({ order: { orderStatus } });
    const madeAnew = page.waitForEvent("load");
    // The page may go away while its clock is moved.
    await page.clock.runFor(timing.statusCheckDelayMs).catch(() => undefined);
    await madeAnew;
    await page.waitForSelector(shown("closed"));
    assert.equal(await page.locator("a[href*='/pay/info/']:visible").count(), 0);
  }
});
