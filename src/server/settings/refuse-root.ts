/** Where money is real, the program is not the machine's master (PCI DSS 7.2.5, ASVS 13.2). */
import type { Config } from "./config.ts";

/**
 * Refuses the start as root in `live`. A flaw in the program would be a flaw in the machine, and the built-in database
 * would run as `nobody`, a user that other programs share.
 *
 * @param userId of this process; undefined where the system has none
 * @throws Error with a sentence that says what to do
 */
export function refuseRoot(
  config: Pick<Config, "environment" | "dataDir">,
  userId: number | undefined,
): void {
  if (config.environment !== "live" || userId !== 0) return;
  throw new Error(
    "Wasl does not run as root in the live environment. Make a user for it " +
      `("useradd --system wasl"), give it the data directory ("chown -R wasl ${config.dataDir}") and start Wasl as that user.`,
  );
}
