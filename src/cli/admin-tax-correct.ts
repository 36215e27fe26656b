/** The operator's commands that set a tax document right: another in place of a rejected one, a wrong debit note taken back. */
import type { Transaction } from "kysely";
import type { z } from "zod";
import {
  type CorrectedClient,
  correctedClient,
  type NewDebitNoteCredit,
  newDebitNoteCredit,
} from "#contract/tax-documents.ts";
import { formatDecimal } from "#core/money.ts";
import { isProblem } from "#core/problem.ts";
import { taxCurrency } from "#core/tax/tax-invoice.ts";
import type { Schema } from "#db/schema.ts";
import type { TaxDocument } from "#server/documents/tax-document-store.ts";
import { readCorrection } from "#server/merchant-api/client-input.ts";
import { readDebitNoteCredit } from "#server/merchant-api/debit-note-input.ts";
import { FieldReader } from "#server/merchant-api/field-reader.ts";
import { contractValidator } from "#server/merchant-api/validation.ts";
import { documentHooks } from "#server/payments/order-hooks.ts";
import { systemClock } from "#server/ports.ts";
import { readMasterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { claimSecrets } from "#server/secrets/secret-keys.ts";
import type { Services } from "#server/services.ts";
import { correctTaxDocument } from "#server/tax-documents/correct-document.ts";
import { creditDebitNote } from "#server/tax-documents/credit-debit-note.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  readJsonObject,
  runAdminAct,
  UsageError,
} from "./admin-command.ts";

export const taxCorrectCommands: Readonly<Record<string, AdminCommand>> = {
  "tax-correct": {
    words: "<username> <number>",
    summary: "issue a corrected tax document in place of one that the tax authority rejected",
    details: `The seller is named as the account has it now ("set-seller"); amounts are never changed. With --client the buyer is read
as JSON from standard input; what is left out stays, null takes a number away. Example of the input:
  {"legalName": "شركة واحة الخليج للتجارة", "vatNumber": "300000000000003",
   "postalAddress": {"street": "شارع العليا", "buildingNumber": "7525", "district": "الورود",
     "postalCode": "12252", "city": "الرياض"}}`,
    options: { client: { type: "boolean" } },
    run: correct,
  },
  "tax-credit": {
    words: "<username> <debit note> <reason>",
    summary: "take a wrong debit note back by a credit note that names it; nothing is refunded by it",
    details: `Without --lines all that is left of it, with --lines what standard input names as JSON, by piece or by amount with VAT.
Example: tax-credit nakheel DN-000003 "أُصدر الإشعار المدين بالخطأ"
Example of the input: {"lines": [{"position": 1, "quantity": 2}, {"position": 2, "amount": "11.50"}]}`,
    options: { lines: { type: "boolean" } },
    run: credit,
  },
};

async function correct(parts: AdminParts, { words, options }: Given): Promise<string> {
  const [username = "", number = ""] = words;
  const merchantId = await merchantIdOf(parts, username);
  const buyer = readBuyer(options["client"] === true ? await parts.input() : "{}");
  const issued = await issue(parts, { name: "tax-correct", username, number }, (services, trx) =>
    correctTaxDocument(services, trx, { merchantId, number, buyer, language: "en" }),
  );
  return `${issued.number} takes the place of ${number}. It is on its way to the tax authority.`;
}

async function credit(parts: AdminParts, { words, options }: Given): Promise<string> {
  const [username = "", number = "", reason = ""] = words;
  const merchantId = await merchantIdOf(parts, username);
  const given = options["lines"] === true ? await parts.input() : "{}";
  const named = readJsonObject(given, "What is taken back");
  const wish: NewDebitNoteCredit = valid(newDebitNoteCredit, { ...named, reason });
  const read = (currency: string) => readDebitNoteCredit(wish, currency);
  const { number: note, content } = await issue(
    parts,
    { name: "tax-credit", username, number },
    (services, trx) => creditDebitNote(services, trx, { merchantId, number, read }),
  );
  const { currency, total } = content.facts;
  return `${note} takes ${formatDecimal(total, currency)} ${currency} of ${number} back.`;
}

type IssuingServices = Pick<Services, "clock" | "sealing" | "onOrderRefunded">;

/** Issues a document about another one of the merchant, which the audit log then says. */
async function issue(
  parts: AdminParts,
  { name, username, number }: { readonly name: string; readonly username: string; readonly number: string },
  work: (services: IssuingServices, trx: Transaction<Schema>) => Promise<TaxDocument>,
): Promise<TaxDocument> {
  const keys = await readMasterKeys(parts.config);
  await claimSecrets(parts.db.kysely, keys, "command");
  const sealing = createSealing(keys);
  const services = { clock: systemClock, sealing, ...documentHooks(systemClock, sealing) };
  try {
    return await runAdminAct(parts, { name, subject: `${username} ${number}` }, (trx) => work(services, trx));
  } catch (error) {
    if (isProblem(error) && error.code === "not_found")
      throw new UsageError(`${username} has no tax document ${number}.`);
    throw error;
  }
}

/** @throws Problem `validation_failed` naming every wrong place */
function readBuyer(text: string): ReturnType<typeof readCorrection> {
  const client: CorrectedClient = valid(correctedClient, readJsonObject(text, "A buyer"));
  const reader = new FieldReader(taxCurrency);
  const correction = readCorrection(reader, client);
  reader.refuseWrong();
  return correction;
}

/** What a call of the interface would take. */
function valid<T>(schema: z.ZodType<T>, given: unknown): T {
  const result = contractValidator({ schema, method: "", url: "" })(given) as
    | { readonly value: T }
    | { readonly error: Error };
  if ("error" in result) throw result.error;
  return result.value;
}
