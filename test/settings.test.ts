/** docs/operations.md against the code: every setting that is read stands there, and nothing else does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readSources, root } from "./source-tree.ts";

const name = "[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*";

/** What reads the environment: the server's settings, those of the methods, and the programs. */
const readers = readSources(["src"])
  .filter(({ path }) => !/\.test\.tsx?$|-suite\.ts$/.test(path))
  .map(({ text }) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ""))
  .filter((code) =>
    /process\.env\b|\/environment\.ts"|\.variables\[|\benvironment\[|\bgatewayMethod\b|\bstorageVariables\b/.test(
      code,
    ),
  );

/** Names of the platform's own that are no settings of ours. */
const platform = ["ERR_MODULE_NOT_FOUND", "ERR_PARSE_ARGS_UNKNOWN_OPTION", "NODE_ENV", "SUDO_USER"];

function findAll(pattern: RegExp): string[] {
  return readers.flatMap((code) => [...code.matchAll(pattern)].map(([, found = ""]) => found));
}

/** Names that are looked up by a text, parsed by a schema, or taken from `process.env`. */
function namesRead(): string[] {
  const texts = findAll(new RegExp(`"(${name})"`, "g")).filter((text) => text.includes("_"));
  const keys = findAll(
    new RegExp(`^ {2}(${name}): (?:z\\b|port\\b|flag\\b|address\\b|wholeNumber\\b)`, "gm"),
  );
  const members = findAll(new RegExp(`process\\.env\\.(${name})\\b`, "g"));
  const taken = findAll(/\{([^{}]*)\} = process\.env/g)
    .flatMap((names) => names.split(",").map((one) => one.trim()))
    .filter((one) => new RegExp(`^${name}$`).test(one));
  // The two accounts at the card gateway have the same variables behind a beginning of their own.
  const prefixes = findAll(new RegExp(`prefix: "(${name})"`, "g"));
  const endings = findAll(new RegExp(`\\$\\{prefix\\}(_${name})`, "g"));
  const prefixed = prefixes.flatMap((prefix) => endings.map((ending) => `${prefix}${ending}`));
  return [...texts, ...keys, ...members, ...taken, ...prefixed].filter(
    (found) => !prefixes.includes(found) && !platform.includes(found),
  );
}

/** Names in the first column of the table of settings. */
function namesListed(): string[] {
  const text = readFileSync(join(root, "docs/operations.md"), "utf8");
  const section = /^## Settings\n([\s\S]*?)^## /m.exec(text)?.[1] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, found = ""]) => found));
}

test("docs/operations.md lists the settings that the code reads, each once and no others", () => {
  assert.deepEqual(namesListed().sort(), [...new Set(namesRead())].sort());
});
