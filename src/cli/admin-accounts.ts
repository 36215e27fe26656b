/** The operator's commands about merchants' own accounts at providers. */
import { catalog, type MethodId } from "#methods/catalog.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { createLog } from "#server/log/log.ts";
import { listAccounts, readMethod, removeAccount, storeAccount } from "#server/payments/provider-accounts.ts";
import { createProviderDirectory } from "#server/payments/provider-directory.ts";
import { systemClock } from "#server/ports.ts";
import { readMasterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { claimSecrets } from "#server/secrets/secret-keys.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  readJsonObject,
  runAdminAct,
  UsageError,
} from "./admin-command.ts";
import { table } from "./table.ts";

const methods = catalog.map(({ id }) => id).join(", ");
const delay = "Running servers notice within half a minute.";

export const accountCommands: Readonly<Record<string, AdminCommand>> = {
  "set-account": {
    words: "<username> <method>",
    summary: "a merchant's own account at a provider, as JSON on standard input; stored encrypted",
    details:
      `Methods: ${methods}.\nThe settings of each, with an example, are in docs/operations.md, "Accounts at providers".\n` +
      "Another account is refused while payments or refunds are open on the one that it takes the place of.\n" +
      "  --in-use                store it all the same: what is open must be looked after in the provider's own portal",
    options: { "in-use": { type: "boolean" } },
    run: setAccount,
  },
  "list-accounts": {
    words: "<username>",
    summary: "whose account each method is paid through for a merchant",
    run: showAccounts,
  },
  "remove-account": {
    words: "<username> <method>",
    summary: "remove a merchant's own account; payments go to the installation's",
    details: "Refused while payments or refunds are open on it.",
    run: dropAccount,
  },
};

function requireMethod(word: string): MethodId {
  const method = readMethod(word);
  if (method === null) throw new UsageError(`There is no method "${word}". Methods: ${methods}.`);
  return method;
}

/** Runs with what accounts need, and closes it. */
async function withTools<T>(
  { config, db }: AdminParts,
  work: (tools: Parameters<typeof storeAccount>[1]) => Promise<T>,
): Promise<T> {
  const keys = await readMasterKeys(config);
  await claimSecrets(db.kysely, keys, "command");
  const log = createLog(() => {});
  const client = createHttpClient({ log });
  try {
    const ports = { http: client.http, clock: systemClock, log };
    return await work({ config, sealing: createSealing(keys), ports });
  } finally {
    await client.close();
  }
}

async function setAccount(
  parts: AdminParts,
  { words: [username = "", word = ""], options }: Given,
): Promise<string> {
  const method = requireMethod(word);
  const merchantId = await merchantIdOf(parts, username);
  const settings = readJsonObject(await parts.input(), "An account");
  await withTools(parts, (tools) =>
    runAdminAct(parts, { name: "set-account", subject: `${username} ${method}` }, (trx) =>
      storeAccount(trx, tools, { merchantId, method }, settings, { mayBeInUse: options["in-use"] === true }),
    ),
  );
  return `${username} pays by ${method} through its own account now. ${delay}`;
}

async function showAccounts(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  const merchantId = await merchantIdOf(parts, username);
  const accounts = await withTools(parts, async ({ sealing, ports }) => {
    const log = createLog(() => {});
    const directory = createProviderDirectory(parts.config, {
      db: parts.db.kysely,
      sealing,
      ports: { ...ports, log },
    });
    return await listAccounts(parts.db.kysely, merchantId, directory);
  });
  return table([
    ["method", "account", "stored"],
    ...accounts.map(({ method, account, updatedAt }) => [
      method,
      account ?? "none: not offered",
      updatedAt ?? "-",
    ]),
  ]);
}

async function dropAccount(parts: AdminParts, { words: [username = "", word = ""] }: Given): Promise<string> {
  const method = requireMethod(word);
  const merchantId = await merchantIdOf(parts, username);
  const act = { name: "remove-account", subject: `${username} ${method}` };
  await runAdminAct(parts, act, async (trx) => {
    if (!(await removeAccount(trx, { merchantId, method })))
      throw new UsageError(`${username} has no account of its own for ${method}.`);
  });
  return `The account of ${username} for ${method} is removed. ${delay}`;
}
