/** An installation that a kill loop plays with: what happens to it, and how it comes up again. */
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Program, ServerProcess } from "../server-process.ts";
import { clockFile } from "./clock-file.ts";

/** Processes that are killed: a server, the database, both at the same time. */
export const killings = ["app", "database", "both"] as const;
export type Killing = (typeof killings)[number];

export type Site = AsyncDisposable & {
  /** Where calls go now; with several servers another one each time. */
  readonly url: () => string;
  /** Address of its database; another one after each start where it is built in. */
  readonly databaseUrl: () => Promise<string>;
  readonly kill: (target: Killing) => Promise<void>;
  /** Starts what is down, for whatever reason. */
  readonly mend: () => Promise<void>;
  /** How many servers there are; with several, buyers find one while another is down. */
  readonly size: number;
  /** Servers that are up, with their data directories. */
  readonly servers: () => readonly { readonly process: ServerProcess; readonly dataDir: string }[];
};

export type SitePlace = {
  /** A directory of its own, empty at first. */
  readonly directory: string;
  readonly simulatorUrl: string;
};

/** The server of all sites; its code is compiled once for all starts. */
export const program: Program = { file: join(import.meta.dirname, "clocked-server.ts"), onLine: () => {} };
export const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), "wasl-kill-loop-compiled") };

/** Puts the clocks of servers forward or back: one number of milliseconds for each. */
export function setClocks(site: Site, offsets: readonly number[]): void {
  for (const [index, { process: server, dataDir }] of site.servers().entries()) {
    writeFileSync(join(dataDir, clockFile), String(offsets[index % offsets.length]));
    process.kill(server.pid, "SIGUSR2");
  }
}

/** A directory of a site, which the database's own user may enter. */
export function makeDirectory(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o711 });
  return path;
}

const longestStartMs = 120_000;

/**
 * Has all of a site up again and ready, also what ends only now of what was done to it.
 * @returns how long that took, milliseconds
 */
export async function bringUp(site: Site): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    await site.mend();
    if (await isReady(site)) return performance.now() - startedAt;
    if (performance.now() - startedAt > longestStartMs) throw new Error("it does not come up again");
    await sleep(100);
  }
}

async function isReady(site: Site): Promise<boolean> {
  const answers = site.servers().map(async ({ process: { url } }) => {
    const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    return reply?.ok === true;
  });
  const ready = await Promise.all(answers);
  return ready.length === site.size && ready.every(Boolean);
}
