/** The operator's commands about documents on their way to the tax authority. */
import { systemClock } from "#server/ports.ts";
import { restartUnit } from "#server/zatca/restart-unit.ts";
import { listSubmissions } from "#server/zatca/submission-standing.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
  UsageError,
} from "./admin-command.ts";
import { table } from "./table.ts";

export const taxCommands: Readonly<Record<string, AdminCommand>> = {
  "tax-submissions": {
    words: "[username]",
    summary: "stamped tax documents that the tax authority has not taken yet, or has rejected",
    details: "Options:\n  --all   the newest documents, however they stand",
    options: { all: { type: "boolean" } },
    run: list,
  },
  "tax-retry": {
    words: "<username>",
    summary: "send a merchant's waiting tax documents now; a stopped unit is started again",
    details:
      "A unit is stopped when the authority refuses its certificate, or rejects five documents in a row. Find out why\n" +
      '("tax-submissions") before you start it again: a certificate that is refused is renewed, not retried.',
    run: retry,
  },
};

async function list(parts: AdminParts, { words: [username], options }: Given): Promise<string> {
  const merchantId = username === undefined ? null : await merchantIdOf(parts, username);
  const which = options["all"] ? "all" : "open";
  const rows = await listSubmissions(parts.db.kysely, { merchantId, which });
  if (rows.length === 0)
    return which === "open" ? "Everything that was stamped is taken." : "Nothing was stamped yet.";
  return table([
    ["merchant", "number", "counter", "state", "issued", "deadline", "tries", "next", "last answer"],
    ...rows.map((row) => [
      row.username,
      row.number,
      String(row.icv),
      row.standing,
      row.issuedAt.toISOString(),
      row.deadlineAt?.toISOString() ?? "-",
      String(row.tries),
      row.nextAt?.toISOString() ?? "-",
      row.lastAnswer ?? "-",
    ]),
  ]);
}

async function retry(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  const merchantId = await merchantIdOf(parts, username);
  const was = await runAdminAct(parts, { name: "tax-retry", subject: username }, (trx) =>
    restartUnit(trx, merchantId, new Date(systemClock.now())),
  );
  if (was === null) throw new UsageError(`${username} has no unit that stamps. Nothing was changed.`);
  if (was === "held")
    throw new UsageError(
      `The unit of ${username} is held: "zatca-status ${username}" says what to do. Nothing was changed.`,
    );
  const what = `Waiting tax documents of ${username} are sent now, the oldest first.`;
  return was === "stopped" ? `The unit is started again. ${what}` : what;
}
