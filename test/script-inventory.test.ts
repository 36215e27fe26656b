/**
 * The scripts of our pages (PCI DSS 6.4.3 and 11.6.1): every one is listed with its owner and reason, and the browser
 * receives the hash of each before it runs any. Reads the build, as the server does.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { catalog } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";
import type { InventoryEntry } from "#web/build/script-inventory.ts";
import { issueInvoice } from "./app-harness.ts";
import { type BuiltApp, startBuiltApp } from "./built-app.ts";
import { storedAccounts } from "./method-accounts.ts";
import { makeLink } from "./product-links.ts";
import { root } from "./source-tree.ts";

const client = join(root, "dist/client");
const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const list = read(join(root, "docs/payment-page-scripts.json")) as {
  scripts: { id: string; owner: string; reason: string }[];
  external: { id: string; owner: string; reason: string }[];
};
const inventory = ["client", "script"].flatMap(
  (name) => read(join(client, `script-inventory-${name}.json`)) as InventoryEntry[],
);

let built: BuiltApp;
before(async () => {
  built = await startBuiltApp();
});
after(() => built[Symbol.asyncDispose]());

test("no script comes or goes without its line in docs/payment-page-scripts.json", () => {
  const built = [...new Set(inventory.map(({ id }) => id))];
  const listed = list.scripts.map(({ id }) => id);
  const added = built.filter((id) => !listed.includes(id));
  const gone = listed.filter((id) => !built.includes(id));
  assert.deepEqual(
    { added, gone },
    { added: [], gone: [] },
    `Built and not in docs/payment-page-scripts.json:${added.flatMap(withModules).join("") || " none"}\n` +
      `Listed there and not built, each with the script that its source is in now:${gone.flatMap(placeOf).join("") || " none"}\n` +
      "A module that panels share becomes a script of its own, or moves others into one, while it is missing in `sharedByPanels` of vite.config.ts. Look in " +
      "the modules above for those that are new or are imported by another panel now, add them there, whether of `methods`, `web` or `core`, and no line to the list. " +
      "Only a script that is meant to be one has its line in the list.",
  );
  for (const { id, reason } of list.scripts) {
    assert.ok(reason.length > 10, id);
    if (id !== "shared") assert.ok(existsSync(join(root, id)), `${id} is a source`);
  }
});

/** A script by its id, with the modules in it. */
function withModules(id: string): string[] {
  return inventory
    .filter((entry) => entry.id === id)
    .map(({ path, modules }) => `\n  ${id} (${path}), of\n    ${modules.join("\n    ")}`);
}

/** Where a source is that is no script of its own any more. */
function placeOf(id: string): string[] {
  const scripts = inventory.filter(({ modules }) => modules.includes(id));
  if (scripts.length === 0) return [`\n  ${id}, in none`];
  return scripts.map(({ path, modules }) => `\n  ${id}, in ${path}, of\n    ${modules.join("\n    ")}`);
}

test("the inventory has every built script with its hash", () => {
  const files = readdirSync(join(client, "assets")).filter((name) => name.endsWith(".js"));
  assert.deepEqual(inventory.map(({ path }) => path).sort(), files.map((name) => `/assets/${name}`).sort());
  for (const { path, sha384, sha256 } of inventory) {
    const content = readFileSync(join(client, path));
    const hash = (algorithm: string) => createHash(algorithm).update(content).digest("base64");
    assert.deepEqual([sha384, sha256], [`sha384-${hash("sha384")}`, `sha256-${hash("sha256")}`], path);
  }
});

test("a page gives the hash of every script that it loads or may load later", async () => {
  const orderNumber = await issueInvoice(built.wasl);
  const { linkIdentity } = await makeLink(built.wasl, {});
  const known = new Map(inventory.map(({ path, sha256 }) => [path, sha256]));
  for (const address of [
    `/pay/info/${orderNumber}`,
    `/pay/simple/${orderNumber}`,
    `/pay/frame/${orderNumber}`,
    `/pay/applePay/${orderNumber}`,
    `/pay/order/${orderNumber}`,
    `/pay/product/${linkIdentity}`,
    "/nothing",
  ]) {
    const { body } = await built.app.inject(address);
    const elements = [
      ...body.matchAll(/<(?:script[^>]*\ssrc|link[^>]*modulepreload[^>]*\shref)="([^"]+)"[^>]*>/g),
    ];
    assert.ok(elements.length > 0, address);
    for (const [element, path = ""] of elements)
      assert.ok(element.includes(`integrity="${known.get(path)}"`), `${address}: ${element}`);
    const [, map = ""] = /<script type="importmap"[^>]*>(.*?)<\/script>/.exec(body) ?? [];
    const { integrity } = JSON.parse(map) as { integrity: Record<string, string> };
    for (const [path, hash] of Object.entries(integrity)) assert.equal(hash, known.get(path), path);
    assert.ok(body.indexOf("importmap") < body.indexOf('type="module"'), "before the first module");
    const told = new Set([...Object.keys(integrity), ...elements.map(([, path = ""]) => path)]);
    for (const path of told)
      for (const [, name] of readFileSync(join(client, path), "utf8").matchAll(
        /import\(?["'`]\.\/([\w.-]+\.js)/g,
      ))
        if (!path.includes("/hydrate-"))
          assert.ok(told.has(`/assets/${name}`), `${address}: ${path} loads ${name}`);
  }
});

/** Whether an entry names the address: whole, or by its path where the host is the account's; `{…}` is one segment of it. */
function names(id: string, address: string): boolean {
  const { origin, pathname } = new URL(address);
  const segments = id.split("/").map((part) => (/^\{\w+\}$/.test(part) ? "[^/]+" : RegExp.escape(part)));
  return new RegExp(`^${segments.join("/")}$`).test(id.startsWith("/") ? pathname : origin + pathname);
}

for (const { id } of catalog) {
  test(`the scripts that a real account of ${id} brings are listed as external, with owner and reason`, () => {
    const { provider, publicSettings } = methodEntry(id).ofMerchant(
      storedAccounts[id][0],
      built.wasl.services,
      "real",
    );
    for (const address of [publicSettings["scriptUrl"], provider.cardSessions?.scriptUrl]) {
      if (!address) continue;
      const entry = list.external.find((one) => names(one.id, address));
      assert.ok(entry, `${address} is not in "external" of docs/payment-page-scripts.json`);
      assert.ok(entry.owner !== "" && entry.reason.length > 10, address);
    }
  });
}
