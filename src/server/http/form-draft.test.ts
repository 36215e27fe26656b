/** What a browser keeps of a form that was not taken: all of it, in a cookie that browsers keep, and no card number. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import cookie from "@fastify/cookie";
import fastify from "fastify";
import { pageForms } from "#core/page-forms.ts";
import { draftCookie, draftOf, keepDraft, longestDraft, readDrafts } from "./form-draft.ts";

const form = "/rest/pay/askReturn/:orderNumber";

/** The cookie with which a form's fields are kept. */
async function kept(fields: object): Promise<string> {
  await using app = fastify();
  await app.register(cookie);
  app.get("/", (_request, reply) => {
    keepDraft(reply, fields, { form, page: "/pay/order/1", isSecure: true });
    return reply.send();
  });
  const [set] = (await app.inject("/")).cookies;
  assert.equal(set?.name, draftCookie(form));
  return set.value;
}

const readBack = async (fields: object) => readDrafts({ [draftCookie(form)]: await kept(fields) })[form];

/** Letters without an order, so that nothing is gained by packing them but their two bytes. */
function letters(count: number, from: { readonly first: number; readonly kinds: number }): string {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(from.first + (state % from.kinds));
  }).join("");
}

const arabic = { first: 0x621, kinds: 42 };
const chinese = { first: 0x4e00, kinds: 20_000 };

test("a text of more than a thousand Arabic letters comes back whole, with all that was ticked", async () => {
  const fields = {
    words: letters(1_100, arabic),
    line: Array.from({ length: 50 }, (_, index) => String(index + 1)),
    ...Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`quantity_${index + 1}`, "7"])),
  };
  assert.deepEqual(await readBack({ lang: "ar", ...fields }), draftOf(fields));
});

test("of more than a cookie holds the longest text is cut, and says so; the others stay", async () => {
  const random = letters(4_000, chinese);
  const value = await kept({ reason: "other", words: random });
  assert.ok(value.length <= longestDraft, String(value.length));
  const { reason, words = [] } = readDrafts({ [draftCookie(form)]: value })[form] ?? {};
  const [text = ""] = words;
  assert.deepEqual(reason, ["other"]);
  assert.ok(text.length > 500 && text.endsWith("…") && random.startsWith(text.replace(/…+$/, "")), text);
});

test("fields without a long text that fit into no cookie are not kept", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 4_000 }, (_, index) => [`f${(index * 7_919_113) % 1_000_003}`, String(index * 31)]),
  );
  assert.equal(await kept(many), "");
});

test("a field with a card number is not kept, in its text or its name", () => {
  const card = "4508750015741019";
  assert.deepEqual(
    draftOf({ lang: "ar", words: `بطاقتي ${card}`, [card]: "x", line: ["1", card], reason: "other" }),
    {
      reason: ["other"],
    },
  );
});

test("each form has a cookie of its own, and what is no draft is none", () => {
  const forms = Object.keys(pageForms) as (keyof typeof pageForms)[];
  assert.equal(new Set(forms.map(draftCookie)).size, forms.length);
  const pack = (text: string) => deflateRawSync(text).toString("base64url");
  const bomb = pack(`{"words":["${" ".repeat(1_000_000)}"]}`);
  for (const forged of [undefined, "", "e30", pack("null"), pack('{"words":"no"}'), pack("[1]"), bomb])
    assert.deepEqual(readDrafts({ [draftCookie(form)]: forged }), {});
});
