import assert from "node:assert/strict";
import { test } from "node:test";
import { actKindNames, actKinds } from "#core/act-kinds.ts";
import { rightOfCall } from "#server/merchant-api/scopes.ts";
import { actName } from "./act-name.ts";
import ar from "./acts.ar.json" with { type: "json" };
import en from "./acts.en.json" with { type: "json" };

test("every change that a person can make in a shop has a name in the log, in both languages", () => {
  // Of the person alone, of no shop, and read by POST.
  const written = Object.entries(rightOfCall).filter(
    ([call, { may }]) => may !== null && !call.startsWith("GET ") && call !== "POST /api/v1/search",
  );
  for (const [call] of written)
    for (const language of ["ar", "en"] as const) assert.ok(actName(call, language), `${language}: ${call}`);
  assert.deepEqual(Object.keys(ar), Object.keys(en));
});

test("what was read without the right has a name, and an unknown act is left as it is", () => {
  assert.equal(actName("GET /api/v1/team", "en"), en["GET"]);
  assert.equal(actName("set-merchant", "en"), null);
});

test("each act that has a name is of exactly one kind, by which its owner finds it", () => {
  const kindsOf = (act: string) => actKindNames.filter((kind) => new RegExp(actKinds[kind]).test(act));
  for (const act of Object.keys(en))
    if (act !== "GET") assert.equal(kindsOf(act).length, 1, `${act}: ${kindsOf(act).join(", ") || "none"}`);
  assert.deepEqual(kindsOf("POST /api/v1/invoices/:orderNumber/refunds"), ["money"]);
  assert.deepEqual(kindsOf("POST /api/v1/invoices/:orderNumber/cancel"), ["invoices"]);
  assert.deepEqual(kindsOf("create-merchant"), [], "what the operator does is found by who does it");
});
