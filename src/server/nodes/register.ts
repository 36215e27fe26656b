/**
 * Which servers work on a database (docs/decisions/0058). Each has a row and renews it every few seconds;
 * times are the database's, so that clocks need not agree. What several servers cannot do together is refused when the
 * second one comes.
 */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { Config } from "../settings/config.ts";
import { ConfigurationError } from "../settings/configuration-error.ts";
import { version } from "../settings/version.ts";

/** The heartbeat of a server, and after how long of silence it counts as dead. */
export const beatMs = 5_000;
export const deadAfterMs = 20_000;

/** A server, as the others have to know it. */
export type Node = {
  readonly id: string;
  readonly storage: string;
  readonly has_own_secret: boolean;
};

const fileName = "node-id";

/**
 * This server by its settings.
 * @param id of its data directory (`readNodeId`)
 */
export function describeNode(config: Pick<Config, "storage" | "secretKey">, id: string): Node {
  const { storage, secretKey } = config;
  const place =
    storage.kind === "disk" ? "disk" : `s3 ${storage.endpoint ?? ""} ${storage.bucket} ${storage.prefix}`;
  return { id, storage: place.trimEnd(), has_own_secret: secretKey === null };
}

/**
 * The name of the server that has this data directory, made at its first start. The directory is locked to one process,
 * so the process that comes back under the name is the successor of one that is gone.
 */
export async function readNodeId(dataDir: string): Promise<string> {
  const file = join(dataDir, fileName);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(9).toString("base64url"), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
}

/**
 * Registers a server. One registers at a time: of two that start together the second sees the first.
 * @returns the other servers that live
 * @throws ConfigurationError with a sentence when it cannot work beside them
 */
export async function enterNode(db: Kysely<Schema>, node: Node): Promise<readonly Node[]> {
  return await runInTransaction(db, async (trx) => {
    await sql`lock table nodes in share row exclusive mode`.execute(trx);
    const others = await listOthers(trx, node.id);
    for (const other of others) {
      const why = conflict(node, other);
      if (why !== null) throw new ConfigurationError(`${why} See "Several servers" in docs/operations.md.`);
    }
    await trx
      .deleteFrom("nodes")
      .where((eb) => eb.or([eb("id", "=", node.id), eb("seen_at", "<", sql<Date>`now() - interval '1 day'`)]))
      .execute();
    await trx
      .insertInto("nodes")
      .values({ ...node, version })
      .execute();
    return others;
  });
}

/** Renews a server's row; one that was removed meanwhile is inserted again. Returns the other live servers. */
export async function beat(db: Kysely<Schema>, node: Node): Promise<readonly Node[]> {
  await db
    .insertInto("nodes")
    .values({ ...node, version })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
  return await listOthers(db, node.id);
}

/** Removes a server that stops. */
export async function leaveNodes(db: Kysely<Schema>, id: string): Promise<void> {
  await db.deleteFrom("nodes").where("id", "=", id).execute();
}

async function listOthers(db: Kysely<Schema>, id: string): Promise<readonly Node[]> {
  return await db
    .selectFrom("nodes")
    .select(["id", "storage", "has_own_secret"])
    .where("id", "!=", id)
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${deadAfterMs / 1000})`)
    .execute();
}

/** Why two servers cannot work on one database, in a sentence; null when they can. */
export function conflict(node: Node, other: Node): string | null {
  if (node.storage === "disk" || other.storage === "disk")
    return (
      `Another server (${other.id}) works on this database, and ${node.storage === "disk" ? "this one" : "that one"} ` +
      "keeps files on its own disk, where the others do not find them: give every server the same store (WASL_S3_BUCKET)."
    );
  if (node.storage !== other.storage)
    return (
      `Another server (${other.id}) works on this database with another store of files (${other.storage}): ` +
      "all need the same WASL_S3_ENDPOINT, WASL_S3_BUCKET and WASL_S3_PREFIX."
    );
  if (node.has_own_secret || other.has_own_secret)
    return (
      `Another server (${other.id}) works on this database, and ${node.has_own_secret ? "this one" : "that one"} has its ` +
      "master secret in its data directory: set the same WASL_SECRET_KEY for every server."
    );
  return null;
}
