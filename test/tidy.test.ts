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

/** A rule: files of `from` may import only what `may` accepts. The first rule that matches a file is its rule. */
type Rule = {
  readonly name: string;
  readonly from: RegExp;
  readonly may: (target: string, file: SourceFile, isTypeOnly: boolean) => boolean;
};

const ownFolder = (target: string, file: SourceFile): boolean =>
  target.startsWith(file.path.slice(0, file.path.lastIndexOf("/") + 1));
const core = (target: string): boolean => target.startsWith("src/core/");
const contract = (target: string): boolean => target.startsWith("src/contract/");

const rules: readonly Rule[] = [
  { name: "core imports core", from: /^src\/core\//, may: core },
  {
    name: "contract imports core",
    from: /^src\/contract\//,
    may: (target) => core(target) || contract(target),
  },
  {
    name: "a simulator shares nothing with the adapter",
    from: /simulator/,
    may: (target, file) =>
      core(target) ||
      target.startsWith("src/sim/") ||
      ownFolder(target, file) ||
      /\/simulator\//.test(target),
  },
  {
    name: "gateways import core",
    from: /^src\/gateways\//,
    may: (target, file) =>
      core(target) ||
      ownFolder(target, file) ||
      /methods\/payment-method\.ts$/.test(target) ||
      contract(target),
  },
  {
    name: "the browser's half of a method imports pages' parts, never the server's half",
    from: /^src\/methods\/(?:[a-z0-9]+\/.*(?:\.tsx|session-steps\.ts|hosted-session\.ts|card-calls\.ts|card-fields\.ts|client\.ts|session\.ts)|panels\.ts|buttons\.ts)$/,
    may: (target, file, isTypeOnly) =>
      core(target) ||
      target.startsWith("src/web/") ||
      ((ownFolder(target, file) || target.startsWith("src/methods/")) &&
        (isTypeOnly || !/\/(provider|wire|calls)\.ts$/.test(target))) ||
      (isTypeOnly && contract(target)),
  },
  {
    name: "the server's half of a method imports gateways and the contract",
    from: /^src\/methods\//,
    may: (target) =>
      core(target) ||
      contract(target) ||
      target.startsWith("src/gateways/") ||
      (target.startsWith("src/methods/") && !target.endsWith(".tsx")) ||
      target.startsWith("src/server/http-client"),
  },
  {
    name: "db imports core",
    from: /^src\/db\//,
    may: (target) => core(target) || target.startsWith("src/db/"),
  },
  {
    name: "the server imports no page and no simulator",
    from: /^src\/server\//,
    may: (target) =>
      !target.endsWith(".tsx") &&
      !target.startsWith("src/sim/") &&
      (!target.startsWith("src/web/") || /\/i18n\/.*\.json$/.test(target)),
  },
  {
    name: "the web imports no server, no database, no gateway",
    from: /^src\/web\//,
    may: (target, _file, isTypeOnly) =>
      core(target) ||
      target.startsWith("src/web/") ||
      target.startsWith("src/methods/") ||
      target === "package.json" ||
      (isTypeOnly && contract(target)),
  },
  {
    name: "simulators import the kit and core",
    from: /^src\/sim\//,
    may: (target) => core(target) || target.startsWith("src/sim/") || /simulator/.test(target),
  },
  { name: "the command line may import everything", from: /^src\/cli\//, may: () => true },
];

test("every import follows the table of who may import whom", () => {
  const wrong = production.flatMap((file) => {
    const rule = rules.find((candidate) => candidate.from.test(file.path));
    if (!rule) return [`${file.path} has no rule`];
    return file.imports
      .filter(({ target, isTypeOnly }) => target !== null && !rule.may(target, file, isTypeOnly))
      .map(({ target }) => `${file.path} → ${target} (${rule.name})`);
  });
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

test("the browser never loads a schema library or a server package", () => {
  const banned = /^(zod|kysely|pg|fastify|undici|pino|sharp)(\/|$)|^@fastify\/|^node:/;
  const browser = production.filter(
    (file) =>
      /^src\/web\/|^src\/methods\/.*\.tsx$/.test(file.path) && !file.path.startsWith("src/web/build/"),
  );
  const wrong = browser.flatMap((file) =>
    file.imports
      .filter(({ specifier, isTypeOnly }) => !isTypeOnly && banned.test(specifier))
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
    /\.test\.tsx?$|\.d\.ts$|^src\/cli\/|^src\/sim\/main\.ts$|^src\/web\/(hydrate|page-script|render)\.tsx?$|worker\.ts$/;
  const wanted = new Set(
    [...sources, ...readSources(["test", "e2e", "bench", "scripts"])].flatMap((file) =>
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
