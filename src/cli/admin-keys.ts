/** The operator's commands about API keys. */
import { type ApiKeyScope, apiKeyScopes, usualScopes } from "#core/api-key-scopes.ts";
import {
  type ApiKeyRow,
  exchangeApiKey,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
} from "#server/merchant-api/api-keys.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  listOption,
  merchantIdOf,
  runAdminAct,
  textOption,
  UsageError,
} from "./admin-command.ts";
import { table } from "./table.ts";

const dayMs = 24 * 60 * 60_000;
const once = "It is shown this once; only its hash is kept.";

export const keyCommands: Readonly<Record<string, AdminCommand>> = {
  "create-key": {
    words: "<username> <name>",
    summary: "make an API key of a merchant",
    details: `Options:
  --scopes <list>   of ${apiKeyScopes.join(", ")}; ${usualScopes.join(",")} when left out
  --days <number>   for how long it is taken; for ever when left out
Example: create-key nakheel "shop server" --scopes read,issue --days 365`,
    options: { scopes: { type: "string" }, days: { type: "string" } },
    run: addKey,
  },
  "list-keys": {
    words: "<username>",
    summary: "a merchant's keys, and when each was last used",
    run: listKeys,
  },
  "exchange-key": {
    words: "<username> <prefix>",
    summary: "make a key with the same scopes; the old one ends after an overlap",
    details: "Options:\n  --hours <number>  how long the old key is still taken; 24 when left out",
    options: { hours: { type: "string" } },
    run: exchangeKey,
  },
  "revoke-key": {
    words: "<username> <prefix>",
    summary: "end a key at once; list-keys shows prefixes",
    run: revokeKey,
  },
};

async function addKey(parts: AdminParts, given: Given): Promise<string> {
  const [username = "", name = ""] = given.words;
  const scopes = readScopes(listOption(given, "scopes"));
  const days = readCount(given, "days", { least: 1, most: 3650 });
  const merchantId = await merchantIdOf(parts, username);
  const { environment } = parts.config;
  const { text } = await runAdminAct(parts, { name: "create-key", subject: username }, (trx) =>
    makeApiKey(trx, {
      merchantId,
      name,
      environment,
      scopes,
      expiresAt: days === undefined ? null : new Date(Date.now() + days * dayMs),
    }),
  );
  return `${text}\n${once}`;
}

function readScopes(given: readonly string[] | undefined): readonly ApiKeyScope[] {
  if (given === undefined) return usualScopes;
  const scopes = apiKeyScopes.filter((scope) => given.includes(scope));
  if (scopes.length === 0 || given.some((word) => !scopes.some((scope) => scope === word)))
    throw new UsageError(`--scopes lists one or more of ${apiKeyScopes.join(", ")}, with commas.`);
  return scopes;
}

function readCount(
  given: Given,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const text = textOption(given, name);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < least || count > most)
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`);
  return count;
}

async function listKeys(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  const keys = await listApiKeys(parts.db.kysely, await merchantIdOf(parts, username));
  if (keys.length === 0) return `${username} has no API key. "create-key" makes one.`;
  const minute = (date: Date | null): string =>
    date === null ? "-" : date.toISOString().slice(0, 16).replace("T", " ");
  return table([
    ["prefix", "name", "scopes", "made", "last used", "ends", "state"],
    ...keys.map((key) => [
      key.prefix,
      key.name,
      key.scopes.join(","),
      minute(key.created_at),
      minute(key.last_used_at),
      minute(key.expires_at),
      stateOf(key),
    ]),
  ]);
}

function stateOf({ revoked_at, expires_at }: ApiKeyRow): string {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && expires_at.getTime() <= Date.now() ? "ended" : "in force";
}

async function exchangeKey(parts: AdminParts, given: Given): Promise<string> {
  const [username = "", prefix = ""] = given.words;
  const hours = readCount(given, "hours", { least: 0, most: 720 }) ?? 24;
  const merchantId = await merchantIdOf(parts, username);
  const matching = (await listApiKeys(parts.db.kysely, merchantId)).filter(
    (key) => key.prefix === prefix && stateOf(key) === "in force",
  );
  const [old] = matching;
  if (!old || matching.length > 1) throw new UsageError(noKey(username, prefix));
  const { environment } = parts.config;
  const when = { environment, now: Date.now(), overlapMs: hours * 60 * 60_000 };
  const { text } = await runAdminAct(
    parts,
    { name: "exchange-key", subject: `${username} ${prefix}` },
    (trx) => exchangeApiKey(trx, old, when),
  );
  return `${text}\n${once} ${prefix} is taken for ${hours} more hours.`;
}

async function revokeKey(parts: AdminParts, { words: [username = "", prefix = ""] }: Given): Promise<string> {
  const merchantId = await merchantIdOf(parts, username);
  await runAdminAct(parts, { name: "revoke-key", subject: `${username} ${prefix}` }, async (trx) => {
    if (!(await revokeApiKey(trx, { merchantId, prefix }))) throw new UsageError(noKey(username, prefix));
  });
  return `The key ${prefix} of ${username} is refused from now on.`;
}

function noKey(username: string, prefix: string): string {
  return `${username} has no key "${prefix}" in force. "list-keys ${username}" shows its keys.`;
}
