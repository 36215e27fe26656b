/** The cluster of `deploy/cluster`, as its operator handles it, and what can happen to its machines. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { root } from "../source-tree.ts";

const script = join(root, "deploy/cluster/cluster.sh");
const settings = {
  dir: process.env["CLUSTER_DIR"] ?? join(tmpdir(), "wasl-cluster"),
  port: Number(process.env["CLUSTER_PORT"] ?? "4340"),
  net: process.env["CLUSTER_NET"] ?? "10.77.0",
};
export const machines = [1, 2, 3] as const;
export type Machine = (typeof machines)[number];

const local = (offset: number): string => `http://127.0.0.1:${settings.port + offset}`;
export const places = {
  url: local(2),
  simulatorUrl: local(20),
  databaseUrl: `postgres://wasl:cluster-wasl@127.0.0.1:${settings.port}/wasl`,
};

/** Settings that differ from run to run. */
export type Kind = { readonly sync: "quorum" | "off"; readonly pooler: boolean };

/** Runs a command of `cluster.sh`. @throws Error with what it said */
export async function cluster(words: readonly (string | number)[], kind?: Kind): Promise<string> {
  const env = {
    ...process.env,
    CLUSTER_DIR: settings.dir,
    CLUSTER_PORT: String(settings.port),
    ...(kind && { CLUSTER_SYNC: kind.sync, CLUSTER_POOLER: kind.pooler ? "yes" : "no" }),
  };
  const { stdout } = await promisify(execFile)("bash", [script, ...words.map(String)], { env }).catch(
    (error: unknown) => {
      throw new Error(`cluster.sh ${words.join(" ")}: ${String(Object(error).stderr).trim() || error}`);
    },
  );
  return stdout;
}

/** Says at once what has to be installed. @throws Error with that sentence */
export async function requirePackages(): Promise<void> {
  const check = join(root, "deploy/cluster/prepare.sh");
  await promisify(execFile)("bash", [check, "--check"]).catch((error: unknown) => {
    throw new Error(String(Object(error).stderr).trim());
  });
}

/** The machine whose Patroni says that it has the primary; null while none does. */
export async function findPrimary(): Promise<Machine | null> {
  const answers = await Promise.all(
    machines.map(async (machine) => ((await asksPatroni(machine, "primary")) ? machine : null)),
  );
  return answers.find((each) => each !== null) ?? null;
}

async function asksPatroni(machine: Machine, path: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1_500);
  const reply = await fetch(`http://${settings.net}.${machine}:8008/${path}`, { signal }).catch(() => null);
  return reply?.status === 200;
}

/** Waits until one machine has the primary and both others follow it. @throws Error after three minutes */
export async function waitUntilWhole(): Promise<Machine> {
  const latest = Date.now() + 180_000;
  while (Date.now() < latest) {
    const primary = await findPrimary();
    const others = machines.filter((each) => each !== primary);
    const follow = await Promise.all(others.map((each) => asksPatroni(each, "replica?lag=1MB")));
    if (primary !== null && follow.every(Boolean)) return primary;
    await sleep(500);
  }
  throw new Error(`the cluster is not whole again: ${await cluster(["members"]).catch(String)}`);
}

/** Waits until no machine has the primary's lock, asked at the etcd of one; for ten seconds at most. */
export async function waitUntilUnlocked(at: Machine): Promise<void> {
  const key = Buffer.from("/service/wasl/leader").toString("base64");
  const latest = Date.now() + 10_000;
  while (Date.now() < latest) {
    const reply = await fetch(`http://${settings.net}.${at}:2379/v3/kv/range`, {
      method: "POST",
      body: JSON.stringify({ key }),
      signal: AbortSignal.timeout(1_500),
    }).catch(() => null);
    const { count } = Object(await reply?.json());
    if (reply?.status === 200 && count === undefined) return;
    await sleep(20);
  }
}

/** Processes of a machine, all or those of one program. */
export async function processesOf(machine: Machine, program?: string): Promise<readonly number[]> {
  const pids = (await cluster(["pids", machine])).split("\n").filter(Boolean).map(Number);
  return program === undefined ? pids : pids.filter((pid) => programOf(pid) === program);
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return ""; // it has ended meanwhile
  }
}

/** Those of the list that still run receive the signal. */
export function signal(pids: readonly number[], name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The process of a Wasl server, which its supervisor starts again when it ends. */
export function waslProcess(machine: Machine): number {
  return Number(readFileSync(join(settings.dir, `wasl${machine}.child`), "utf8"));
}
