/** What happens to a site beside kills: clocks that jump, a pool that is used up, a migration, a full disk. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { migrate } from "#db/migrate.ts";
import { connectDatabase } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import { type Killing, killings, type Site, setClocks } from "./site.ts";

export const targets = [...killings, "clock", "pool", "migration", "disk"] as const;
export type Target = (typeof targets)[number];

const silent = createLog(() => {});

/** Does it to a site; resolves when it is over, whatever is down then. */
export async function strike(site: Site, target: Target, directory: string): Promise<void> {
  if (isKilling(target)) return await site.kill(target);
  if (target === "clock") return jumpClocks(site);
  if (target === "pool") return await blockTables(site);
  if (target === "migration") return await migrateMeanwhile(site, directory);
  await fillDisk(directory);
}

function isKilling(target: Target): target is Killing {
  return killings.some((each) => each === target);
}

/** Milliseconds that clocks are set off by, as time servers set them right. A clock that goes back puts questions off by as much. */
const clockSteps = [-90_000, -20_000, -1_500, 0, 1_500, 20_000, 90_000] as const;

function jumpClocks(site: Site): void {
  const pick = (): number => clockSteps[Math.floor(Math.random() * clockSteps.length)] ?? 0;
  setClocks(site, site.servers().map(pick));
}

/** Somebody at the database holds what every payment needs, for longer than a statement may take or shorter. */
async function blockTables(site: Site): Promise<void> {
  const client = new pg.Client({ connectionString: await site.databaseUrl() });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("lock table orders, payment_attempts in access exclusive mode");
    await sleep(2_000 + Math.random() * 9_000);
  } finally {
    await client.end();
  }
}

const realMigrations = join(import.meta.dirname, "../../src/db/migrations");

/** What a release could bring: columns that need every row rewritten, an index, a change of every row. */
const released = {
  "9001-of-the-kill-loop.sql":
    "alter table orders add column of_the_loop double precision not null default random();\n" +
    "create index orders_of_the_loop on orders (of_the_loop);\n",
  "9002-of-the-kill-loop.sql":
    "alter table payment_attempts add column of_the_loop double precision not null default random();\n" +
    "update payment_attempts set of_the_loop = 0 where of_the_loop > 0.5;\n",
} as const;

/** Migrates as the start of a newer server does, while the others serve; then takes it back, so that servers start again. */
async function migrateMeanwhile(site: Site, directory: string): Promise<void> {
  const migrations = join(directory, "migrations");
  mkdirSync(migrations, { recursive: true });
  cpSync(realMigrations, migrations, { recursive: true });
  for (const [name, sql] of Object.entries(released)) writeFileSync(join(migrations, name), sql);
  const db = await connectDatabase({ databaseUrl: await site.databaseUrl(), log: silent, poolSize: 1 });
  try {
    const done = await migrate(db.pool, migrations, silent);
    if (done.length !== Object.keys(released).length) throw new Error(`migrated: ${done.join(", ")}`);
    await db.pool.query("alter table orders drop column of_the_loop");
    await db.pool.query("alter table payment_attempts drop column of_the_loop");
    await db.pool.query("delete from wasl_migrations where name like '9%'");
  } finally {
    await db.close();
  }
}

/** Takes all room of a file system for some seconds. */
async function fillDisk(directory: string): Promise<void> {
  const file = join(directory, "filling");
  try {
    takeAllRoom(file);
    await sleep(3_000 + Math.random() * 5_000);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Others take room at the same time: ever smaller pieces, until not even a page is left. */
function takeAllRoom(file: string): void {
  for (let piece = 64 * 2 ** 20; piece >= 4096; ) {
    const taken = spawnSync("fallocate", ["-o", String(sizeOf(file)), "-l", String(piece), file]);
    if (taken.status !== 0) piece /= 4;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** A small file system in memory, which only root may make. */
export function mountSmall(directory: string): Disposable {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=700m,mode=711", "tmpfs", directory]);
  return { [Symbol.dispose]: () => void execFileSync("umount", ["-l", directory]) };
}
