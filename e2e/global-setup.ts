/** Starts the system for all tests, and stops it after the last one, when no card number may be left behind. */
import { startSystem } from "./running-system.ts";

/** Playwright calls this once; what it returns is called at the end. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const system = await startSystem({ WASL_PUSH_CONTACT: "mailto:ops@wasl.example" });
  process.env["WASL_E2E_DATA_DIR"] = system.dataDir;
  return system.stop;
}
