/** The receiver of docs/webhooks.md, run as it is there. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { issueInvoice, payByCard, startTestApp } from "#test/app-harness.ts";
import { freePort } from "#test/free-port.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import { placeEvents } from "../events/place-events.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";

const root = join(import.meta.dirname, "../../..");

test("the guide's receiver takes a payment once and refuses what is forged", async () => {
  const guide = readFileSync(join(root, "docs/webhooks.md"), "utf8");
  const code = /```js\n(.*?)```/s.exec(guide)?.[1];
  assert.ok(code);
  await using app = await startTestApp();
  using directory = temporaryDirectory();
  writeFileSync(join(directory.path, "receiver.mjs"), code);
  symlinkSync(join(root, "node_modules"), join(directory.path, "node_modules"));
  const port = await freePort();
  const call = async (path: string, payload: object) =>
    (
      await app.app.inject({
        method: "POST",
        url: `/api/v1/webhook-endpoints${path}`,
        headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": `key${path}` },
        payload,
      })
    ).json();
  const url = `http://127.0.0.1:${port}/webhooks/wasl`;
  const endpoint = await call("", { url });
  const shop = spawn(process.execPath, ["receiver.mjs"], {
    cwd: directory.path,
    env: { PATH: process.env["PATH"], PORT: String(port), WASL_WEBHOOK_SECRET: endpoint.secret },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const lines: string[] = [];
    createInterface(shop.stdout).on("line", (line) => lines.push(line));
    const forged = { "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" };
    await until(() =>
      fetch(url, { method: "POST", headers: forged, body: "{}" }).then(
        ({ status }) => status === 400,
        () => false,
      ),
    );
    const orderNumber = await issueInvoice(app);
    await payByCard(app, orderNumber);
    await placeEvents(app.services);
    assert.equal(await workAllDue(app.services, jobHandlers), 4);
    await until(() => lines.length > 0);
    assert.deepEqual(lines, [`paid: ${orderNumber} 115.00 SAR`]);
    await call(`/${endpoint.id}/replay`, { from: "2020-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" });
    assert.equal(await workAllDue(app.services, jobHandlers), 4);
    assert.equal(lines.length, 1, "what comes twice is paid once");
  } finally {
    shop.kill();
    await once(shop, "exit");
  }
});
