/** Codes that show whose an address is, for tests of the console: asked for on its forms, read where they arrive. */
import assert from "node:assert/strict";
import type { Cookie, Shop } from "./console.ts";
import { until } from "./until.ts";

type Answer = Awaited<ReturnType<Shop["send"]>>;

/** The cookie of the address that is being proven, as a browser sends it back. */
export function proofCookieOf(answer: Answer): Cookie {
  const set = [answer.headers["set-cookie"]].flat().find((text) => text?.includes("wasl_proof="));
  return set?.split(";", 1)[0] ?? "";
}

/** The newest code that a mailbox or a mobile (E.164) has got, once there are so many. */
export async function newestCode(shop: Shop, to: string, count = 1): Promise<string> {
  let texts: readonly string[] = [];
  await until(async () => {
    texts = to.includes("@") ? mailed(shop, to) : await texted(shop, to);
    return texts.length >= count;
  });
  return /\d{6}/.exec(texts[0] ?? "")?.[0] ?? "";
}

function mailed(shop: Shop, to: string): readonly string[] {
  return shop.mail.list(to).flatMap(({ subject }) => (/\d{6}/.test(subject) ? [subject] : []));
}

/** Bodies of the text messages to a mobile, newest first. */
export async function texted(shop: Shop, mobile: string): Promise<readonly string[]> {
  const reply = await fetch(`${shop.simulatorUrl}/unifonic/sent.json`);
  const { messages } = (await reply.json()) as { messages: { recipient: string; body: string }[] };
  return messages.flatMap(({ recipient, body }) => (`+${recipient}` === mobile ? [body] : []));
}

/** Goes through both steps of sign-up for what was typed; gives the cookie with which the shop is named. */
export async function proveForSignUp(
  shop: Shop,
  typed: string,
  { arrivesAt = typed, address }: { readonly arrivesAt?: string; readonly address?: string } = {},
): Promise<Cookie> {
  const before = arrivesAt.includes("@")
    ? mailed(shop, arrivesAt).length
    : (await texted(shop, arrivesAt)).length;
  const from = address === undefined ? {} : { address };
  const begun = await shop.send("/sign-up", { form: { name: typed }, ...from });
  assert.deepEqual([begun.statusCode, begun.headers.location], [303, "/sign-up/code"], begun.body);
  const cookie = proofCookieOf(begun);
  const code = await newestCode(shop, arrivesAt, before + 1);
  const proven = await shop.send("/sign-up/code", { cookie, form: { code }, ...from });
  assert.deepEqual([proven.statusCode, proven.headers.location], [303, "/sign-up/shop"], proven.body);
  return cookie;
}
