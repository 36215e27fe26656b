/**
 * Registers our webhook address at providers, once per account, where a payment cannot carry that address itself. A job
 * does it and not the start: a provider that is down delays nothing, and is registered when it is back. The registration
 * is stored; messages only make outcomes arrive sooner, since every attempt is checked anyway.
 */
import * as timing from "#core/timing.ts";
import type { PaymentProvider } from "#methods/payment-method.ts";
import type { Services } from "../services.ts";
import { notificationAddress } from "./notification-address.ts";
import type { AccountEntry } from "./provider-directory.ts";
import { nextCheck } from "./question-times.ts";

type Due = { readonly account: AccountEntry; readonly address: string; readonly version: string };

/**
 * Registers our address at the providers of all accounts that are new, were changed, failed before or were last asked
 * a day ago. What fails is logged and tried again after growing intervals.
 * @returns how many accounts were worked on
 */
export async function registerDueWebhooks(services: Services): Promise<number> {
  const due = await dueAccounts(services);
  for (const each of due) await registerOne(services, each);
  return due.length;
}

async function dueAccounts(services: Services): Promise<readonly Due[]> {
  const now = services.clock.now();
  const known = await services.db.kysely
    .selectFrom("webhook_registrations")
    .select(["method", "merchant_id", "version", "next_try_at"])
    .execute();
  const byAccount = new Map(known.map((row) => [`${row.method} ${row.merchant_id}`, row]));
  const accounts = await services.providers.accounts();
  return accounts
    .map((account) => {
      const address = notificationAddress(services.config, account);
      return { account, address, version: services.signing.sign("webhook", [address, account.fingerprint]) };
    })
    .filter(({ account, version }) => {
      const row = byAccount.get(`${account.method} ${account.merchantId}`);
      return (
        !row || row.version !== version || (row.next_try_at !== null && row.next_try_at.getTime() <= now)
      );
    });
}

async function registerOne(services: Services, due: Due): Promise<void> {
  const tries = await claim(services, due);
  if (tries === null) return;
  const { method, merchantId } = due.account;
  try {
    const provider = await providerOf(services, due.account);
    if (!provider?.registerWebhook) return await remember(services, due, { tries: 0, next_try_at: null });
    const isRegistered = await provider.registerWebhook(due.address);
    const now = services.clock.now();
    if (isRegistered) {
      services.log.info("webhook registered", { provider: provider.id, method, merchantId });
      const next_try_at = new Date(now + timing.registrationRecheckMs);
      return await remember(services, due, { tries: 0, registered_at: new Date(now), next_try_at });
    }
    services.log.warn("webhook not registered", { provider: provider.id, method, merchantId, tries });
  } catch (error) {
    services.log.error("webhook registration failed", { method, merchantId, error });
  }
  const next_try_at = nextCheck({ check_count: tries }, services.clock.now());
  await remember(services, due, { tries: tries + 1, next_try_at });
}

/**
 * Takes an account for this process: until the lease ends no other one works on it.
 * @returns how often it was tried before, or null when another process was faster
 */
async function claim(services: Services, { account, version }: Due): Promise<number | null> {
  const now = new Date(services.clock.now());
  const next_try_at = new Date(services.clock.now() + timing.attemptLeaseMs);
  const claimed = await services.db.kysely
    .insertInto("webhook_registrations")
    .values({ method: account.method, merchant_id: account.merchantId, version, next_try_at })
    .onConflict((conflict) =>
      conflict
        .columns(["method", "merchant_id"])
        .doUpdateSet((eb) => ({
          version,
          next_try_at,
          tries: eb
            .case()
            .when("webhook_registrations.version", "=", version)
            .then(eb.ref("webhook_registrations.tries"))
            .else(0)
            .end(),
        }))
        .where((eb) =>
          eb.or([
            eb("webhook_registrations.version", "!=", version),
            eb("webhook_registrations.next_try_at", "<=", now),
          ]),
        ),
    )
    .returning("tries")
    .executeTakeFirst();
  return claimed?.tries ?? null;
}

async function providerOf(
  services: Services,
  { method, merchantId }: AccountEntry,
): Promise<PaymentProvider | null> {
  if (merchantId === null) return services.providers.ofInstallation(method);
  // This process's cache of the merchant's account may be out of date.
  services.providers.forget(merchantId);
  return await services.providers.of(method, merchantId);
}

async function remember(
  services: Services,
  { account, version }: Due,
  change: { readonly tries: number; readonly next_try_at: Date | null; readonly registered_at?: Date },
): Promise<void> {
  await services.db.kysely
    .updateTable("webhook_registrations")
    .set(change)
    .where("method", "=", account.method)
    .where("merchant_id", "is not distinct from", account.merchantId)
    .where("version", "=", version)
    .execute();
}
