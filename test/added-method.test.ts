/**
 * A stranger adds a payment method: its folder (here that of Tamara under another name), and one line in each of the
 * lists that `methods/README.md` names. Tried on a copy of the sources, where it compiles, stands on the payment page
 * and is paid by.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { leaseServer } from "./database-server.ts";
import { root } from "./source-tree.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const run = promisify(execFile);

/** The same text for the new method. */
function renamed(text: string): string {
  return text
    .replaceAll("tamara", "madfu")
    .replaceAll("Tamara", "Madfu")
    .replaceAll("TAMARA", "MADFU")
    .replaceAll("تمارا", "مدفوع");
}

function edit(copy: string, path: string, change: (text: string) => string): void {
  const file = join(copy, path);
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

/** A copy of the sources with the new folder and one line for it in each list. */
function addMethod(copy: string): void {
  for (const name of ["src", "test", "docs"]) cpSync(join(root, name), join(copy, name), { recursive: true });
  for (const name of ["package.json", "vite.config.ts"]) cpSync(join(root, name), join(copy, name));
  const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
  const production = { include: ["src"], exclude: ["src/**/*.test.ts", "src/**/*-suite.ts"] };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ compilerOptions, ...production }));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

  const folder = "src/methods/madfu";
  cpSync(join(root, "src/methods/tamara"), join(copy, folder), { recursive: true });
  for (const path of readdirSync(join(copy, folder), { recursive: true, encoding: "utf8" })) {
    if (/\.(?:tsx?|json)$/.test(path)) edit(copy, join(folder, path), renamed);
  }
  const drawn = join(copy, "src/web/marks/drawn");
  cpSync(join(drawn, "tamara.svg"), join(drawn, "madfu.svg"));

  const lines = /^.*tamara.*$/gim;
  const twice = (text: string): string => text.replace(lines, (line) => `${line}\n${renamed(line)}`);
  for (const path of ["src/methods/registry.ts", "src/methods/texts.ts", "src/sim/simulators.ts"])
    edit(copy, path, twice);
  edit(copy, "src/methods/catalog.ts", (text) =>
    text
      .replace(/^import .*tamara.*$/m, (line) => `${line}\n${renamed(line)}`)
      .replace("[card,", "[card, madfu,"),
  );
  edit(copy, "src/methods/panels.ts", (text) =>
    text.replace(/^ {2}tamara: \{\n[\s\S]*?\n {2}\},\n/m, (entry) => entry + renamed(entry)),
  );
}

const pageTest = `
import assert from "node:assert/strict";
import { test } from "node:test";
import { toAllowedFlags } from "#methods/allowed.ts";
import { orderPage } from "./order-page.ts";
import { startPageRenderer } from "./page-renderer.ts";
import { methodEntry } from "#methods/registry.ts";

test("the console's form asks for its account", () => {
  const settings = methodEntry("madfu").accountSettings();
  assert.deepEqual(settings.map(({ path }) => path), ["apiToken", "notificationToken"]);
});

test("the page has it", async () => {
  const renderer = await startPageRenderer();
  try {
    const order = { ...orderPage(), ...toAllowedFlags(["madfu", "mada"]) };
    const html = await renderer.html("/pay/info/" + order.orderNumber, { order });
    assert.match(html, /<input[^>]*value="madfu"/);
    assert.match(html, /مدفوع/);
  } finally {
    await renderer.close();
  }
});
`;

test("a method that is added by its folder and a line in each list compiles, is on the page, and is paid by", async () => {
  using directory = temporaryDirectory();
  const copy = directory.path;
  addMethod(copy);
  writeFileSync(join(copy, "test/madfu-page.test.ts"), pageTest);
  const payments = "src/server/payments/instalments.test.ts";
  edit(copy, payments, renamed);
  const environment = {
    ...process.env,
    NODE_TEST_CONTEXT: undefined,
    // The copy's migrations are ours: what is copied for a test is there already.
    TEST_DATABASE_URL: process.env["TEST_DATABASE_URL"] ?? (await leaseServer()).databaseUrl,
    // This place is never loaded from again.
    NODE_DISABLE_COMPILE_CACHE: "1",
  };
  const inCopy = { cwd: copy, env: environment, maxBuffer: 1 << 24 };
  const node = process.execPath;
  await run(
    node,
    [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "--checkers", "1", "-p", "."],
    inCopy,
  ).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
  const { stdout } = await run(
    node,
    ["--test", "--test-global-setup=test/global-setup.ts", payments, "test/madfu-page.test.ts"],
    inCopy,
  ).catch(({ stdout: output }: { stdout: string }) => assert.fail(output));
  assert.match(stdout, /^ℹ fail 0$/m);
});
