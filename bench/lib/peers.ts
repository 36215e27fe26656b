/**
 * Other payment forms from npm, in a folder and a lock file of their own: they are no part of the app's install. They
 * are fetched when they are needed for the first time; without a registry the bench continues without them.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const peersDir = join(import.meta.dirname, "../peers");
const installTimeoutMs = 60_000;

export type Peers =
  | { readonly kind: "ready"; readonly folder: string }
  | { readonly kind: "missing"; readonly why: string };

/** Installs the peers unless they are there. Their install scripts are not run. */
export async function preparePeers(): Promise<Peers> {
  const folder = join(peersDir, "node_modules");
  const ready: Peers = { kind: "ready", folder };
  if (existsSync(join(folder, "moyasar-payment-form/package.json"))) return ready;
  const args = [
    "ci",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--fetch-retries",
    "1",
    "--prefix",
    peersDir,
  ];
  try {
    await run("npm", args, { timeout: installTimeoutMs });
    return ready;
  } catch (error) {
    const said =
      error instanceof Error
        ? (error.message.split("\n").find((line) => line.includes("code")) ?? error.message)
        : "";
    return {
      kind: "missing",
      why: `The peers could not be installed from the npm registry (${said.trim()}).`,
    };
  }
}
