import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import test from "node:test";
import { at, control, merchant } from "#gateways/mpgs/simulator/test-merchant.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";

/** Runs the simulators as `npm run sim` does, on free ports, and waits until they listen. */
async function start(stateDir: string) {
  const child = spawn(process.execPath, [`${import.meta.dirname}/main.ts`], {
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      WASL_ENV: "test",
      SIM_PORT: "0",
      SIM_SMTP_PORT: "0",
      SIM_STATE_DIR: stateDir,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const first = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const url = /http\S+/.exec(String(first.value))?.[0] ?? "";
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  const cards = merchant(url, "TESTWASL", "simulator-card-password");
  return { url, cards, [Symbol.asyncDispose]: kill };
}

test("ports that cannot be are refused with one sentence that names the settings", async () => {
  const child = spawn(process.execPath, [`${import.meta.dirname}/main.ts`], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, SIM_PORT: "65535", SIM_SMTP_PORT: "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  assert.match(complaint, /^SIM_PORT is 65535 .* set SIM_SMTP_PORT.*\n$/);
  assert.equal(code, 1);
});

test("a payment that was answered is still there after kill -9, and was charged once", async () => {
  using directory = temporaryDirectory();
  const paid = await (async () => {
    await using before = await start(directory.path);
    return await before.cards.payWith({});
  })();
  assert.equal(at(paid.reply.body, "order.status"), "CAPTURED");
  await using after = await start(directory.path);
  const order = await after.cards.send("GET", `order/${paid.orderId}`);
  assert.equal(at(order.body, "status"), "CAPTURED");
  const { entries } = await control(after.url, "GET", `ledger?orderId=${paid.orderId}`);
  assert.deepEqual(
    (entries as { kind: string; amount: string }[]).map(({ kind, amount }) => `${kind} ${amount}`),
    ["capture 100.00"],
  );
});
