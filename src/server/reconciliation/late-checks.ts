/**
 * Asking again about payments that ended without money. "Not sent", "no record of it", a decline or the end of a
 * lifetime is what the provider said then; what was held up on the way may be carried out later, when no question
 * follows. Each such attempt is asked about some hours after its end and on the next day. Money that is found goes the
 * way of all late money: surplus, and back to the buyer.
 */
import { attemptStateFacts } from "#core/attempt-status.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import type { AttemptContext, PaymentProvider } from "#methods/payment-method.ts";
import { loadOrderById } from "../orders/order-store.ts";
import { attemptContext, noBuyer } from "../payments/attempt-context.ts";
import { type AttemptRow, findAttempt } from "../payments/attempt-store.ts";
import { providerOfAttempt } from "../payments/providers.ts";
import { refreshAttempt } from "../payments/refresh.ts";
import type { Services } from "../services.ts";

const batchSize = 20;

/**
 * Sets the time of those that ended since, and asks about those whose time has come.
 * @returns how many were asked about
 */
export async function askLateChecks(services: Services): Promise<number> {
  await scheduleNew(services);
  const due = await takeDue(services);
  await Promise.all(
    due.map((check) =>
      askAgain(services, check).catch((error: unknown) =>
        services.log.error("late check failed", { attemptId: check.attempt_id, error }),
      ),
    ),
  );
  return due.length;
}

async function scheduleNew({ db, clock }: Services): Promise<void> {
  await db.kysely
    .updateTable("late_checks")
    .set({ due_at: new Date(clock.now() + timing.lateCheckDelaysMs[0]) })
    .where("due_at", "is", null)
    .where("is_over", "=", false)
    .execute();
}

type Due = Pick<Schema["late_checks"], "merchant_id" | "attempt_id">;

/** While one is asked about it is not due elsewhere; if this process dies, it becomes due again. */
async function takeDue({ db, clock }: Services): Promise<Due[]> {
  const rows = await db.kysely
    .updateTable("late_checks")
    .set((eb) => ({
      due_at: new Date(clock.now() + timing.lateCheckRetryMs),
      tries: eb("tries", "+", 1),
    }))
    .where((where) =>
      where(
        where.refTuple("merchant_id", "attempt_id"),
        "in",
        where
          .selectFrom("late_checks")
          .select(["merchant_id", "attempt_id"])
          .where("due_at", "<=", new Date(clock.now()))
          .orderBy("due_at")
          .limit(batchSize)
          .forUpdate()
          .skipLocked()
          .$asTuple("merchant_id", "attempt_id"),
      ),
    )
    .returning(["merchant_id", "attempt_id"])
    .execute();
  return rows;
}

async function askAgain(services: Services, check: Due): Promise<void> {
  const { attempt_id: attemptId } = check;
  const attempt = await findAttempt(services.db.kysely, attemptId);
  const order = attempt && (await loadOrderById(services.db.pool, attempt.order_id));
  if (!attempt || !order) throw new Error(`no attempt ${attemptId}`);
  const provider = await providerOfAttempt(services, attempt, order.merchant_id);
  if (!mayHaveTaken(attempt, provider)) return await note(services, check, "nothing was sent", "over");
  const found = await question(services, provider, attemptContext(services, order, attempt, noBuyer));
  if (found === "money") {
    services.log.error("late money", { attemptId, provider: provider.id, state: attempt.state });
    await refreshAttempt(services, attemptId, "books");
    return await note(services, check, "money", "over");
  }
  await note(services, check, found, found === "unknown" ? "unanswered" : "answered");
}

/**
 * Whether money can have moved: it is closed, and its provider was sent the step that takes money. Where the buyer
 * pays at the provider (a page, a bill, a transfer) the start alone is enough. So it is of a code whose buyer had
 * another one sent: the order may be paid by that one, and this one would not be looked at again.
 */
function mayHaveTaken(attempt: AttemptRow, provider: PaymentProvider): boolean {
  return (
    attemptStateFacts[attempt.state].tookNothing &&
    (attempt.is_resent ||
      provider.confirm === undefined ||
      attempt.step === "confirm" ||
      provider.capture !== undefined)
  );
}

type Found = "money" | "nothing" | "unknown";

/** Asking is harmless however often it is done; what is found is acted on elsewhere. */
async function question(
  services: Services,
  provider: PaymentProvider,
  context: AttemptContext,
): Promise<Found> {
  const attemptId = context.attempt.id;
  const outcome = await Promise.try(provider.check, context).catch((error: unknown) => {
    services.log.error("adapter failed", { attemptId, provider: provider.id, step: "late check", error });
    return { kind: "unknown" } as const;
  });
  switch (outcome.kind) {
    case "captured":
    case "authorised":
    case "part_received":
      return "money";
    case "unknown":
    case "not_sent":
      return "unknown";
    case "ready":
    case "declined":
    case "redirect":
    case "otp_sent":
    case "challenge":
    case "reference_issued":
    case "pending":
    case "closed":
    case "not_found":
      return "nothing";
  }
}

/** The second question is the last one; what is not answered is asked again every hour, for two days. */
async function note(
  services: Services,
  { merchant_id: merchantId, attempt_id: attemptId }: Due,
  outcome: string,
  how: "answered" | "unanswered" | "over",
): Promise<void> {
  const row = await services.db.kysely
    .updateTable("late_checks")
    .set((eb) => ({
      last_outcome: outcome,
      answers: how === "answered" ? eb("answers", "+", 1) : eb.ref("answers"),
    }))
    .where("merchant_id", "=", merchantId)
    .where("attempt_id", "=", attemptId)
    .returning(["answers", "tries"])
    .executeTakeFirstOrThrow();
  const nextDelay = timing.lateCheckDelaysMs[row.answers];
  const isOver =
    how === "over" ||
    (how === "answered" && nextDelay === undefined) ||
    (how === "unanswered" && row.tries >= timing.lateCheckTries);
  if (how === "unanswered" && isOver) services.log.error("late check without an answer", { attemptId });
  if (how === "unanswered" && !isOver) return;
  await services.db.kysely
    .updateTable("late_checks")
    .set({
      is_over: isOver,
      due_at: isOver ? null : new Date(services.clock.now() + (nextDelay ?? 0)),
    })
    .where("merchant_id", "=", merchantId)
    .where("attempt_id", "=", attemptId)
    .execute();
}
