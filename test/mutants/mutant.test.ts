import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../source-tree.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { mutants } from "./faults/all.ts";
import { apartByFile, editsOf, type Mutant, plant } from "./mutant.ts";
import { runTests } from "./run-tests.ts";

const fault: Mutant = {
  id: "sign",
  kind: "amount",
  what: "adds where it takes away",
  file: "rest.ts",
  search: "a - b",
  replace: "a + b",
  tests: ["rest.test.ts"],
};

function project(text: string): Disposable & { readonly path: string } {
  const directory = temporaryDirectory();
  writeFileSync(join(directory.path, "rest.ts"), text);
  writeFileSync(
    join(directory.path, "rest.test.ts"),
    `import { test } from "node:test";
    import { rest } from "./rest.ts";
    test("the rest is what is left", () => { if (rest(3, 2) !== 1) throw new Error("wrong"); });`,
  );
  return directory;
}

const sound = "export const rest = (a: number, b: number) => a - b;\n";

test("a planted fault is found by its test, and taken out again it is gone", async () => {
  using directory = project(sound);
  const takeOut = plant(directory.path, fault);
  const found = await runTests(directory.path, fault.tests, {});
  assert.deepEqual(found, { kind: "found", by: "the rest is what is left" });
  takeOut();
  assert.equal(readFileSync(join(directory.path, "rest.ts"), "utf8"), sound);
  assert.deepEqual(await runTests(directory.path, fault.tests, {}), { kind: "green" });
});

test("a mutant whose text is gone from the code, or stands there twice, is refused by name", () => {
  for (const [text, times] of [
    ["export const rest = 0;", 0],
    [`${sound}${sound}`, 2],
  ] as const) {
    using directory = project(text);
    assert.throws(() => plant(directory.path, fault), new RegExp(`sign: its text stands ${times} times`));
    assert.equal(readFileSync(join(directory.path, "rest.ts"), "utf8"), text);
  }
});

test("mutants that are planted together share no file, not by their second changes either", () => {
  const second = { ...fault, file: "other.ts", also: [{ file: "rest.ts", search: "const", replace: "let" }] };
  const third = { ...fault, file: "third.ts" };
  assert.deepEqual(apartByFile([fault, second, third]), [[fault, third], [second]]);
});

test("every mutant has a name of its own", () => {
  assert.equal(new Set(mutants.map(({ id }) => id)).size, mutants.length);
});

/** The files that a mutant changes, as it leaves them. */
function plantedIn(mutant: Mutant): Map<string, string> {
  const planted = new Map<string, string>();
  for (const { file, search, replace } of editsOf(mutant)) {
    const text = planted.get(file) ?? readFileSync(join(root, file), "utf8");
    planted.set(
      file,
      text.replace(search, () => replace),
    );
  }
  return planted;
}

test("every mutant has its one place in the code as it is, is a program there, and the tests that must find it are there", () => {
  for (const mutant of mutants) {
    for (const { file, search } of editsOf(mutant)) {
      const places = readFileSync(join(root, file), "utf8").split(search).length - 1;
      assert.equal(places, 1, `${mutant.id} in ${file}: bring the mutant up to date`);
    }
    for (const [file, text] of plantedIn(mutant))
      if (!file.endsWith(".tsx"))
        assert.doesNotThrow(() => stripTypeScriptTypes(text), `${mutant.id} in ${file} is no program`);
    for (const path of mutant.tests) assert.ok(existsSync(join(root, path)), `${mutant.id}: ${path}`);
  }
});
