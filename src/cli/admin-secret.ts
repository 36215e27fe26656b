/** The operator's command that changes the master secret, step by step (docs/operations.md). */
import { carryDigests } from "#server/messages/carry-digests.ts";
import { addSecret, forgetSecret, readMasterKeys } from "#server/secrets/master-secret.ts";
import { claimSecrets } from "#server/secrets/secret-keys.ts";
import { type AdminCommand, type AdminParts, type Given, runAdminAct, UsageError } from "./admin-command.ts";
import { rotateSecret } from "./rotate-secret.ts";

export const secretCommands: Readonly<Record<string, AdminCommand>> = {
  "rotate-secret": {
    words: "",
    summary: "seal everything with the new master secret, and retire the previous one",
    details: `The steps are in docs/operations.md, "Changing the master secret". May be stopped and run again.
Options, where the secret is in the data directory and not in WASL_SECRET_KEY:
  --new      first step: make a new secret, keep the old one as the previous one
  --forget   last step, a day later: throw the previous one away`,
    options: { new: { type: "boolean" }, forget: { type: "boolean" } },
    run: rotate,
  },
};

async function rotate(parts: AdminParts, { options }: Given): Promise<string> {
  const { config, db } = parts;
  if (options["new"] && options["forget"])
    throw new UsageError("--new is the first step and --forget the last.");
  if ((options["new"] || options["forget"]) && config.secretKey !== null)
    throw new UsageError(
      "The secret is in WASL_SECRET_KEY: change it and WASL_SECRET_KEY_PREVIOUS where you keep them.",
    );
  if (options["new"]) {
    await claimSecrets(db.kysely, await readMasterKeys(config), "command");
    const { current } = await runAdminAct(parts, { name: "rotate-secret --new", subject: "" }, () =>
      addSecret(config.dataDir),
    );
    return `secret.key holds a new secret (${current.id}) and the old one. Restart the server, then run rotate-secret.`;
  }
  const keys = await readMasterKeys(config);
  await claimSecrets(db.kysely, keys, "command");
  if (options["forget"]) return await forget(parts);
  await runAdminAct(parts, { name: "rotate-secret", subject: keys.current.id }, async () => {});
  const result = await rotateSecret(db.kysely, keys, (done, all) => parts.progress(`${done} of ${all}`));
  parts.progress("");
  if (result.unreadable.length > 0)
    throw new UsageError(
      `No known secret opens these, so nothing was retired: ${result.unreadable.join("; ")}. Store them again, or remove them, then repeat the command.`,
    );
  const unknown = await carryDigests(db.kysely, keys);
  const retired =
    result.retired.length === 0 ? "No secret was left to retire." : `Retired: ${result.retired}.`;
  const next =
    keys.all.length === 1
      ? ""
      : " Take the previous secret away in a day: what buyers were shown with it is good that long.";
  return `${result.resealed} sealed with ${keys.current.id}. ${retired}${next}${saidOf(unknown)}`;
}

/** Who has no address in the database is known by the old digest alone, which nothing can be made of. */
function saidOf(unknown: number): string {
  return unknown === 0
    ? ""
    : ` Receivers who want no reminders and of whom no address is stored: ${unknown}. They are known again as long as the secret that wrote them down is.`;
}

async function forget(parts: AdminParts): Promise<string> {
  const inUse = await parts.db.kysely
    .selectFrom("secret_keys")
    .select("key_id")
    .where("retired_at", "is", null)
    .execute();
  if (inUse.length !== 1)
    throw new UsageError("The previous secret is still in use: run rotate-secret without options first.");
  const { current } = await runAdminAct(parts, { name: "rotate-secret --forget", subject: "" }, () =>
    forgetSecret(parts.config.dataDir),
  );
  return `secret.key holds ${current.id} alone. The server notices at its next start.`;
}
