import assert from "node:assert/strict";
import { test } from "node:test";
import { threeDSecurePolicy } from "./policies.ts";

const localSimulator = "http://127.0.0.1:3001";
/** As `live` wants it for test worlds (`WASL_SIM_URL`). */
const publicSimulator = "https://banks.example";

test("where money is real, pages of banks reach nothing on the buyer's own machine, simulated banks of test worlds neither", () => {
  for (const simulator of [null, publicSimulator])
    assert.doesNotMatch(threeDSecurePolicy([], simulator), /localhost|127\.0\.0\.1|http:/);
  assert.match(
    threeDSecurePolicy([], localSimulator),
    /form-action (?:.self. )?https: http:\/\/127\.0\.0\.1:\*/,
  );
});

test("a bank's page never has our origin, for any bank", () => {
  for (const simulator of [null, localSimulator, publicSimulator]) {
    const policy = threeDSecurePolicy([], simulator);
    assert.match(policy, /^sandbox allow-forms allow-scripts allow-top-navigation; default-src 'none'; /);
    assert.doesNotMatch(policy, /allow-same-origin/);
  }
});
