/** The merchant's own accounts at payment providers. Settings go in and never come out. */
import type { FastifyInstance } from "fastify";
import { type ProviderAccount, providerAccountCalls } from "#contract/provider-accounts.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import type { MethodId } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";
import { mountCall } from "../http/mount.ts";
import { changeLimits, withLimits } from "../payments/account-limits.ts";
import { notificationAddress } from "../payments/notification-address.ts";
import { answersOnAccount } from "../payments/probe-account.ts";
import { listAccounts, readMethod, removeAccount, storeAccount } from "../payments/provider-accounts.ts";
import type { Services } from "../services.ts";
import { merchantOf } from "./authenticate.ts";

/** Mounts the calls in a scope that requires an API key. All of them are harmless to repeat: none needs a key. */
export function mountAccountCalls(scope: FastifyInstance, services: Services): void {
  const { config, sealing, providers, http, clock, log } = services;
  const db = services.db.kysely;

  const list = async (merchantId: number): Promise<ProviderAccount[]> => {
    providers.forget(merchantId);
    const listed = await listAccounts(db, merchantId, providers);
    const accounts = await withLimits({ db, sealing, providers }, merchantId, listed);
    return await Promise.all(
      accounts.map(async (account) => ({
        ...account,
        webhookUrl: account.account === "own" ? await portalAddress(account.method, merchantId) : null,
        settings: methodEntry(account.method).accountSettings(),
      })),
    );
  };
  const portalAddress = async (method: MethodId, merchantId: number): Promise<string | null> => {
    const query = (await providers.of(method, merchantId))?.portalQuery;
    if (!query) return null;
    const address = new URL(notificationAddress(config, { method, merchantId }));
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value.reveal());
    return address.href;
  };
  const one = async (merchantId: number, method: MethodId): Promise<ProviderAccount> => {
    const account = (await list(merchantId)).find((each) => each.method === method);
    if (!account) throw new Error(`no account entry of ${method}`);
    return account;
  };

  mountCall(scope, providerAccountCalls, "GET /api/v1/accounts", async (_parsed, { request }) => ({
    items: await list(merchantOf(request).id),
  }));

  mountCall(scope, providerAccountCalls, "PUT /api/v1/accounts/:method", async (given, { request }) => {
    const merchantId = merchantOf(request).id;
    const method = requireMethod(given.params.method);
    const tools = { config, sealing, ports: { http, clock, log } };
    await runInTransaction(db, (trx) => storeAccount(trx, tools, { merchantId, method }, given.body));
    return await one(merchantId, method);
  });

  mountCall(
    scope,
    providerAccountCalls,
    "PUT /api/v1/accounts/:method/limits",
    async ({ params, body }, { request }) => {
      const merchantId = merchantOf(request).id;
      const method = requireMethod(params.method);
      const tools = { config, sealing, ports: { http, clock, log } };
      await runInTransaction(db, (trx) => changeLimits(trx, tools, { merchantId, method }, body));
      return await one(merchantId, method);
    },
  );

  // Outside any transaction: the provider is asked over the network.
  mountCall(
    scope,
    providerAccountCalls,
    "POST /api/v1/accounts/:method/try",
    async ({ params }, { request }) => {
      const method = requireMethod(params.method);
      const triedAt = new Date(clock.now()).toISOString();
      const provider = await providers.of(method, merchantOf(request).id);
      if (provider === null) return { method, state: "no_account" as const, triedAt };
      const isThere = await answersOnAccount(provider, method);
      return { method, state: isThere ? ("answers" as const) : ("no_answer" as const), triedAt };
    },
  );

  mountCall(
    scope,
    providerAccountCalls,
    "DELETE /api/v1/accounts/:method",
    async ({ params }, { request }) => {
      const merchantId = merchantOf(request).id;
      const method = requireMethod(params.method);
      await runInTransaction(db, (trx) => removeAccount(trx, { merchantId, method }));
      return await one(merchantId, method);
    },
  );
}

function requireMethod(text: string): MethodId {
  const method = readMethod(text);
  if (method === null) throw new Problem("not_found");
  return method;
}
