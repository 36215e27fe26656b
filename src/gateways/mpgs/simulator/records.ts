/**
 * What the simulated gateway remembers of orders and transactions. These records may be written to disk: they hold
 * masked cards only, and the digest of a request is taken after masking (decision K4).
 */

import { z } from "zod";
import type { Minor } from "#core/money.ts";
import type { SimulatorClock } from "#sim/clock.ts";
import type { SimulatorIds } from "#sim/ids.ts";
import type { Ledger } from "#sim/ledger.ts";
import type { Store } from "#sim/state.ts";
import type { MerchantProfile } from "./profiles.ts";
import type { Sessions } from "./sessions.ts";
import { walletNames } from "./wallets.ts";

const amountSchema = z.custom<Minor>((value) => typeof value === "number" && Number.isSafeInteger(value));

const outcomeSchema = z.object({
  result: z.string(),
  gatewayCode: z.string(),
  recommendation: z.string(),
  acquirerCode: z.string().optional(),
  acquirerMessage: z.string().optional(),
  csc: z.string().optional(),
});

/** The order's money and status at one moment, in minor units. */
const orderFactsSchema = z.object({
  status: z.string(),
  authenticationStatus: z.string().optional(),
  amount: amountSchema,
  authorized: amountSchema,
  captured: amountSchema,
  refunded: amountSchema,
});

/** One PUT that was processed: what it was, and what was answered to it, for replaying the same answer. */
const stepSchema = z.object({
  operation: z.string(),
  digest: z.string(),
  at: z.number(),
  outcome: outcomeSchema,
  facts: orderFactsSchema,
});

const cardViewSchema = z.object({
  brand: z.string(),
  scheme: z.string(),
  fundingMethod: z.string(),
  localBrand: z.string().optional(),
  /** Masked. */
  number: z.string(),
  expiryMonth: z.string(),
  expiryYear: z.string(),
  nameOnCard: z.string().optional(),
  /** Masked device number of a wallet payment. */
  deviceSpecificNumber: z.string().optional(),
});

const authenticationSchema = z.object({
  behaviour: z.string(),
  hasMethod: z.boolean(),
  methodCompleted: z.boolean(),
  /** Path part of the issuer's address: mastercard, visa, amex or mada. */
  acs: z.string(),
  status: z.string(),
  transactionStatus: z.string().optional(),
  statusReasonCode: z.string().optional(),
  challengeCancel: z.string().optional(),
  eci: z.string().optional(),
  token: z.string().optional(),
  amount: amountSchema.optional(),
  redirectResponseUrl: z.string().optional(),
  language: z.string().optional(),
  serverTransactionId: z.string(),
  acsTransactionId: z.string(),
  dsTransactionId: z.string(),
  /** Its key encrypts the data of the return to the merchant; gone after a restart. */
  sessionId: z.string().optional(),
});

const transactionSchema = z.object({
  id: z.string(),
  type: z.string(),
  amount: amountSchema,
  currency: z.string(),
  reference: z.string().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  steps: z.array(stepSchema),
  /** The truth that a retrieval shows; differs from the last step where the first answer was unknown. */
  outcome: outcomeSchema,
  card: cardViewSchema.optional(),
  authentication: authenticationSchema.optional(),
  authenticationTransactionId: z.string().optional(),
  targetTransactionId: z.string().optional(),
  isVoided: z.boolean(),
  receipt: z.string(),
  stan: z.string(),
});

export const orderSchema = z.object({
  merchantId: z.string(),
  id: z.string(),
  currency: z.string(),
  reference: z.string().optional(),
  notificationUrl: z.string().optional(),
  walletProvider: z.enum(walletNames).optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  facts: orderFactsSchema,
  transactions: z.array(transactionSchema),
});

/** Where the challenge with some 3DS server transaction id belongs. */
export const challengeKeySchema = z.object({
  merchantId: z.string(),
  orderId: z.string(),
  transactionId: z.string(),
});

export type OrderFacts = z.infer<typeof orderFactsSchema>;
export type Step = z.infer<typeof stepSchema>;
export type CardView = z.infer<typeof cardViewSchema>;
export type Authentication = z.infer<typeof authenticationSchema>;
export type Transaction = z.infer<typeof transactionSchema>;
export type Order = z.infer<typeof orderSchema>;
export type ChallengeKey = z.infer<typeof challengeKeySchema>;

/** Everything that the operations of the simulated gateway work on. */
export type Gateway = {
  /** Beside real money only the published cards. */
  readonly takes: "any card" | "test cards";
  readonly clock: SimulatorClock;
  readonly ids: SimulatorIds;
  readonly ledger: Pick<Ledger, "record">;
  readonly sessions: Sessions;
  readonly orders: Store<Order>;
  /** By 3DS server transaction id. */
  readonly challenges: Store<ChallengeKey>;
};

/** One order or transaction call after its password was checked. */
export type TransactionRequest = {
  readonly profile: MerchantProfile;
  readonly apiVersion: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** Address of the simulator as the caller sees it. */
  readonly baseUrl: string;
  readonly operation: string;
  readonly digest: string;
};

/** Orders of different profiles never meet: the key carries the merchant. */
export function orderKey(merchantId: string, orderId: string): string {
  return `${merchantId}/${orderId}`;
}

/** The order with this transaction added, or put in place of the one with the same id. */
export function withTransaction(order: Order, transaction: Transaction): Order {
  const others = order.transactions.filter((each) => each.id !== transaction.id);
  return { ...order, transactions: [...others, transaction], updatedAt: transaction.updatedAt };
}
