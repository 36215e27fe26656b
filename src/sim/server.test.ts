import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { refuseInLive, startSimulators } from "./server.ts";

async function start(t: TestContext) {
  const server = await startSimulators({ port: 0, host: "127.0.0.1" });
  t.after(() => server.close());
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${server.url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  return { url: server.url, send };
}

for (const environment of ["live", " LIVE "]) {
  test(`the simulators refuse to run in ${JSON.stringify(environment)}`, () => {
    assert.throws(() => refuseInLive(environment), /do not run when WASL_ENV is live/);
  });
}
for (const environment of [undefined, "local", "test", "stage", "pilot"]) {
  test(`the simulators run in ${environment}`, () => refuseInLive(environment));
}

test("closing ends kept-alive connections at once", async () => {
  const server = await startSimulators({ port: 0, host: "127.0.0.1" });
  await fetch(`${server.url}/_control/state`);
  await server.close();
  await assert.rejects(fetch(`${server.url}/_control/state`));
});

test("closing does not wait for a request that a fault holds up", async () => {
  const server = await startSimulators({ port: 0, host: "127.0.0.1" });
  const fault = { simulator: "mpgs", fault: "delay_ms", delayMs: 600_000 };
  await fetch(`${server.url}/_control/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fault),
  });
  const held = assert.rejects(fetch(`${server.url}/mpgs/api/rest/version/100/information`));
  const armed = async () =>
    (await (await fetch(`${server.url}/_control/state`)).json()).simulators.mpgs.faults.length;
  while ((await armed()) > 0) await new Promise((resolve) => setImmediate(resolve));
  await server.close();
  await held;
});

const wrongFaults: readonly (readonly [object, RegExp])[] = [
  [{ fault: "drop_before" }, /simulator/],
  [{ simulator: "nobody", fault: "drop_before" }, /no simulator named nobody/],
  [{ simulator: "mpgs", fault: "explode" }, /has no fault explode/],
  [{ simulator: "mpgs", fault: "drop_before", operation: "DANCE" }, /has no operation DANCE/],
  [{ simulator: "mpgs", fault: "drop_before", times: 0 }, /invalid field: times/],
  [{ simulator: "mpgs", fault: "drop_before", often: 2 }, /unexpected field: often/],
];
for (const [body, expected] of wrongFaults) {
  test(`a fault ${JSON.stringify(body)} is refused with the reason`, async (t) => {
    const { send } = await start(t);
    const response = await send("POST", "/_control/faults", body);
    assert.equal(response.status, 400);
    assert.match((await response.json()).error, expected);
  });
}

test("faults are listed in the state, and can be switched off for one simulator or all", async (t) => {
  const { send } = await start(t);
  const armed = async () => (await (await send("GET", "/_control/state")).json()).simulators.mpgs.faults;
  await send("POST", "/_control/faults", {
    simulator: "mpgs",
    fault: "delay_ms",
    times: 3,
    operation: "PAY",
  });
  assert.deepEqual(await armed(), [{ fault: "delay_ms", times: 3, operation: "PAY", delayMs: 3000 }]);
  await send("DELETE", "/_control/faults?simulator=another");
  assert.equal((await armed()).length, 1);
  await send("DELETE", "/_control/faults");
  assert.deepEqual(await armed(), []);
});

test("the clock moves forward and reset brings it back", async (t) => {
  const { send } = await start(t);
  const moved = await (await send("POST", "/_control/clock", { advanceMs: 900_000 })).json();
  assert.equal(moved.offsetMs, 900_000);
  assert.equal((await send("POST", "/_control/clock", { advanceMs: -1 })).status, 400);
  await send("POST", "/_control/reset");
  assert.equal((await (await send("GET", "/_control/state")).json()).clock.offsetMs, 0);
});

test("the page lists every simulator with its magic values, and its buttons work without scripts", async (t) => {
  const { url } = await start(t);
  const page = await (await fetch(`${url}/`)).text();
  for (const expected of [
    "Mastercard Gateway",
    "TESTWASL",
    "5123450000000008",
    "…77.68",
    "drop_after_commit",
    "Not simulated",
  ]) {
    assert.ok(page.includes(expected), expected);
  }
  assert.equal(/<script|https?:\/\//.test(page), false, "no scripts and no outside addresses");
  const response = await fetch(`${url}/_control/faults`, {
    method: "POST",
    body: new URLSearchParams({
      simulator: "mpgs",
      fault: "drop_before",
      operation: "",
      times: "2",
      delayMs: "",
    }),
    redirect: "manual",
  });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), "/");
  assert.match(await (await fetch(`${url}/`)).text(), /Switched on/);
});

test("for strangers there are the payment providers alone: no switches, no journal, no mail, no messages", async (t) => {
  const server = await startSimulators({ port: 0, host: "127.0.0.1", surface: "payments" });
  t.after(() => server.close());
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status;
  for (const path of [
    "/",
    "/_control/state",
    "/_control/journal",
    "/mail",
    "/shop/1",
    "/whatsapp/sent.json",
    "/unifonic/sent",
    "/arb/portal",
  ])
    assert.equal(await status(path), 404, path);
  const reset = await fetch(`${server.url}/_control/reset`, { method: "POST" });
  assert.equal(reset.status, 404);
  assert.equal(await status("/mpgs/api/rest/version/100/information"), 200);
});
