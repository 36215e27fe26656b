import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "#core/language.ts";
import { ofReferenceMessages } from "#core/messages/message-state.ts";
import { variablesOf } from "./compose-text.ts";
import { messageTexts } from "./message-texts.ts";
import { whatsappTemplates } from "./whatsapp-templates.ts";

type Component = {
  readonly type: string;
  readonly text?: string;
  readonly example?: {
    readonly body_text_named_params: readonly { readonly param_name: string; readonly example: string }[];
  };
  readonly buttons?: readonly { readonly url: string; readonly text: string }[];
};

test("every template keeps Meta's rules: names, lengths, examples, no variable at an end, one variable at the link's end", () => {
  const templates = whatsappTemplates("https://pay.example.sa");
  // Of a bill and of a transfer, the texts of each kind that brings a number.
  const shared: readonly string[] = Object.values(ofReferenceMessages((texts) => texts));
  const expected = languages.flatMap((language) =>
    Object.keys(messageTexts[language].whatsapp)
      .filter((kind) => !shared.includes(kind))
      .map((kind) => `wasl_${kind} ${language}`),
  );
  assert.deepEqual(
    templates.map(({ name, language }) => `${name} ${language}`).toSorted(),
    expected.toSorted(),
    "each kind that has words for one, in each language",
  );
  for (const template of templates) {
    assert.match(template.name, /^[a-z0-9_]{1,512}$/);
    const [body, buttons] = template["components"] as readonly Component[];
    const text = body?.text ?? "";
    assert.ok(text.length <= 1024);
    assert.doesNotMatch(text, /^\s*\{\{|\}\}[\s.،؟]*$/, text);
    const examples = body?.example?.body_text_named_params ?? [];
    const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    assert.deepEqual(
      examples.map(({ param_name }) => param_name),
      names,
    );
    for (const { example } of examples) assert.notEqual(example, "");
    const [button] = buttons?.buttons ?? [];
    assert.match(button?.url ?? "", /^https:\/\/pay\.example\.sa\/pay\/(?:order|quote)\/\{\{1\}\}$/);
    assert.ok((button?.text.length ?? 99) <= 25);
  }
});

test("reminders say how to stop them, and both languages have the same variables", () => {
  for (const [kind, { body }] of Object.entries(messageTexts.en.whatsapp)) {
    const arabic = messageTexts.ar.whatsapp[kind as keyof typeof messageTexts.ar.whatsapp].body;
    assert.deepEqual([...variablesOf(body)].sort(), [...variablesOf(arabic)].sort(), kind);
    if (!kind.startsWith("reminder")) continue;
    assert.match(body, /Reply STOP/);
    assert.match(arabic, /إيقاف/);
  }
  assert.equal(languages.length, 2);
});
