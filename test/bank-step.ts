/** A payment whose card's bank asks for 3-D Secure: started, and answered at the simulated bank as a browser would. */
import assert from "node:assert/strict";
import { cards, gatewayBody, loadModel, post, prepareSession, type TestApp } from "#test/app-harness.ts";

export type Challenge = { orderNumber: string; page: string; returnUrl: string; paymentSessionId: string };

/** Starts a payment with a card whose bank asks for 3-D Secure, and opens the bank's page. */
export async function challenge(app: TestApp, orderNumber: string, mode?: "frame"): Promise<Challenge> {
  const sessionId = await prepareSession(app, orderNumber, { number: cards.challenge });
  const body = { ...gatewayBody(await loadModel(app, orderNumber), sessionId), ...(mode && { mode }) };
  const reply = await post(app, "/rest/pay/openGateway", body);
  assert.equal(reply.statusCode, 200, reply.body);
  const { secure3DHtmlKey, signature } = reply.json();
  const page = `/rest/pay/get3DPage/${orderNumber}?key=${secure3DHtmlKey}&signature=${signature}`;
  const attempt = await app.db.kysely
    .selectFrom("payment_attempts")
    .select("return_token")
    .where("state", "=", "awaiting_buyer")
    .executeTakeFirstOrThrow();
  return {
    orderNumber,
    page,
    returnUrl: `/rest/pay/return/${attempt.return_token}`,
    paymentSessionId: attempt.return_token,
  };
}

/** What the buyer's browser does at the bank: open the challenge and press a button. */
export async function answerAtBank(html: string, button: string): Promise<void> {
  const action = /action="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const creq = /name="creq" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const acs = await (await fetch(action, { method: "POST", body: new URLSearchParams({ creq }) })).text();
  const form = /<form[^>]*action="([^"]+)"/.exec(acs)?.[1]?.replaceAll("&amp;", "&") ?? action;
  const hidden = [...acs.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((match) => [
    match[1] ?? "",
    match[2] ?? "",
  ]);
  const buttonName = new RegExp(`<button[^>]*name="([^"]+)"[^>]*value="(${button})"`).exec(acs);
  const fields = new URLSearchParams([
    ...hidden,
    [buttonName?.[1] ?? "result", buttonName?.[2] ?? button],
  ] as string[][]);
  const answer = await fetch(new URL(form, action), { method: "POST", body: fields });
  assert.ok(answer.ok, `the bank refused: ${await answer.text()}`);
}
