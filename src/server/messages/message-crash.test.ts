/** The sending process may die at any moment: no message is lost, and none is sent twice as a new one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { issueInvoice } from "#test/app-harness.ts";
import { secondProcess, startGatedApp } from "#test/gated-app.ts";
import { asMerchant } from "#test/product-links.ts";
import { startServerProcess } from "#test/server-process.ts";
import { until } from "#test/until.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";

test("a process killed with -9 between writing, sending and noting leaves messages that reach each buyer once", async () => {
  await using app = await startGatedApp();
  const send = async (mobile: string): Promise<number> => {
    const client = { name: "نورة", mobile: mobile.slice(4), countryCode: "SA" };
    const orderNumber = await issueInvoice(app, { client });
    const body = { kind: "payment_link", channel: "sms" };
    const reply = await asMerchant(app, "POST", `/invoices/${orderNumber}/messages`, body);
    assert.equal(reply.statusCode, 202, reply.body);
    return reply.json().id;
  };
  const stateOf = async (id: number): Promise<string> =>
    (await asMerchant(app, "GET", `/messages/${id}`)).json().state;
  const [noted, unsent, unanswered, unseen] = [1, 2, 3, 4].map((last) => `+96655000111${last}`) as [
    string,
    string,
    string,
    string,
  ];
  const to = (mobile: string) => ({ path: /unifonic/, body: new RegExp(mobile.slice(1)) });
  const atRequest = app.outward.stop(to(unsent), "request");
  const atAnswer = app.outward.stop(to(unanswered), "answer");
  app.outward.answerInstead(to(unsent), null);
  const ids = [await send(noted), await send(unsent), await send(unanswered)];
  {
    await using dying = await startServerProcess(app, { simulatorUrl: app.outward.url });
    await Promise.all([atRequest.reached, atAnswer.reached]);
    await until(async () => !["queued", "submitting"].includes(await stateOf(ids[0] ?? 0)));
    await dying.kill();
  }
  atRequest.letGo();
  atAnswer.letGo();
  assert.deepEqual(await Promise.all(ids.slice(1).map(stateOf)), ["submitting", "submitting"]);
  // Written while no process sends.
  ids.push(await send(unseen));
  for (const waitMs of [timing.messageLeaseMs + 1_000, timing.messageDoubtMs, timing.messageDoubtMs]) {
    app.clock.advance(waitMs);
    await workAllDue(secondProcess(app), jobHandlers);
  }
  const { messages } = (await (await fetch(`${app.simulatorUrl}/unifonic/sent.json`)).json()) as {
    readonly messages: readonly { readonly recipient: string }[];
  };
  assert.deepEqual(
    messages.map(({ recipient }) => `+${recipient}`).sort(),
    [noted, unsent, unanswered, unseen],
    "each buyer has one",
  );
  for (const id of ids)
    assert.ok(["accepted", "sent", "delivered"].includes(await stateOf(id)), `${id}: ${await stateOf(id)}`);
});
