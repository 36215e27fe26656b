/** Erasing a buyer's data from the command line. */
import type { Database } from "#db/open.ts";
import { eraseBuyer } from "#server/privacy/erase-buyer.ts";
import { readBuyer } from "#server/privacy/read-buyer.ts";

/** Erases a buyer at all merchants and says what was removed and what was kept. */
export async function eraseEverywhere(db: Database, words: string | undefined): Promise<string> {
  const buyer = readBuyer(words ?? "");
  if (buyer === null) throw new Error("Usage: erase-buyer <mobile or e-mail address>");
  const { erased, kept } = await eraseBuyer(db.kysely, buyer, null);
  const lines = Object.entries(erased).map(([kind, count]) => `erased\t${kind}\t${count}`);
  return [
    ...lines,
    `kept\ttax documents\t${kept.taxDocuments}`,
    ...kept.openOrders.map((number) => `kept\topen order\t${number}`),
  ].join("\n");
}
