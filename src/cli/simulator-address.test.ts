import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "#server/settings/config.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { removeSimulatorAddress, withRunningSimulators, writeSimulatorAddress } from "./simulator-address.ts";

test("the operator's commands reach the simulators of the program that runs, whatever port it was given", async () => {
  using directory = temporaryDirectory();
  const { path } = directory;
  const own = readConfig({ DATA_DIR: path });
  const reached = async (config = own): Promise<string | null> =>
    (await withRunningSimulators(config)).simulatorUrl;

  assert.equal(await reached(), "http://127.0.0.1:3001");
  await writeSimulatorAddress(path, "http://127.0.0.1:4137");
  assert.equal(await reached(), "http://127.0.0.1:4137");
  const elsewhere = readConfig({ DATA_DIR: path, SIM_URL: "http://10.0.0.5:3001" });
  assert.equal(await reached(elsewhere), "http://10.0.0.5:3001");
  await removeSimulatorAddress(path);
  assert.equal(await reached(), "http://127.0.0.1:3001");
});
