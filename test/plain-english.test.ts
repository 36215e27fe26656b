/** Comments, documents, titles of tests, lines of the log and the descriptions of the API use the trade's own words (docs/plain-english.md). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listFiles, root } from "./source-tree.ts";

const listPath = "docs/plain-english.md";
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The words on the left of the table, each with what is written instead. */
const banned: readonly (readonly [word: string, instead: string])[] = read(listPath)
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, words = "", instead = ""]) => instead !== "" && !/^(?:Not|---)$/.test(words))
  .flatMap(([, words = "", instead = ""]) => words.split(", ").map((word) => [word, instead] as const));

const pattern = new RegExp(`\\b(?:${banned.map(([word]) => word).join("|")})\\b`, "gi");

/** Decisions and the changelog are history; the map quotes the specification, this test the words. */
const quoted =
  /^docs\/(?:decisions\/|spec-map\.md|plain-english\.md)|^CHANGELOG\.md$|^bench\/results\/|^test\/plain-english\./;
const written = listFiles("").filter(
  (path) =>
    (/\.(?:tsx?|mjs|js|css|md)$/.test(path) || path.startsWith("deploy/") || isApi(path)) &&
    !quoted.test(path) &&
    !path.endsWith("/icu.d.ts"),
);

/** The documents of the API, generated from the contract and from the English texts of refusals. */
function isApi(path: string): boolean {
  return /^docs\/openapi[\w-]*\.json$/.test(path);
}

/** What people look for in the log, and what stops a process: `log.warn("…")`, `new Error("…")`. */
const logged = /\b(?:log\.(?:info|warn|error)|new \w*Error)\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** What of a file is written for maintainers, without the code that it quotes. */
function proseOf(path: string, text: string): string {
  const parts = path.endsWith(".md")
    ? [text.replace(/^```[\s\S]*?^```/gm, "")]
    : isApi(path)
      ? [...text.matchAll(/"(?:description|summary|title)": ("(?:\\.|[^"\\])*")/g)].map(
          ([, said = '""']): string => JSON.parse(said),
        )
      : path.startsWith("deploy/")
        ? [text.replace(/\n\s*[#;] ?/g, " ")]
        : [
            ...[...text.matchAll(logged)].map(([, , line = ""]) => line.replaceAll("_", " ")),
            ...[...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm)].map(([comment]) => comment),
            ...[...text.matchAll(/\btest\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
              ([, , title = ""]) => title,
            ),
          ];
  return parts
    .join("\n")
    .replace(/\n\s*(?:\*(?!\/)|\/\/) ?/g, " ")
    .replace(/`[^`\n]*`|\$\{[^}]*\}/g, "");
}

/** The banned words of a file, each with its neighbours and what is written instead. */
function bannedIn(path: string, text: string): string[] {
  const prose = proseOf(path, text).replace(/\s+/g, " ");
  return [...prose.matchAll(pattern)].map(({ 0: word, index }) => {
    const [, instead = ""] = banned.find(([one]) => one === word.toLowerCase()) ?? [];
    return `${path}: "…${prose.slice(Math.max(0, index - 30), index + 30)}…": ${instead}`;
  });
}

test("comments, documents, titles of tests, the log and the API use none of the words that the list bans", () => {
  assert.ok(written.length > 1000, "the files were not found");
  assert.deepEqual(
    written.flatMap((path) => bannedIn(path, read(path))),
    [],
  );
});

/** A field of the published API: shops send it. */
const publishedNames: ReadonlySet<string> = new Set(["startsAnew"]);

/** The names that a source text declares and that are made of banned words: `putAside`. */
function bannedNamesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:function\*?|const|let|type|class) (\w+)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !publishedNames.has(name))
    .filter(
      (name) =>
        name
          .replace(/([a-z])([A-Z])/g, "$1 $2")
          .replaceAll("_", " ")
          .search(pattern) >= 0,
    );
}

test("no function, constant or type of the program is named by these words", () => {
  const sources = written.filter((path) => /^src\/.*(?<!\.test)\.tsx?$/.test(path));
  assert.ok(sources.length > 1000, "the files were not found");
  assert.deepEqual(
    sources.flatMap((path) => bannedNamesIn(read(path)).map((name) => `${path}: ${name}`)),
    [],
  );
  assert.deepEqual(bannedNamesIn("function putAside() {} const toldId = 1; const total = limitsTimeoutMs;"), [
    "putAside",
    "toldId",
  ]);
});

test("a banned word is found in a comment of several lines, a title and a document, and left alone in code", () => {
  const found = (path: string, text: string): number => bannedIn(path, text).length;
  assert.equal(found("x.ts", "/**\n * It is kept for\n * ever.\n */"), 1);
  assert.equal(found("x.ts", "a(); // whoever asks"), 1);
  assert.equal(found("x.test.ts", 'test("nobody waits", () => {});'), 1);
  assert.equal(found("x.md", "It begins anew."), 1);
  assert.equal(found("x.ts", 'log.warn("node_not_told", { error });'), 1);
  assert.equal(found("deploy/x.ini", "; Nobody\n; waits"), 1);
  assert.equal(found("docs/openapi.json", '{ "description": "Made anew." }'), 1);
  assert.equal(found("x.ts", 'const user = "nobody"; // the user `nobody`'), 0);
  assert.equal(found("x.md", "```\nlies\n```\nrun as `nobody`"), 0);
});
