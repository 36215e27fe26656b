/** A copy knows how many rows it has, however late the server's count of them arrives: a wrong one could not be restored. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import type { Database } from "#db/open.ts";
import { createTestDatabase } from "#test/database.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { makeBackup } from "./make-backup.ts";

/** Long enough for a table to be on the disk. */
const lateMs = 40;

/** Leads to a server's socket, and hands on what follows a copy (CommandComplete, "COPY 5") later than the copy itself. */
async function startLateLine(path: string): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const line = createServer((client) => {
    const server = connect(path);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => void [client.destroy(), server.destroy()]);
    }
    client.pipe(server);
    server.on("end", () => client.end());
    server.on("data", (bytes: Buffer) => {
      const count = bytes.indexOf("COPY ") - 5;
      if (count < 0) return void client.write(bytes);
      server.pause();
      client.write(bytes.subarray(0, count));
      setTimeout(() => {
        client.write(bytes.subarray(count));
        server.resume();
      }, lateMs);
    });
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  return {
    port: (line.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      line.close();
      await once(line, "close");
    },
  };
}

test("the manifest of a backup has the rows of each table, when the server's count comes after them", async () => {
  using directory = temporaryDirectory();
  await using source = await createTestDatabase();
  const address = new URL(String(source.pool.options.connectionString));
  // The host of the test database is the folder of its socket.
  await using line = await startLateLine(`${decodeURIComponent(address.hostname)}/.s.PGSQL.${address.port}`);
  address.host = `127.0.0.1:${line.port}`;
  const pool = Object.assign(Object.create(source.pool), { options: { connectionString: address.href } });
  const db: Database = { ...source, pool };
  const manifest = await makeBackup(
    { db, storage: null, progress: () => {} },
    join(directory.path, "backup"),
  );
  const { rows } = await source.pool.query("select count(*)::int as moves from order_transitions");
  assert.ok(rows[0].moves > 0);
  assert.equal(manifest.tables.find(({ name }) => name === "order_transitions")?.rows, rows[0].moves);
});
