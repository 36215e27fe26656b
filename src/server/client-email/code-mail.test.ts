import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "#core/language.ts";
import { codeMail, mailTexts } from "./code-mail.ts";

const mail = {
  to: "noura@example.com",
  code: "012345",
  orderNumber: "7K3M9X2PQR4T5V6W",
  world: "live",
} as const;

test("both languages have the same texts with the same words to fill in", () => {
  const shape = (texts: Readonly<Record<string, string>>): object =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.match(/\{\w+\}/g)]));
  assert.deepEqual(shape(mailTexts.ar), shape(mailTexts.en));
});

for (const language of languages) {
  test(`a shop's name is no markup and no second line, and nothing is left to fill in (${language})`, () => {
    const shop = '<img src=x> & "Co"\r\nBcc: many@example.com';
    const { subject, text, html = "" } = codeMail({ ...mail, shop, language });
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.doesNotMatch(html, /<img|"Co"/);
    assert.ok(text.includes('<img src=x> & "Co" Bcc'));
    for (const part of [subject, text, html]) assert.doesNotMatch(part, /[{}]/);
    assert.match(text, /\u2066012345\u2069/);
    assert.match(html, /<bdi dir="ltr">012345<\/bdi>/);
    assert.ok(text.includes("10"));
  });
}
