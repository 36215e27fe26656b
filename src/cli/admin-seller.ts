/** The operator's command about who sells: what tax invoices name of a merchant. */
import type { Kysely } from "kysely";
import { type MerchantChanges, merchantChanges } from "#contract/merchant.ts";
import type { Schema } from "#db/schema.ts";
import { changeMerchant, loadMerchant } from "#server/merchant-api/merchant-settings.ts";
import { contractValidator } from "#server/merchant-api/validation.ts";
import { sellerFactText } from "#server/parties/seller-facts.ts";
import {
  type AdminCommand,
  type AdminParts,
  type Given,
  merchantIdOf,
  readJsonObject,
  runAdminAct,
} from "./admin-command.ts";

export const sellerCommands: Readonly<Record<string, AdminCommand>> = {
  "set-seller": {
    words: "<username>",
    summary: "who sells, as tax invoices name it, as JSON on standard input; what is left out stays",
    details: `A merchant with a VAT number issues nothing before legalName, identification and nationalAddress are there.
The schemes of identifications are CRN, 700, MOM, MLS, SAG and OTH. null takes away. Example of the input:
  {"legalName": "شركة النخيل للتجارة", "legalNameEn": "Nakheel Trading Company",
   "identification": {"scheme": "CRN", "value": "1010123456"},
   "nationalAddress": {"street": "طريق الملك فهد", "buildingNumber": "7525", "additionalNumber": "3456",
     "district": "العليا", "postalCode": "12252", "city": "الرياض"},
   "nationalAddressEn": {"street": "King Fahd Road", "district": "Al Olaya", "city": "Riyadh"}}`,
    run: setSeller,
  },
};

/** What of a merchant may be said here. */
const sellerChanges = merchantChanges.pick({
  legalName: true,
  legalNameEn: true,
  identification: true,
  nationalAddress: true,
  nationalAddressEn: true,
});

async function setSeller(parts: AdminParts, { words: [username = ""] }: Given): Promise<string> {
  const id = await merchantIdOf(parts, username);
  const changes = readChanges(await parts.input());
  await runAdminAct(parts, { name: "set-seller", subject: username }, (trx) =>
    changeMerchant(trx, id, changes),
  );
  const missing = await whatIsMissing(parts.db.kysely, { id, username });
  return [`The seller ${username} is stored.`, ...missing].join("\n");
}

/** @throws Problem `validation_failed` naming every wrong place */
function readChanges(text: string): MerchantChanges {
  const validate = contractValidator({ schema: sellerChanges, method: "", url: "" });
  const result = validate(readJsonObject(text, "A seller")) as { value: MerchantChanges } | { error: Error };
  if ("error" in result) throw result.error;
  return result.value;
}

/** A sentence about what keeps a merchant from issuing; none when nothing does. */
export async function whatIsMissing(
  db: Kysely<Schema>,
  merchant: { readonly id: number; readonly username: string },
): Promise<string[]> {
  const { missingFacts } = await loadMerchant(db, merchant.id);
  if (missingFacts.length === 0) return [];
  const facts = missingFacts.map((fact) => `\n  ${fact}: ${sellerFactText("en", fact)}`).join("");
  return [
    `It cannot issue invoices yet, since it has a VAT number. Missing (set-seller ${merchant.username}):${facts}`,
  ];
}
