import assert from "node:assert/strict";
import { test } from "node:test";
import { matchRoute, routes } from "#web/routes.ts";
import { readAddresses } from "./reads.ts";

test("every page of buyers is read by a story of the fuzzer", () => {
  const read = readAddresses("7K3M9X2PQR4T5V6W", "8H2K5M9X3PQR4T7V").map(
    (address) => matchRoute(new URL(address, "http://page").pathname)?.route.path,
  );
  const forgotten = routes.map(({ path }) => path).filter((path) => !read.includes(path));
  assert.deepEqual(forgotten, [], "an address for each goes into reads.ts");
});
