/** Erasing a buyer's data from the command line. */
import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import { eraseBuyerIn } from "#server/privacy/erase-buyer.ts";
import { readBuyer } from "#server/privacy/read-buyer.ts";
import { UsageError } from "./admin-command.ts";

/** Erases a buyer at all merchants and says what was removed and what was kept. */
export async function eraseEverywhere(trx: Transaction<Schema>, words: string): Promise<string> {
  const buyer = readBuyer(words);
  if (buyer === null) throw new UsageError(`"${words}" is neither a mobile number nor an e-mail address.`);
  const { erased, kept } = await eraseBuyerIn(trx, buyer, null);
  const lines = Object.entries(erased).map(([kind, count]) => `erased\t${kind}\t${count}`);
  return [
    ...lines,
    `kept\ttax documents\t${kept.taxDocuments}`,
    ...kept.openOrders.map((number) => `kept\topen order\t${number}`),
  ].join("\n");
}
