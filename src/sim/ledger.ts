/**
 * What was really charged: every movement of money that a simulated provider has made. It is the oracle of fault
 * tests, which compare it with what the product believes. Never bounded by the journal's length.
 */

import { z } from "zod";

export const ledgerEntrySchema = z.object({
  simulator: z.string(),
  /** Simulator time, milliseconds since the epoch. */
  at: z.number(),
  kind: z.enum(["capture", "refund", "void"]),
  merchant: z.string(),
  orderId: z.string(),
  transactionId: z.string(),
  /** Decimal text in major units with all decimals of the currency. */
  amount: z.string(),
  amountMinor: z.number().int(),
  currency: z.string(),
});

/** One movement. `void` takes back what a capture with the same order took. */
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export type Ledger = {
  readonly record: (entry: Omit<LedgerEntry, "simulator">) => void;
  /** Oldest first; only one order's movements when named. */
  readonly list: (orderId?: string) => LedgerEntry[];
};
