/**
 * The operator's commands: `npm run admin -- <command>`. They work on the database of a running installation as well:
 * the server says in its data directory where its built-in database listens.
 */
import { text } from "node:stream/consumers";
import { readFrameOrigin } from "#core/frame-parents.ts";
import { readDatabaseAddress } from "#db/database-address.ts";
import { connectDatabase, type Database, openDatabase } from "#db/open.ts";
import { catalog } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";
import { operatorName, writeAudit } from "#server/audit/audit-log.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createHttpClient } from "#server/http-client.ts";
import { createLog } from "#server/log.ts";
import { masterSecret } from "#server/master-secret.ts";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { resumeCards } from "#server/payments/decline-watch.ts";
import { systemClock } from "#server/ports.ts";
import { createSealing } from "#server/sealing.ts";
import { listAttempts } from "./admin-attempts.ts";
import { listActs } from "./admin-audit.ts";
import { setContact } from "./admin-contact.ts";
import { eraseEverywhere } from "./admin-privacy.ts";
import { showReconciliation } from "./admin-reconciliation.ts";

type Command = {
  readonly usage: string;
  /** A command that only looks is not written into the audit log. */
  readonly changesNothing?: true;
  /** The first word is about a person and is not written into the audit log. */
  readonly isAboutPerson?: true;
  readonly run: (parts: Parts, rest: readonly string[]) => Promise<string>;
};
type Parts = { readonly config: Config; readonly db: Database };

const commands: Readonly<Record<string, Command>> = {
  audit: {
    usage: "audit [username]   (the last acts of administration, of all merchants or of one)",
    changesNothing: true,
    run: async ({ db }, [username]) =>
      await listActs(db, username === undefined ? undefined : await merchantId(db, username)),
  },
  attempts: {
    usage: "attempts [--all]",
    changesNothing: true,
    run: async ({ db }, rest) => await listAttempts(db, rest.includes("--all") ? "all" : "open"),
  },
  reconciliation: {
    usage: "reconciliation",
    changesNothing: true,
    run: async ({ db }) => await showReconciliation(db),
  },
  "create-merchant": {
    usage: "create-merchant <username> <shop name> <e-mail> <phone> [VAT number]",
    run: addMerchant,
  },
  "set-frame-origins": {
    usage: "set-frame-origins <username> [origin ...]   (pages that may show the payment frame)",
    run: setFrameOrigins,
  },
  "set-contact": {
    usage:
      "set-contact <username>   (address and contact for pages and tax invoices, as JSON on standard input)",
    run: async ({ db }, [username]) => {
      if (!username) throw new Error(`Usage: ${commands["set-contact"]?.usage}`);
      await setContact(db, await merchantId(db, username), await text(process.stdin));
      return `The contact of ${username} is stored.`;
    },
  },
  "resume-cards": {
    usage: "resume-cards <username>   (ends the pause of the merchant's cards)",
    run: endPause,
  },
  "erase-buyer": {
    usage: "erase-buyer <mobile or e-mail address>   (removes a buyer's data from all orders that are over)",
    isAboutPerson: true,
    run: async ({ db }, [buyer]) => await eraseEverywhere(db, buyer),
  },
  "create-key": { usage: "create-key <username> <name>", run: addKey },
  "set-account": {
    usage: "set-account <username> <method>   (settings as JSON on standard input)",
    run: setAccount,
  },
};

/** Runs one command and prints what it says. */
export async function run(rest: readonly string[]): Promise<void> {
  const [name = "", ...words] = rest;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(["Commands:", ...Object.values(commands).map(({ usage }) => `  ${usage}`)].join("\n"));
    process.exitCode = 1;
    return;
  }
  try {
    const config = readConfig(process.env);
    const db = await openOrJoin(config);
    try {
      const say = () => command.run({ config, db }, words);
      console.log(
        await (command.changesNothing ? say() : audited(db, name, command.isAboutPerson ? [] : words, say)),
      );
    } finally {
      await db.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/**
 * Runs an act and writes down who did it and how it ended. Of the words only the first is kept, the merchant: what
 * follows may be a secret or about a person.
 */
async function audited(
  db: Database,
  name: string,
  [username]: readonly string[],
  act: () => Promise<string>,
): Promise<string> {
  const write = async (result: "done" | "refused"): Promise<void> =>
    await writeAudit(db.kysely, {
      actor: operatorName(),
      act: name,
      merchantId: username === undefined ? null : await merchantId(db, username).catch(() => null),
      subject: username ?? null,
      result,
    });
  try {
    const words = await act();
    await write("done");
    return words;
  } catch (error) {
    await write("refused");
    throw error;
  }
}

/** The database server of the settings, the built-in one of a running server, or else the built-in one started here. */
async function openOrJoin(config: Config): Promise<Database> {
  const log = createLog(() => {});
  const address = config.databaseUrl?.reveal() ?? (await readDatabaseAddress(config.dataDir));
  if (address !== null) {
    const joined = await connectDatabase({ databaseUrl: address, log, poolSize: 2 }).catch(() => null);
    if (joined) return joined;
  }
  return await openDatabase({
    databaseUrl: config.databaseUrl?.reveal(),
    dataDir: config.dataDir,
    log,
    poolSize: 2,
  });
}

async function addMerchant({ db }: Parts, words: readonly string[]): Promise<string> {
  const [username, shopName, email, phone, vatNumber] = words;
  if (!username || !shopName || !email || !phone)
    throw new Error(`Usage: ${commands["create-merchant"]?.usage}`);
  const { id } = await createMerchant(db.kysely, {
    username,
    shopName,
    email,
    phone,
    vatNumber: vatNumber ?? null,
  });
  return `Merchant ${username} has the id ${id}.`;
}

/** Replaces the whole list (decision K10). Nothing is stored when one of the words is no origin. */
async function setFrameOrigins({ db }: Parts, words: readonly string[]): Promise<string> {
  const [username, ...texts] = words;
  if (!username) throw new Error(`Usage: ${commands["set-frame-origins"]?.usage}`);
  const origins = texts.map((text) => {
    const origin = readFrameOrigin(text);
    if (origin === null) throw new Error(`${text} is no origin such as https://shop.example.`);
    return origin;
  });
  const id = await merchantId(db, username);
  await db.kysely.updateTable("merchants").set({ frame_origins: origins }).where("id", "=", id).execute();
  return origins.length === 0
    ? `${username} has no frame origins any more: only local and test let anybody show the frame.`
    : `The payment frame of ${username} may be shown by ${origins.join(", ")}.`;
}

async function endPause({ db }: Parts, [username]: readonly string[]): Promise<string> {
  if (!username) throw new Error(`Usage: ${commands["resume-cards"]?.usage}`);
  const wasHeld = await resumeCards(db.kysely, await merchantId(db, username), systemClock.now());
  return wasHeld
    ? `Cards of ${username} are open again; declines are counted anew from now on.`
    : `Cards of ${username} were neither paused nor slowed down.`;
}

async function addKey({ db, config }: Parts, words: readonly string[]): Promise<string> {
  const [username, name] = words;
  if (!username || !name) throw new Error(`Usage: ${commands["create-key"]?.usage}`);
  const key = await createApiKey(db.kysely, {
    merchantId: await merchantId(db, username),
    name,
    environment: config.environment,
  });
  return `${key}\nIt is shown this once; only its hash is kept.`;
}

/** The settings are tried before they are stored, and encrypted for this merchant and method alone. */
async function setAccount({ db, config }: Parts, words: readonly string[]): Promise<string> {
  const [username, methodName] = words;
  const method = catalog.find(({ id }) => id === methodName);
  if (!username || !method)
    throw new Error(
      `Usage: ${commands["set-account"]?.usage}. Methods: ${catalog.map(({ id }) => id).join(", ")}`,
    );
  const settings = await text(process.stdin);
  const client = createHttpClient({ log: createLog(() => {}) });
  try {
    methodEntry(method.id).ofMerchant(JSON.parse(settings), { http: client.http, clock: systemClock });
  } catch {
    throw new Error(`These are not settings of ${method.id}; see docs/operations.md. Nothing was stored.`);
  } finally {
    await client.close();
  }
  const merchant = await merchantId(db, username);
  const sealing = createSealing(config.secretKey?.reveal() ?? (await masterSecret(config.dataDir)));
  const sealed = sealing.seal(settings, `${merchant}:${method.id}`);
  await db.kysely
    .insertInto("provider_accounts")
    .values({ merchant_id: merchant, method: method.id, sealed_settings: sealed })
    .onConflict((conflict) =>
      conflict
        .columns(["merchant_id", "method"])
        .doUpdateSet({ sealed_settings: sealed, updated_at: new Date() }),
    )
    .execute();
  return `${username} pays by ${method.id} through its own account now; running servers notice within half a minute.`;
}

async function merchantId(db: Database, username: string): Promise<number> {
  const merchant = await db.kysely
    .selectFrom("merchants")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirst();
  if (!merchant) throw new Error(`There is no merchant ${username}.`);
  return merchant.id;
}
