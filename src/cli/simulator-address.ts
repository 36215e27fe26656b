/**
 * Where the simulators of a running program are reached, for the operator's commands on the same machine: they are
 * started without the settings that the program was started with.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#server/settings/config.ts";

const fileName = "simulator-address";

/** Says where they are. */
export async function writeSimulatorAddress(dataDir: string, address: string): Promise<void> {
  await writeFile(join(dataDir, fileName), address);
}

/** Takes the address back when they stop. */
export async function removeSimulatorAddress(dataDir: string): Promise<void> {
  await rm(join(dataDir, fileName), { force: true });
}

/**
 * The settings with the address that a running program left; as they are where simulators run elsewhere, where there are
 * none, and where none was left. It may be stale after a crash: calls then reach nothing.
 */
export async function withRunningSimulators(config: Config): Promise<Config> {
  if (!config.startsSimulators || config.simulatorUrl === null) return config;
  try {
    return { ...config, simulatorUrl: await readFile(join(config.dataDir, fileName), "utf8") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return config;
    throw error;
  }
}
