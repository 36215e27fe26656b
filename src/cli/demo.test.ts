import assert from "node:assert/strict";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type OrderStatus, orderStatuses } from "#core/order-status.ts";
import { startTestApp } from "#test/app-harness.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { type Demo, openDemo } from "./demo.ts";

test("a demo is seeded once, follows the addresses of each start, and begins again where the database does not know it", async () => {
  using directory = temporaryDirectory();
  await using app = await startTestApp({ env: { DATA_DIR: directory.path } });
  const url = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const start = (webUrl: string): Promise<Demo> => {
    const services = { ...app.services, config: { ...app.services.config, webUrl } };
    return openDemo({ server: { services, url, stop: async () => {} }, simulatorUrl: app.simulatorUrl });
  };
  const file = join(directory.path, "demo.json");
  const written = async (): Promise<Demo> => JSON.parse(await readFile(file, "utf8")) as Demo;

  // The harness has a merchant by the demo's name: as after a start that was cut short, or beside another's data.
  const first = await start("http://localhost:3000");
  assert.deepEqual(await written(), first);
  assert.equal((await stat(file)).mode & 0o777, 0o600);

  const { rows } = await app.db.pool.query<{ status: OrderStatus }>("select distinct status from orders");
  const statuses = rows.map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), orderStatuses.toSorted(), "demo-orders.ts has one in every status");

  const second = await start("http://localhost:4000");
  assert.deepEqual(second, { ...first, baseUrl: "http://localhost:4000" });
  assert.deepEqual(await written(), second);

  await rm(file);
  const third = await start("http://localhost:3000");
  assert.notEqual(third.apiKey, first.apiKey);
  const reply = await app.app.inject({
    url: `/api/v1/invoices/${third.orders["paid"]}`,
    headers: { authorization: `Bearer ${third.apiKey}` },
  });
  assert.equal(reply.json().status, "PAID");

  await app.db.kysely.updateTable("api_keys").set({ revoked_at: new Date() }).execute();
  assert.notDeepEqual((await start("http://localhost:3000")).orders, third.orders);
});
