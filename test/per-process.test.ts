/** What a process remembers by itself has a row in ARCHITECTURE.md that says what happens with several servers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isTest, readSources, root } from "./source-tree.ts";

/** What is remembered but never differs between two servers: made of the program alone, or gone with a request or a run. */
const noState: Readonly<Record<string, string>> = {
  "src/db/open.ts": "listeners that the program adds when it starts",
  "src/db/transaction-edges.ts": "marks an error while it is handled",
  "src/methods/card/hosted-session.ts": "runs in the browser",
  "src/server/documents/printable-names.ts": "made of our fonts",
  "src/server/documents/template-version.ts": "made of our templates",
  "src/server/http/allowed-methods.ts": "made of our routes",
  "src/server/http/mount.ts": "made of the contract",
  "src/server/merchant-api/openapi-route.ts": "made of the contract",
  "src/server/messages/compose.ts": "the documents of one list of services, made of our texts",
  "src/server/people/passwords.ts": "a hash that no password has",
  "src/server/queue/signal.ts": "a part of work-queue.ts",
  "src/server/reconciliation/compare-order.ts": "ends with one comparison",
  "src/server/webhooks/delivery-store.ts": "gathers the statements of one moment",
  "src/server/zatca/archive/tax-archive.ts": "ends with one archive",
};

const fillsLater = / = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\);/;
const ofRequest = /new Weak(?:Map|Set)<FastifyRequest\b/;

/** Whether a file has variables of a module, or of what a `create…` or `remember…` function makes once, that are filled or set later. */
function remembers(text: string): boolean {
  let isMaker = false;
  return text.split("\n").some((line) => {
    if (/^\S/.test(line) && !/^[)}\]]/.test(line))
      isMaker = /^(?:export )?(?:async )?function (?:create|remember)/.test(line);
    const own = isMaker ? /^(?: {2})?(?=let |const )/ : /^(?=let |const )/;
    if (!own.test(line) || ofRequest.test(line)) return false;
    return /^ *let /.test(line) || fillsLater.test(line);
  });
}

test("what a server remembers is in the table of what each process has for itself", () => {
  const document = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const table = document.split("## What each process has for itself\n")[1]?.split("\n## ")[0] ?? "";
  const named = [...table.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = ""]) => name);
  const isInTable = (path: string): boolean => named.some((name) => path.endsWith(`/${name}`));
  const remembering = readSources(["src/server", "src/methods", "src/gateways", "src/db"])
    .filter(({ path }) => !isTest(path) && !/simulator|\.tsx$/.test(path))
    .filter(({ text }) => remembers(text))
    .map(({ path }) => path);
  assert.ok(remembering.length > 30, "the files were not found");
  assert.deepEqual(
    remembering.filter((path) => !isInTable(path) && !(path in noState)),
    [],
  );
  assert.deepEqual(
    Object.keys(noState).filter((path) => !remembering.includes(path)),
    [],
    "what remembers nothing leaves the list",
  );
});

test("memory of a module or of what is made once is found, that of a call or a request is not", () => {
  const found = [
    "const known = new Map<string, Unit>();",
    "let last = 0;",
    "export function createTokens() {\n  let current: Token | null = null;\n}",
    "function rememberLimits(\n  ports: Ports,\n) {\n  const known = new Map();\n}",
  ];
  for (const text of found) assert.ok(remembers(text), text);
  const left = [
    "function count() {\n  const sums = new Map<string, number>();\n}",
    "function createTokens() {}\nfunction count() {\n  let sum = 0;\n}",
    "const callers = new WeakMap<FastifyRequest, string>();",
    "const names = new Map(list.map(({ id, name }) => [id, name]));",
  ];
  for (const text of left) assert.ok(!remembers(text), text);
});
