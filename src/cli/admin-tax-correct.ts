/** The operator's command that issues a corrected tax document in place of a rejected one. */
import { type CorrectedClient, correctedClient } from "#contract/tax-documents.ts";
import { isProblem } from "#core/problem.ts";
import { taxCurrency } from "#core/tax/tax-invoice.ts";
import { readCorrection } from "#server/merchant-api/client-input.ts";
import { FieldReader } from "#server/merchant-api/field-reader.ts";
import { contractValidator } from "#server/merchant-api/validation.ts";
import { documentHooks } from "#server/payments/order-hooks.ts";
import { systemClock } from "#server/ports.ts";
import { readMasterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { claimSecrets } from "#server/secrets/secret-keys.ts";
import { correctTaxDocument } from "#server/zatca/correct-document.ts";
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
};

async function correct(parts: AdminParts, { words, options }: Given): Promise<string> {
  const [username = "", number = ""] = words;
  const merchantId = await merchantIdOf(parts, username);
  const buyer = readBuyer(options["client"] === true ? await parts.input() : "{}");
  const keys = await readMasterKeys(parts.config);
  await claimSecrets(parts.db.kysely, keys, "command");
  const sealing = createSealing(keys);
  const services = { clock: systemClock, sealing, ...documentHooks(systemClock, sealing) };
  try {
    const act = { name: "tax-correct", subject: `${username} ${number}` };
    const issued = await runAdminAct(parts, act, (trx) =>
      correctTaxDocument(services, trx, { merchantId, number, buyer, language: "en" }),
    );
    return `${issued.number} takes the place of ${number}. It is on its way to the tax authority.`;
  } catch (error) {
    if (isProblem(error) && error.code === "not_found")
      throw new UsageError(`${username} has no tax document ${number}.`);
    throw error;
  }
}

/** @throws Problem `validation_failed` naming every wrong place */
function readBuyer(text: string): ReturnType<typeof readCorrection> {
  const validate = contractValidator({ schema: correctedClient, method: "", url: "" });
  const result = validate(readJsonObject(text, "A buyer")) as { value: CorrectedClient } | { error: Error };
  if ("error" in result) throw result.error;
  const reader = new FieldReader(taxCurrency);
  const correction = readCorrection(reader, result.value);
  reader.refuseWrong();
  return correction;
}
