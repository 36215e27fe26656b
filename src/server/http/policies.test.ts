import assert from "node:assert/strict";
import { test } from "node:test";
import { threeDSecurePolicy } from "./policies.ts";

test("where banks are real, their pages reach nothing on the buyer's own machine", () => {
  assert.doesNotMatch(threeDSecurePolicy([], "real"), /localhost|127\.0\.0\.1|http:/);
  assert.match(
    threeDSecurePolicy([], "simulated"),
    /form-action (?:.self. )?https: http:\/\/127\.0\.0\.1:\*/,
  );
});

test("a bank's page never has our origin, for any bank", () => {
  for (const banks of ["real", "simulated"] as const) {
    const policy = threeDSecurePolicy([], banks);
    assert.match(policy, /^sandbox allow-forms allow-scripts allow-top-navigation; default-src 'none'; /);
    assert.doesNotMatch(policy, /allow-same-origin/);
  }
});
