/**
 * For `node --test --test-global-setup=test/global-setup.ts`: holds the shared test database for the whole run and
 * sees it stopped at the end. Without it the server starts when first needed and stops a second after its last use.
 */
import { type Lease, leaseServer } from "./database-server.ts";

let lease: Lease | undefined;

export async function globalSetup(): Promise<void> {
  if (!process.env["TEST_DATABASE_URL"]) lease = await leaseServer();
}

export async function globalTeardown(): Promise<void> {
  await lease?.release();
}
