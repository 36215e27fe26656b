import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pageForms } from "#core/page-forms.ts";
import { matchRoute, routes } from "#web/routes.ts";
import { readAddresses } from "./reads.ts";

test("every page of buyers is read by a story of the fuzzer", () => {
  const read = readAddresses("7K3M9X2PQR4T5V6W", "8H2K5M9X3PQR4T7V").map(
    (address) => matchRoute(new URL(address, "http://page").pathname)?.route.path,
  );
  const forgotten = routes.map(({ path }) => path).filter((path) => !read.includes(path));
  assert.deepEqual(forgotten, [], "an address for each goes into reads.ts");
});

test("every form of a page is sent by a story of the fuzzer", () => {
  const told = readdirSync(import.meta.dirname)
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"))
    .join("\n");
  const forgotten = Object.keys(pageForms).filter((path) => !told.includes(path.slice(0, path.indexOf(":"))));
  assert.deepEqual(forgotten, [], "a story that sends it goes into a file of this folder");
});
