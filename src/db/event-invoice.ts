/** What the trigger of events writes about an invoice (migrations 0029, 0045, 0057 and 0077). */
import type { AttemptState } from "#core/attempt-status.ts";
import type { Minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";

/** Money that pays an invoice: in minor units, instants as PostgreSQL writes them in JSON. */
export type PaymentThen = {
  readonly id: string;
  readonly method: string;
  readonly state: AttemptState;
  readonly brand: string | null;
  readonly lastFour: string | null;
  readonly amount: Minor;
  readonly currency: string;
  /** What was given back of it. */
  readonly refunded: Minor;
  readonly startedAt: string;
  readonly settledAt: string;
  readonly updatedAt: string;
};

/** An invoice as it was right after an event: money in minor units, instants as PostgreSQL writes them in JSON. */
export type EventInvoice = {
  readonly orderNumber: string;
  readonly externalOrderNumber: string | null;
  readonly status: OrderStatus;
  readonly currency: string;
  readonly total: Minor;
  readonly paid: Minor;
  readonly refunded: Minor;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly paidAt: string | null;
  readonly cancelledAt: string | null;
  /** As a day. Like metadata left out in events of before migration 0077. */
  readonly dueDate?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
  /** What has paid it, oldest first. Left out in events of before migration 0057. */
  readonly money?: readonly PaymentThen[];
  /** What was tried, newest first, fifty at most. */
  readonly payments: readonly {
    readonly id: string;
    readonly method: string;
    readonly state: AttemptState;
    readonly amount: Minor;
    readonly received: Minor | null;
    readonly reason: string | null;
    readonly brand: string | null;
    readonly lastFour: string | null;
    readonly createdAt: string;
    readonly updatedAt: string;
  }[];
};
