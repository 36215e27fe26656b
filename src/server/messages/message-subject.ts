/** What a message is about: the order as it is right before the sending, its shop and what is open at the bank. */
import { type Kysely, sql, type Transaction } from "kysely";
import {
  type AskedKind,
  type MessageKind,
  messageKindFacts,
  type OrderOfMessage,
  type SuppressionReason,
} from "#core/messages/message-state.ts";
import type { Minor } from "#core/money.ts";
import { amountDue } from "#core/order-money.ts";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import type { World } from "#core/world.ts";
import type { Schema } from "#db/schema.ts";
import { takesNoPayment } from "../orders/attempts-of-orders.ts";
import { loadOpenReferences } from "../payments/open-references.ts";
import { detailsOf, methodOfMessage, type ReferenceDetails } from "../payments/reference-details.ts";
import type { Services } from "../services.ts";

export type MessageSubject = {
  readonly merchantId: number;
  readonly world: World;
  /** Null: of a quote, whose number is `orderNumber`. */
  readonly orderId: number | null;
  readonly orderNumber: string;
  /** What the buyer knows the invoice by. */
  readonly number: string;
  readonly shop: string;
  readonly shopEmail: string;
  /** The operator has not closed it: one that is closed takes no payment, and its people cannot stop a message. */
  readonly isShopOpen: boolean;
  readonly status: OrderStatus;
  /** A payment of it is under way or in doubt, or money is owed to its buyer. */
  readonly takesNoPayment: boolean;
  readonly currency: string;
  readonly total: Minor;
  /** What payments have brought, all together. */
  readonly paid: Minor;
  readonly refunded: Minor;
  /** What can still be paid. */
  readonly due: Minor;
  readonly dueAt: Date | null;
  readonly expiresAt: Date | null;
  /** What the message brings of what is open at a bank; null for a message that brings nothing of it. */
  readonly reference: ReferenceDetails | null;
};

/**
 * By when an invoice `o` should be paid: the one place that says so, for reminders and for texts. On a due day it is ten in
 * the morning in Riyadh, when a reminder is welcome.
 */
export const dueAtOfOrder = sql<Date | null>`
  coalesce((o.due_date + time '10:00') at time zone 'Asia/Riyadh', o.expires_at)`;

/** Loads what a message is about. Its order is there: messages name it by a foreign key. */
export async function loadMessageSubject(
  services: Pick<Services, "config" | "clock">,
  db: Kysely<Schema> | Transaction<Schema>,
  {
    kind,
    ...key
  }: { readonly merchantId: number; readonly orderId: number; readonly kind: MessageKind | AskedKind },
): Promise<MessageSubject> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("merchants as m", "m.id", "o.merchant_id")
    .leftJoin("merchant_contacts as mc", "mc.merchant_id", "o.merchant_id")
    .select(["o.order_number", "o.external_order_number", "o.status", "o.currency", "o.total"])
    .select(["o.captured_total", "o.refunded_total", "o.expires_at", dueAtOfOrder.as("due_at")])
    .select(takesNoPayment.as("takes_no_payment"))
    .select(["m.world", "m.shop_name", "m.email", "m.deactivated_at", "mc.email as contact_email"])
    .where("o.merchant_id", "=", key.merchantId)
    .where("o.id", "=", key.orderId)
    .executeTakeFirstOrThrow();
  const method = methodOfMessage(kind);
  const open = method && (await loadOpenReferences({ ...services, db: { kysely: db } }, row.order_number));
  const reference = open?.find((each) => each.method === method);
  return {
    ...key,
    world: row.world,
    orderNumber: row.order_number,
    number: row.external_order_number ?? row.order_number,
    shop: row.shop_name,
    shopEmail: row.contact_email ?? row.email,
    isShopOpen: row.deactivated_at === null,
    status: row.status,
    takesNoPayment: row.takes_no_payment,
    currency: row.currency,
    total: row.total,
    paid: row.captured_total,
    refunded: row.refunded_total,
    due: amountDue(row),
    dueAt: row.due_at,
    expiresAt: row.expires_at,
    reference: reference ? detailsOf(reference) : null,
  };
}

/** The kind of message that is meant: a reminder of an invoice that is due on no day is as of one that was. */
export function meantKind({ dueAt }: MessageSubject, asked: AskedKind, now: number): MessageKind {
  if (asked !== "reminder") return asked;
  return dueAt !== null && dueAt.getTime() > now ? "reminder_before_due" : "reminder_after_due";
}

/** Why a message is not sent, of the reasons that concern its order or quote and not its receiver. */
export type UntrueReason = Exclude<SuppressionReason, "opted_out" | "erased" | "test_world">;

/** Why a message is not true of its order now, or null. */
const untrue: Readonly<
  Record<OrderOfMessage, (subject: MessageSubject, now: number) => UntrueReason | null>
> = {
  payable: ({ status, expiresAt, isShopOpen }, now) => {
    const isExpired = expiresAt !== null && expiresAt.getTime() <= now;
    return orderStatusFacts[status].payable && !isExpired && isShopOpen ? null : "not_payable";
  },
  was_paid: ({ status }) => (orderStatusFacts[status].wasPaid ? null : "not_paid"),
  any: () => null,
};

/**
 * Why a message makes no sense any more, or null. Asked when it is asked for, and right before each sending: no buyer is
 * reminded of what was paid a moment ago, is being paid, or cannot be paid since its shop was closed.
 */
export function reasonNotToSend(
  subject: MessageSubject,
  kind: MessageKind,
  now: number,
): UntrueReason | null {
  const reason = untrue[messageKindFacts[kind].order](subject, now);
  if (reason !== null) return reason;
  if (messageKindFacts[kind].isReminder && subject.takesNoPayment) return "payment_in_progress";
  return methodOfMessage(kind) !== null && subject.reference === null ? "nothing_open" : null;
}
