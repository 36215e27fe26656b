/** What the server says on the only connection of a database, as node-postgres names its messages. */
import type { TestDatabase } from "./database.ts";

/** How often a message of this name comes while `work` is done. */
export async function countMessages(
  db: TestDatabase,
  name: "readyForQuery" | "rowDescription",
  work: () => Promise<unknown>,
): Promise<number> {
  const client = await db.pool.connect();
  let messages = 0;
  const count = (): void => {
    messages += 1;
  };
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on(name, count);
  client.release();
  await work();
  connection.off(name, count);
  return messages;
}
