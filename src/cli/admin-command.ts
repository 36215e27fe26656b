/** What every command of the operator is made of, and the one way through which it changes anything. */
import type { ParseArgsConfig } from "node:util";
import type { Kysely, Transaction } from "kysely";
import { type Database, runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { operatorName, writeAudit } from "#server/audit/audit-log.ts";
import type { Config } from "#server/settings/config.ts";

export type AdminCommand = CommandWords & {
  /** Does the work on the installation's database and gives what is printed. */
  readonly run: (parts: AdminParts, given: Given) => Promise<string>;
};

/** One that opens what it needs by itself, because there is no installation yet. */
export type CommandAlone = CommandWords & {
  readonly runAlone: (parts: PartsAlone, given: Given) => Promise<string>;
};

type CommandWords = {
  /** The words after the name: `<needed>`, `[optional]`, `[any ...]`. */
  readonly words: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` says beside it: options, examples. */
  readonly details?: string;
  readonly options?: NonNullable<ParseArgsConfig["options"]>;
};

export type Given = {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
};

export type AdminParts = {
  readonly config: Config;
  readonly db: Database;
  /** All of standard input. */
  readonly input: () => Promise<string>;
  /** Says how far a long command is; nothing where no terminal reads it. */
  readonly progress: (text: string) => void;
};

export type PartsAlone = Omit<AdminParts, "db">;

/** A mistake of the person at the terminal, as one sentence. */
export class UsageError extends Error {}

/**
 * Runs a change that an administrator makes, in one transaction with its entry in the audit log; one that is refused
 * is written down, too. Every command that writes goes through here.
 * @param act its name, as of the command, and what it is about: a merchant's username, behind a space what of it; null
 *   where that is no merchant or a person
 */
export async function runAdminAct<T>(
  { db }: Pick<AdminParts, "db">,
  act: { readonly name: string; readonly subject: string | null },
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const write = async (to: Kysely<Schema>, result: "done" | "refused"): Promise<void> =>
    await writeAudit(to, {
      actor: operatorName(),
      act: act.name,
      merchantId: act.subject === null ? null : await idOf(to, act.subject.split(" ", 1)[0] ?? ""),
      subject: act.subject,
      result,
    });
  try {
    return await runInTransaction(db.kysely, async (trx) => {
      const done = await work(trx);
      await write(trx, "done");
      return done;
    });
  } catch (error) {
    await write(db.kysely, "refused");
    throw error;
  }
}

async function idOf(db: Kysely<Schema>, username: string): Promise<number | null> {
  const row = await db
    .selectFrom("merchants")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * The id of a merchant by its username.
 * @throws UsageError when there is none
 */
export async function merchantIdOf({ db }: Pick<AdminParts, "db">, username: string): Promise<number> {
  const id = await idOf(db.kysely, username);
  if (id === null)
    throw new UsageError(`There is no merchant "${username}". "list-merchants" shows those that there are.`);
  return id;
}

/** A text option, or undefined. */
export function textOption({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** A list of an option that is written with commas, or undefined; empty when it says "none". */
export function listOption(given: Given, name: string): string[] | undefined {
  const text = textOption(given, name);
  if (text === undefined) return undefined;
  return text === "none" ? [] : text.split(/[\s,]+/).filter(Boolean);
}

/** @throws UsageError when the text is no JSON object */
export function readJsonObject(text: string, what: string): Readonly<Record<string, never>> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = null;
  }
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new UsageError(`${what} is a JSON object on standard input. Nothing was stored.`);
  return given as Readonly<Record<string, never>>;
}
