import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startSimulators } from "#sim/server.ts";
import { applePaySimulator } from "./simulator.ts";

const good = {
  merchantIdentifier: "merchant.com.example",
  displayName: "متجر النخيل",
  initiative: "web",
  initiativeContext: "pay.example.com",
};

async function ask(t: TestContext, body: unknown, path = "paymentSession") {
  const server = await startSimulators({ port: 0, host: "127.0.0.1", simulators: [applePaySimulator()] });
  t.after(server.close);
  const response = await fetch(`${server.url}/applepay/paymentservices/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

for (const path of ["paymentSession", "startSession"]) {
  test(`${path} gives a session for the domain and name that were asked for`, async (t) => {
    const { status, body } = await ask(t, good, path);
    assert.equal(status, 200);
    assert.deepEqual([body["domainName"], body["displayName"]], ["pay.example.com", "متجر النخيل"]);
  });
}

const wrong: readonly [string, object][] = [
  ["no merchant", { merchantIdentifier: undefined }],
  ["an identifier that is none", { merchantIdentifier: "com.example" }],
  ["a name that is too long", { displayName: "x".repeat(65) }],
  ["no name", { displayName: "" }],
  ["another initiative", { initiative: "messaging" }],
  ["a domain with a scheme", { initiativeContext: "https://pay.example.com" }],
  ["a domain with a port", { initiativeContext: "pay.example.com:3000" }],
  ["an unknown member", { amount: "1.00" }],
];

for (const [what, change] of wrong) {
  test(`a request with ${what} is refused`, async (t) => {
    const { status, body } = await ask(t, { ...good, ...change });
    assert.equal(status, 400);
    assert.match(String(body["statusMessage"]), /Payment Services Exception/);
  });
}
