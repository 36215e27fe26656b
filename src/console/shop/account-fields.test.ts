import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { allMethods } from "#methods/allowed.ts";
import { accountFields, typedAccount } from "./account-fields.ts";

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

test("the form of an account asks for what the operator's guide says of each method, and every method has one", () => {
  const examples = documented();
  for (const { id } of allMethods) {
    const asked = accountFields(id).map(({ path }) => path);
    // Google's environment is PRODUCTION where none is named.
    const said = (examples.get(id) ?? []).filter((path) => path !== "environment");
    assert.ok(said.length > 0, id);
    assert.deepEqual(asked.toSorted(), said.toSorted(), id);
  }
  assert.deepEqual(accountFields("cash"), []);
  assert.deepEqual(accountFields("constructor"), []);
});

test("groups of settings are sent as objects", () => {
  assert.deepEqual(
    typedAccount(accountFields("googlepay"), ({ path }) => path),
    {
      gateway: {
        baseUrl: "gateway.baseUrl",
        merchantId: "gateway.merchantId",
        password: "gateway.password",
        webhookSecret: "gateway.webhookSecret",
      },
      merchantId: "merchantId",
    },
  );
});
