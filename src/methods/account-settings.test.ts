import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { accountSettings, asking } from "./account-settings.ts";
import { allMethods } from "./allowed.ts";
import { methodEntry } from "./registry.ts";

/** The settings of each method's example in the operator's guide, by path. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(resolve("docs/operations.md"), "utf8");
  const [, part = ""] = text.split("## Accounts at providers");
  const examples = [...part.matchAll(/^`(\w+)` [\s\S]*?```json\n([\s\S]*?)```/gm)];
  const pathsOf = (value: object, group = ""): string[] =>
    Object.entries(value).flatMap(([name, one]) =>
      typeof one === "object" && one !== null ? pathsOf(one, `${group}${name}.`) : [`${group}${name}`],
    );
  return new Map(examples.map(([, method = "", json = ""]) => [method, pathsOf(JSON.parse(json))]));
}

test("the form of an account asks for what the operator's guide says of each method, by names that differ", () => {
  const examples = documented();
  for (const { id } of allMethods) {
    const settings = methodEntry(id).accountSettings();
    // Google's environment is PRODUCTION where none is named.
    const said = (examples.get(id) ?? []).filter((path) => path !== "environment");
    assert.ok(said.length > 0, `docs/operations.md has no example of an account of ${id}`);
    assert.deepEqual(settings.map(({ path }) => path).toSorted(), said.toSorted(), id);
    for (const language of ["ar", "en"] as const) {
      const names = settings.map(({ label }) => label[language]);
      assert.equal(new Set(names).size, names.length, `${id}: ${names}`);
    }
  }
});

test("a form shows what must be stated, hides what is secret, and offers what is usual", () => {
  const settings = methodEntry("card").accountSettings();
  assert.deepEqual(
    settings.map(({ path, kind, usual }) => [path, kind, usual]),
    [
      ["baseUrl", "text", "https://ksa.gateway.mastercard.com"],
      ["merchantId", "text", null],
      ["password", "secret", null],
      ["webhookSecret", "secret", null],
    ],
  );
  assert.deepEqual(settings[1]?.label, { ar: "معرّف المتجر (Merchant ID)", en: "Merchant ID" });
});

test("a setting that an account must have and no form asks for is named", () => {
  const ask = asking({ key: "مفتاح" }, { key: "Key" });
  const group = z.strictObject({
    key: ask(z.string().min(8), { name: "key", kind: "secret" }),
    path: z.string(),
  });
  assert.throws(
    () => accountSettings(z.strictObject({ group }).transform(String)),
    /The setting group\.path has no default/,
  );
  const optional = z.strictObject({ ...group.shape, path: z.string().default("/") });
  assert.deepEqual(
    accountSettings(optional).map(({ path }) => path),
    ["key"],
  );
});
