/**
 * The house rules that a machine can hold: who may import whom, and how large things may grow. ARCHITECTURE.md explains each; here
 * they are enforced. Where the names of payment methods may stand is in blast-radius.test.ts.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  closureOf as closureIn,
  type Import,
  isData,
  isTest,
  listFiles,
  readSources,
  root,
  type SourceFile,
} from "./source-tree.ts";

const sources = readSources(["src"]);
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
  console: ["core", "web"],
  sim: ["core", "gateways", "methods"],
  sdk: [],
  cli: ["core", "contract", "db", "methods", "sdk", "server", "sim"],
};

const folderOf = (path: string): string => path.split("/")[1] ?? "";

test("every import follows the table of who may import whom", () => {
  const wrong = production.flatMap((file) =>
    file.imports
      .filter(({ target, isTypeOnly }) => {
        if (target === null || isData(target) || folderOf(target) === folderOf(file.path)) return false;
        const mayType = isTypeOnly && folderOf(target) === "contract";
        // Names and flags of the methods are plain facts, derived from the catalogue; so is what their numbers reply with.
        const isCatalogue =
          folderOf(file.path) === "contract" &&
          /^src\/methods\/(allowed|reference-replies)\.ts$/.test(target);
        // The kit is the simulators' own: adapters and panels do not use it.
        const isKit =
          folderOf(target) === "sim" && folderOf(file.path) !== "cli" && !file.path.includes("simulator");
        return (
          isKit || !(mayType || isCatalogue || mayImport[folderOf(file.path)]?.includes(folderOf(target)))
        );
      })
      .map(({ target }) => `${file.path} → ${target}`),
  );
  assert.deepEqual(wrong, []);
});

const closureOf = (doors: readonly string[]): SourceFile[] => closureIn(production, doors, { dynamic: true });

const browserDoors = [
  "src/web/island/hydrate.ts",
  "src/web/script/page-script.ts",
  "src/web/script/invoice-script.ts",
  "src/web/script/result-script.ts",
  "src/web/script/google-button-script.ts",
  "src/console/main.tsx",
];
const serverDoor = "src/server/start-server.ts";

test("what runs in the browser has nothing of the server and no schema library", () => {
  const browser = closureOf(browserDoors);
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
  const server = closureOf([serverDoor]);
  assert.ok(
    server.some(({ path }) => path === "src/methods/card/server.ts"),
    "the closure reaches the providers",
  );
  const wrong = server
    .filter(({ path }) => path.endsWith(".tsx") || /^src\/(web|sim)\/|simulator/.test(path))
    .map(({ path }) => path);
  assert.deepEqual(wrong, []);
});

test("the halves of a payment method do not know each other, by types neither", () => {
  const pathsOf = (files: readonly SourceFile[]) => new Set(files.map(({ path }) => path));
  // The server writes pages, too; they are the browser's half all the same.
  const browser = pathsOf(closureOf([...browserDoors, "src/web/render.tsx"]));
  const server = pathsOf(closureOf([serverDoor]));
  const isMethods = (path: string) => path.startsWith("src/methods/") && !path.includes("simulator");
  const isBrowsers = (path: string) =>
    isMethods(path) && (path.endsWith(".tsx") || (browser.has(path) && !server.has(path)));
  // Tests alone load the examples and the provider suite, which are of the server's half.
  const isOfTests = /\/documented-examples\.ts$|^src\/methods\/provider-[\w-]+\.ts$/;
  const isServers = (path: string) =>
    isMethods(path) && ((server.has(path) && !browser.has(path)) || isOfTests.test(path));
  // What both run, and what is nothing but types, may know neither side.
  const isRefused = (path: string, { target, isTypeOnly }: Import): boolean => {
    if (target === null || isData(target)) return false;
    if (isBrowsers(path) && isTypeOnly && /\/(calls|wallet-call)\.ts$/.test(target)) return false;
    const isBeyondBrowser = target.startsWith("src/gateways/") || isServers(target);
    const isBeyondServer = target.startsWith("src/web/") || isBrowsers(target);
    return (isBeyondBrowser && !isServers(path)) || (isBeyondServer && !isBrowsers(path));
  };
  const wrong = production
    .filter(({ path }) => isMethods(path))
    .flatMap(({ path, imports }) =>
      imports.filter((one) => isRefused(path, one)).map(({ target }) => `${path} → ${target}`),
    );
  assert.deepEqual(wrong, []);
});

test("a simulator shares no code with the adapter that talks to it", () => {
  const simulators = closureOf(["src/sim/main.ts"]);
  assert.ok(
    simulators.some(({ path }) => path.startsWith("src/gateways/mpgs/simulator/")),
    "the closure reaches the simulators",
  );
  const isTheirs = (path: string): boolean => /^src\/(core|sim)\/|simulator/.test(path);
  const wrong = simulators.flatMap(({ path, imports }) => [
    ...(isTheirs(path) ? [] : [path]),
    ...imports
      // The names of the methods, so that none is without its simulator.
      .filter(({ target }) => target !== "src/methods/catalog.ts")
      .filter(({ target, isTypeOnly }) => isTypeOnly && target !== null && !isTheirs(target))
      .map(({ target }) => `${path} → ${target}`),
  ]);
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
const longTables = ["src/core/phone/dial-codes.ts"];

test("no file is longer than 400 lines", () => {
  const wrong = [...sources, ...readSources(["test", "e2e", "bench", "scripts"])]
    .filter((file) => file.lines > 400 && !longTables.includes(file.path))
    .map((file) => `${file.path}: ${file.lines}`);
  assert.deepEqual(wrong, []);
});

test("no style sheet is longer than 700 lines", () => {
  const wrong = listFiles("src").filter(
    (path) => path.endsWith(".css") && linesOf(readFileSync(join(root, path), "utf8")).length > 700,
  );
  assert.deepEqual(wrong, []);
});

/** Scripts for a browser that do not fit a screen, one function each, with the lines that they may have. */
const longFunctions: Readonly<Record<string, number>> = {
  "src/gateways/mpgs/simulator/browser/field.js script": 194,
  "src/gateways/mpgs/simulator/browser/session.js script": 240,
  "src/methods/googlepay/simulator/browser/pay.js script": 104,
  "test/browser/apple-pay-session.ts installApplePaySession": 148,
};

test("functions fit 70 lines, and the longer ones that there are do not grow", () => {
  const found = measureLongFunctions();
  const wrong = found
    .filter(({ name, lines }) => lines > (longFunctions[name] ?? 0))
    .map(({ name, lines }) => `${name}: ${lines}`);
  assert.deepEqual(wrong, []);
  const names = found.map(({ name }) => name);
  const shortened = Object.keys(longFunctions).filter((name) => !names.includes(name));
  assert.deepEqual(shortened, [], "what fits now leaves the list");
});

/** Every function above the limit of biome.json, but for those in files of tests. */
function measureLongFunctions(): { name: string; lines: number }[] {
  const rule = "--only=complexity/noExcessiveLinesPerFunction";
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/@biomejs/biome/bin/biome"),
      ...["lint", rule, "--reporter=json", "--max-diagnostics=none"],
      ...["src", "test", "e2e", "bench", "scripts"],
    ],
    { cwd: root, encoding: "utf8" },
  );
  const report: {
    readonly diagnostics: readonly {
      readonly message: string;
      readonly location: { readonly path: string; readonly start: { readonly line: number } };
    }[];
  } = JSON.parse(stdout);
  return report.diagnostics
    .filter(({ location }) => !/\.(test|spec)\.ts$/.test(location.path))
    .map(({ message, location: { path, start } }) => {
      const line = linesOf(readFileSync(join(root, path), "utf8"))[start.line - 1] ?? "";
      const named = /function (\w+)/.exec(line)?.[1] ?? (path.endsWith(".js") ? "script" : line.trim());
      return { name: `${path} ${named}`, lines: Number(/\((\d+)\)/.exec(message)?.[1]) };
    });
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

test("no file is dead: each is imported, or is an entry point", () => {
  const doors =
    /\.test\.tsx?$|\.d\.ts$|^src\/cli\/|^src\/sim\/main\.ts$|^src\/console\/main\.tsx$|^src\/web\/(island\/hydrate|script\/(page|invoice|result|google-button)-script|render)\.tsx?$|worker\.ts$/;
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
        /type: "invoice\.paid"|settled_at: new/.test(file.text) &&
        file.path !== "src/server/payments/settle.ts",
    )
    .map((file) => file.path);
  assert.deepEqual(wrong, []);
});

test("every Content-Security-Policy of the server is in policies.ts", () => {
  const wrong = production
    .filter(({ path }) => path.startsWith("src/server/") && !/\/(policies|policy-reports)\.ts$/.test(path))
    .filter(({ text }) => /(?:default-src|frame-ancestors) '|sandbox;/.test(text))
    .map(({ path }) => path);
  assert.deepEqual(wrong, []);
});

test("no text for people is a literal of the pages or of the server: Arabic stands in the translations", () => {
  const withoutComments = (text: string): string =>
    text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
  // Letters as such, not texts: what an address or a name is recognised by.
  const knowsLetters: readonly string[] = ["src/console/forms/typed-amount.ts"];
  const wrong = production
    .filter(({ path }) => /^src\/(server|web|console)\//.test(path) && !knowsLetters.includes(path))
    .filter(({ text }) => /[\u0621-\u064a]/.test(withoutComments(text)))
    .map(({ path }) => path);
  assert.deepEqual(wrong, []);
});

test("time, randomness and network come from ports in core, methods and gateways", () => {
  const banned = /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|(?<!\.)\bfetch\(|\bsetTimeout\(/;
  const pure = production.filter(
    (file) =>
      /^src\/(core|methods|gateways)\//.test(file.path) &&
      !/simulator|\.tsx$|\/(use-[\w-]+|session-steps|hosted-session|card-calls|session|client)\.ts$/.test(
        file.path,
      ),
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

/** Folders in which machines keep people's and programs' work, below which a path is of one machine only. */
const machinePath =
  /(?<![\w.~*$})/-])(?:\/(?:home|Users|root|work|workspaces?|builds?|scratch|mnt|media|private|(?:var\/)?tmp)\/|[A-Z]:\\)[\w.]/;
/** A host that gives out packages, of the public or of a company's own. */
const registryHost =
  /\b(?:[a-z0-9-]+\.)*(?:registry|npmjs|yarnpkg|pypi|artifactory|jfrog|nexus|verdaccio|mirrors?)(?:\.[a-z0-9-]+)*\.(?:com|org|io|dev|net|cloud|local|internal|lan)\b/;

test("no test compares what is too wide with innerWidth: on a phone that grows with it, and nothing is ever too wide", () => {
  const blind = /(?:scrollWidth|right\b)[^\n]*\binnerWidth/;
  assert.match("one.right > innerWidth + 1", blind);
  const wrong = readSources(["e2e", "test"])
    .filter(({ path, text }) => path !== "test/tidy.test.ts" && blind.test(text))
    .map(({ path }) => `${path}: document.documentElement.clientWidth`);
  assert.deepEqual(wrong, []);
});

test("nothing in the project names a machine's path or a package registry's host", () => {
  const texts = /\.(tsx?|mjs|js|md|json|css|sql|ya?ml|html|typ|conf)$/;
  const wrong = listFiles("")
    // What measurements leave behind is of the machine, and ignored by git.
    .filter((path) => texts.test(path) && !path.startsWith("bench/results/"))
    .flatMap((path) =>
      linesOf(readFileSync(join(root, path), "utf8"))
        .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
        .filter(({ line }) => machinePath.test(line) || registryHost.test(line))
        .map(({ place }) => place),
    );
  assert.deepEqual(wrong, []);
});

test("a machine's path and a registry's host are known as such, addresses of ours are not", () => {
  // In parts: this file is judged like all others.
  const path = (...parts: string[]): string => `"${["", ...parts].join("/")}"`;
  const host = (...parts: string[]): string => `https://${parts.join(".")}/x`;
  for (const one of [path("home", "a", "b"), path("root", "x"), path("work", "x"), path("var", "tmp", "x.1")])
    assert.match(one, machinePath);
  for (const one of [host("registry", "npmjs", "org"), host("npm", "pypi", "example", "internal")])
    assert.match(one, registryHost);
  for (const one of [path("rest", "pay"), path("dev", "shm"), path("proc", "stat"), "a/work/x", "~/home/x"])
    assert.doesNotMatch(one, machinePath);
  assert.doesNotMatch('from "#methods/registry.ts";', registryHost);
});

function readCss(path: string): string {
  return readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
}
