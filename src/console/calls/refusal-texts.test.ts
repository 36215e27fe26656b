import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import type { CallMap } from "#contract/contract.ts";
import { textsOf } from "#test/catalogue-texts.ts";
import first from "../i18n/console.en.json" with { type: "json" };
import later from "../i18n/screens.en.json" with { type: "json" };

const folder = resolve("src/console");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .join("\n");

/** Calls that the screens make, by what their sources name. */
const made = new Set(
  [...sources.matchAll(/"((?:GET|POST|PUT|PATCH|DELETE) \/api\/v1[^"]*)"/g)].map(([, key]) => key),
);

/** Maps of calls whose types the screens use. */
async function maps(): Promise<CallMap[]> {
  const files = new Set([...sources.matchAll(/"#contract\/([\w-]+\.ts)"/g)].map(([, file]) => file));
  const modules = await Promise.all(
    [...files].map(async (file) => Object.values((await import(`#contract/${file}`)) as object)),
  );
  return modules.flat().filter((value): value is CallMap => {
    const [key = ""] = Object.keys(typeof value === "object" && value !== null ? value : {});
    return /^[A-Z]+ \//.test(key);
  });
}

test("what a call of the screens may be refused with is said in words of its own, not as something that may work again", async () => {
  const said = new Set(
    [...textsOf({ ...first, ...later }).keys()].flatMap((path) => {
      const [group = "", code = ""] = path.split(".");
      return ["failures", "refusals"].includes(group) ? [code] : [];
    }),
  );
  const all = (await maps()).flatMap((map) => Object.entries(map)).filter(([key]) => made.has(key));
  assert.ok(all.length > 80, `${all.length} calls`);
  for (const [key, { problems = [] }] of all)
    for (const code of problems)
      if (!code.endsWith("not_found")) assert.ok(said.has(code), `${key}: ${code}`);
});
