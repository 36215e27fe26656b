/** The operator's command about the numbers of a merchant's tax documents. */
import { newSeries } from "#contract/numbering.ts";
import { readSeries, startSeries } from "#server/documents/document-series.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  runAdminAct,
  UsageError,
} from "./admin-command.ts";

const kinds = {
  invoices: "tax_invoice",
  "credit-notes": "credit_note",
  "debit-notes": "debit_note",
} as const;

const isKind = (what: string): what is keyof typeof kinds => Object.hasOwn(kinds, what);

export const numberingCommands: Readonly<Record<string, AdminCommand>> = {
  "set-numbering": {
    words: "<username> <invoices|credit-notes|debit-notes> <prefix> <first number>",
    summary: "begin another series of numbers of a merchant's tax invoices, credit notes or debit notes",
    details: `A prefix has A to Z, 0 to 9 and hyphens, ends in no digit, and was never used before by this merchant.
Example: set-numbering nakheel invoices WEB- 1`,
    run: setNumbering,
  },
};

async function setNumbering(parts: AdminParts, { words }: Given): Promise<string> {
  const [username = "", what = "", prefix = "", first = ""] = words;
  const merchantId = await merchantIdOf(parts, username);
  if (!isKind(what)) throw new UsageError('Say "invoices", "credit-notes" or "debit-notes".');
  const series = newSeries.safeParse({ prefix, firstNumber: Number(first) });
  if (!series.success) {
    const wrong = series.error.issues.map(
      ({ path, message }) => `The ${path[0] === "prefix" ? "prefix" : "first number"} ${message}.`,
    );
    throw new UsageError(wrong.join(" "));
  }
  const of = { merchantId, kind: kinds[what] };
  return await runAdminAct(parts, { name: "set-numbering", subject: username }, async (trx) => {
    await startSeries(trx, { ...of, ...series.data }, "prefix");
    return `The next of ${username}'s ${what} is ${(await readSeries(trx, of)).next}.`;
  });
}
