/**
 * docs/spec-map.md against the tree: a row of it that names a file that is gone, a test that is none, a text or a
 * name that is no longer written like that, or none at all, fails here. So do the constants of Spec 9.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { readSources, root } from "./source-tree.ts";

const mapPath = "docs/spec-map.md";

/** Sections of the specification; 2 has a table of its own beside those of its subsections. */
const sections = ["1", "2", ...Array.from({ length: 11 }, (_, index) => `2.${index + 1}`)].concat(
  Array.from({ length: 7 }, (_, index) => String(index + 3)),
);

type Row = {
  /** Where it is, for messages: "docs/spec-map.md:30". */
  readonly place: string;
  readonly section: string;
  readonly cells: readonly string[];
  readonly says: string;
  readonly doneIn: string;
  readonly shownBy: string;
};

const rows = readRows();

/** The rows of all tables, without their heads. */
function readRows(): Row[] {
  let section = "";
  return read(mapPath)
    .split("\n")
    .flatMap((line, index) => {
      section = /^##+ (\d+(?:\.\d+)?)\b/.exec(line)?.[1] ?? section;
      if (!line.startsWith("|") || /^\|(?:---| The specification says)/.test(line)) return [];
      const cells = line.split("|").slice(1, -1);
      const [says = "", doneIn = "", shownBy = ""] = cells.map((cell) => cell.trim());
      return [{ place: `${mapPath}:${index + 1}`, section, cells, says, doneIn, shownBy }];
    });
}

/** What stands in backticks. */
function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The texts of the files of a cell; missing ones are found by another test. */
function filesIn(cell: string, type = ""): string[] {
  return codeIn(cell)
    .filter((path) => path.endsWith(type) && existsSync(join(root, path)))
    .map(read);
}

/** What of a list of rows is wrong, each with its place. */
function wrongIn(list: readonly Row[], problemsOf: (row: Row) => readonly string[]): string[] {
  return list.flatMap((row) => problemsOf(row).map((problem) => `${row.place}: ${problem}`));
}

test("every section of the specification is mapped, in its order", () => {
  assert.deepEqual([...new Set(rows.map(({ section }) => section))], sections);
});

test("every row names who does it and what shows it", () => {
  const wrong = wrongIn(rows, ({ cells, says, doneIn, shownBy }) => {
    if (cells.length !== 3) return [`${cells.length} cells in the place of three`];
    if (says === "") return ["nothing is said"];
    return [doneIn, shownBy].flatMap((cell) => (isListOfFiles(cell) ? [] : [`no list of files: "${cell}"`]));
  });
  assert.deepEqual(wrong, []);
});

function isListOfFiles(cell: string): boolean {
  return /^`[^`]+`(?:, `[^`]+`)*$/.test(cell);
}

test("every file that the map names is there", () => {
  const wrong = wrongIn(rows, ({ doneIn, shownBy }) =>
    [...codeIn(doneIn), ...codeIn(shownBy)].filter((path) => !existsSync(join(root, path))),
  );
  assert.deepEqual(wrong, []);
});

test("what shows is a test, what does is none", () => {
  const isTest = (path: string): boolean => /\.(?:test|spec)\.ts$/.test(path);
  const wrong = wrongIn(rows, ({ doneIn, shownBy }) => [
    ...codeIn(doneIn).filter(isTest),
    ...codeIn(shownBy).filter((path) => !isTest(path)),
  ]);
  assert.deepEqual(wrong, []);
});

/** The one file of tests that may show nothing but delays and numbers of attempts: their values are compared below. */
const mapTest = "test/spec-map.test.ts";

test("this test is the only evidence of rows about constants alone, whose values it holds", () => {
  const wrong = wrongIn(rows, ({ section, doneIn, shownBy }) => {
    const others = codeIn(shownBy).filter((path) => path !== mapTest);
    const isConstant = section === "9" && codeIn(doneIn).includes("src/core/timing.ts");
    return others.length > 0 || isConstant ? [] : ["nothing shows it but the map's own test"];
  });
  assert.deepEqual(wrong, []);
});

test("the texts of the specification stand in the translations of their row, letter for letter", () => {
  const wrong = wrongIn(rows, ({ says, doneIn }) => {
    const texts = filesIn(doneIn, ".json").flatMap((json) => stringsOf(JSON.parse(json)));
    // The beginning of a text is quoted with three dots after it.
    const isThere = (quoted: string): boolean =>
      texts.some((text) => (quoted.endsWith(" …") ? text.startsWith(quoted.slice(0, -1)) : text === quoted));
    return [...says.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text).filter((text) => !isThere(text));
  });
  assert.deepEqual(wrong, []);
});

function stringsOf(tree: unknown): string[] {
  if (typeof tree === "string") return [tree];
  return typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(stringsOf) : [];
}

test("the paths, fields and values of the specification stand in the files of their row, letter for letter", () => {
  const wrong = wrongIn(rows, ({ says, doneIn }) => {
    const texts = filesIn(doneIn);
    return codeIn(says).filter((code) => {
      const whole = new RegExp(`(?<![\\w])${RegExp.escape(code)}(?![\\w])`);
      return !texts.some((text) => whole.test(text));
    });
  });
  assert.deepEqual(wrong, []);
});

test("every decision that the map cites by its number is written down", () => {
  const numbers = readdirSync(join(root, "docs/decisions")).map((name) => name.slice(0, 4));
  assert.equal(new Set(numbers).size, numbers.length, "each has a number of its own");
  const wrong = wrongIn(rows, ({ says }) =>
    [...says.matchAll(/docs\/decisions\/(\w+)/g)]
      .map(([, number = ""]) => number)
      .filter((number) => !numbers.includes(number)),
  );
  assert.deepEqual(wrong, []);
});

test("delays and attempts are those of Spec 2.9 and 9", () => {
  const { callbackRedirectMs, ...exact } = {
    threeDRedirectDelayMs: timing.threeDRedirectDelayMs,
    processingModalCloseMs: timing.processingModalCloseMs,
    sessionUpdateTimeoutMs: timing.sessionUpdateTimeoutMs,
    statusCheckDelayMs: timing.statusCheckDelayMs,
    statusCheckAttempts: timing.statusCheckAttempts,
    walletResultRedirectMs: timing.walletResultRedirectMs,
    simplePageRedirectMs: timing.simplePageRedirectMs,
    callbackRedirectMs: timing.callbackRedirectMs,
    checkoutProgressMs: timing.checkoutProgressMs,
    applePayAuthorizationTimeoutMs: timing.applePayAuthorizationTimeoutMs,
    applePayAutoClickMs: timing.applePayAutoClickMs,
    errorPageDelayMs: timing.errorPageDelayMs,
  };
  assert.deepEqual(exact, {
    threeDRedirectDelayMs: 500,
    processingModalCloseMs: 500,
    sessionUpdateTimeoutMs: 10_000,
    statusCheckDelayMs: 2_000,
    statusCheckAttempts: 5,
    walletResultRedirectMs: 3_000,
    simplePageRedirectMs: 2_000,
    checkoutProgressMs: 2_000,
    applePayAuthorizationTimeoutMs: 20_000,
    applePayAutoClickMs: 1_000,
    errorPageDelayMs: 1_000,
  });
  assert.ok(callbackRedirectMs >= 1_000 && callbackRedirectMs <= 1_500);
});

test("every constant of core/timing.ts is used", () => {
  const production = readSources(["src"]).filter(
    ({ path }) => path !== "src/core/timing.ts" && !/\.test\.tsx?$/.test(path),
  );
  const dead = Object.keys(timing).filter((name) => {
    const used = new RegExp(`\\btiming\\.${name}\\b`);
    return !production.some(({ text }) => used.test(text));
  });
  assert.deepEqual(dead, []);
});
