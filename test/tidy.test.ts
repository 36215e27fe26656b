/**
 * The house rules that a machine can hold: who may import whom, how large things may grow, and where the names of
 * payment methods may stand. ARCHITECTURE.md explains each; here they are enforced.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listFiles, readSources, root, type SourceFile } from "./source-tree.ts";

const sources = readSources(["src"]);
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const production = sources.filter((file) => !isTest(file.path));

/** Folders of `src`, each with the folders that it may import; a closure below says more about the two halves. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contract: ["core"],
  db: ["core"],
  gateways: ["core", "contract", "sim"],
  methods: ["core", "contract", "gateways", "web", "sim"],
  server: ["core", "contract", "db", "gateways", "methods"],
  web: ["core", "methods"],
  sim: ["core", "gateways", "methods"],
  cli: ["core", "contract", "db", "methods", "server", "sim"],
};

const folderOf = (path: string): string => path.split("/")[1] ?? "";

test("every import follows the table of who may import whom", () => {
  const wrong = production.flatMap((file) =>
    file.imports
      .filter(({ target, isTypeOnly }) => {
        if (target === null || isData(target) || folderOf(target) === folderOf(file.path)) return false;
        const mayType = isTypeOnly && folderOf(target) === "contract";
        // The kit is the simulators' own: adapters and panels have no business with it.
        const isKit =
          folderOf(target) === "sim" && folderOf(file.path) !== "cli" && !file.path.includes("simulator");
        return isKit || !(mayType || mayImport[folderOf(file.path)]?.includes(folderOf(target)));
      })
      .map(({ target }) => `${file.path} → ${target}`),
  );
  assert.deepEqual(wrong, []);
});

/** Files that run where `doors` run: everything reachable from them by imports that are not types only. */
function closureOf(doors: readonly string[]): SourceFile[] {
  const byPath = new Map(production.map((file) => [file.path, file]));
  const reached = new Map<string, SourceFile>();
  const visit = (path: string): void => {
    const file = byPath.get(path);
    if (!file || reached.has(path)) return;
    reached.set(path, file);
    for (const { target, isTypeOnly } of file.imports) if (target !== null && !isTypeOnly) visit(target);
  };
  for (const door of doors) visit(door);
  return [...reached.values()];
}

/** Translations and the version are data, not code. */
const isData = (path: string): boolean => path.endsWith(".json") || path.endsWith(".css");

test("what runs in the browser has nothing of the server and no schema library", () => {
  const browser = closureOf(["src/web/hydrate.ts", "src/web/page-script.ts", "src/web/result-script.ts"]);
  assert.ok(
    browser.some(({ path }) => path === "src/methods/card/panel.tsx"),
    "the closure reaches the panels",
  );
  const serverHalf =
    /^src\/(server|db|gateways|sim|cli|contract)\/|\/(provider|wire|calls|server|settings|simulator)\.ts$/;
  const banned = /^(zod|kysely|pg|fastify|undici|pino|sharp|qr)(\/|$)|^@fastify\/|^node:/;
  const wrong = browser.flatMap((file) => [
    ...(serverHalf.test(file.path) ? [file.path] : []),
    ...file.imports
      .filter(({ specifier, isTypeOnly }) => !isTypeOnly && banned.test(specifier))
      .map(({ specifier }) => `${file.path} → ${specifier}`),
  ]);
  assert.deepEqual(wrong, []);
});

test("what runs in the server has no page and no simulator", () => {
  const server = closureOf(["src/server/start-server.ts"]);
  assert.ok(
    server.some(({ path }) => path === "src/methods/card/server.ts"),
    "the closure reaches the providers",
  );
  const wrong = server
    .filter(({ path }) => path.endsWith(".tsx") || /^src\/(web|sim)\/|simulator/.test(path))
    .map(({ path }) => path);
  assert.deepEqual(wrong, []);
});

test("a simulator shares no code with the adapter that talks to it", () => {
  const simulators = closureOf(["src/sim/main.ts"]);
  assert.ok(
    simulators.some(({ path }) => path.startsWith("src/gateways/mpgs/simulator/")),
    "the closure reaches the simulators",
  );
  const wrong = simulators
    .filter(({ path }) => !/^src\/(core|sim)\/|simulator/.test(path))
    .map(({ path }) => path);
  assert.deepEqual(wrong, []);
});

test("core imports no package and nothing of Node", () => {
  const wrong = production
    .filter((file) => file.path.startsWith("src/core/"))
    .flatMap((file) =>
      file.imports
        .filter(({ target }) => target === null)
        .map(({ specifier }) => `${file.path} → ${specifier}`),
    );
  assert.deepEqual(wrong, []);
});

test("no import climbs out of its top folder by a relative path", () => {
  const top = (path: string): string => path.split("/").slice(0, 2).join("/");
  const wrong = sources.flatMap((file) =>
    file.imports
      .filter(
        ({ specifier, target }) =>
          specifier.startsWith(".") && target !== null && top(target) !== top(file.path),
      )
      // Translations and the version are data, not code.
      .filter(({ target }) => !target?.endsWith(".json"))
      .map(({ specifier }) => `${file.path} → ${specifier}`),
  );
  assert.deepEqual(wrong, []);
});

test("every import means a file that is there", () => {
  const wrong = sources.flatMap((file) =>
    file.imports
      .filter(({ target }) => target !== null && !existsSync(join(root, target)))
      .map(({ target }) => `${file.path} → ${target}`),
  );
  assert.deepEqual(wrong, []);
});

const configs = readSources(["."]).filter(({ path }) => /^\.?\/?[a-z]+\.config\.ts$/.test(path));

/** Tables of data may be long. */
const longTables = ["src/core/dial-codes.ts"];

test("no file is longer than 400 lines", () => {
  const wrong = sources
    .filter((file) => file.lines > 400 && !longTables.includes(file.path))
    .map((file) => `${file.path}: ${file.lines}`);
  assert.deepEqual(wrong, []);
});

test("no file is dead: each is imported, or is a door", () => {
  const doors =
    /\.test\.tsx?$|\.d\.ts$|^src\/cli\/|^src\/sim\/main\.ts$|^src\/web\/(hydrate|page-script|result-script|render)\.tsx?$|worker\.ts$/;
  const wanted = new Set(
    [...sources, ...readSources(["test", "e2e", "bench", "scripts"]), ...configs].flatMap((file) =>
      file.imports.map(({ target }) => target),
    ),
  );
  const wrong = production
    .filter((file) => !doors.test(file.path) && !wanted.has(file.path))
    .map((file) => file.path);
  assert.deepEqual(wrong, []);
});

test("only settle.ts makes an order paid", () => {
  const wrong = production
    .filter(
      (file) =>
        file.path.startsWith("src/server/") &&
        /paidStatus\(|settled_at: new/.test(file.text) &&
        file.path !== "src/server/payments/settle.ts",
    )
    .map((file) => file.path);
  assert.deepEqual(wrong, []);
});

test("time, randomness and network come from ports in core, methods and gateways", () => {
  const banned = /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|(?<!\.)\bfetch\(|\bsetTimeout\(/;
  const pure = production.filter(
    (file) =>
      /^src\/(core|methods|gateways)\//.test(file.path) &&
      !/simulator|\.tsx$|\/(session-steps|hosted-session|card-calls|session|client)\.ts$/.test(file.path),
  );
  const wrong = pure.filter((file) => banned.test(file.text)).map((file) => file.path);
  assert.deepEqual(wrong, []);
});

test("styles use logical properties only", () => {
  const physical =
    /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right|text-align:\s*(?:left|right)|float)\s*:/m;
  const wrong = listFiles("src")
    .filter((path) => path.endsWith(".css"))
    .filter((path) => physical.test(readCss(path)));
  assert.deepEqual(wrong, []);
});

test("nothing in the project names a machine's path or a package registry's host", () => {
  const banned = /\/work\/(main|shared|brief)|registry\.npmjs|\/tmp\/bash_jobs/;
  const all = [...sources, ...readSources(["test", "e2e", "bench", "scripts"])];
  const wrong = all
    .filter((file) => file.path !== "test/tidy.test.ts" && banned.test(file.text))
    .map((file) => file.path);
  assert.deepEqual(wrong, []);
});

function readCss(path: string): string {
  return readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
}
