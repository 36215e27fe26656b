/** The refusal of a payment that a limit holds back: until when, and by what the order can be paid now. */
import { Problem } from "#core/problem.ts";
import { allMethods, isOnPage, namesOf } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import type { Payer } from "./guards.ts";
import { HeldBack, tryKindOf } from "./tries.ts";

type Subject = {
  readonly order: OrderRecord;
  readonly method: Pick<PaymentMethod, "id" | "flow">;
  readonly channel: Payer["channel"];
};

/** Gives what is to be thrown in place of `error`: every other error stays what it is. */
export async function asHeldBack(services: Services, error: unknown, subject: Subject): Promise<unknown> {
  if (!(error instanceof HeldBack)) return error;
  const { limit, retryAfterSeconds } = error;
  const { order, method } = subject;
  const details = { limit, method: method.id, merchantId: order.merchant_id, orderId: order.id };
  // A whole shop that sends no more codes needs a person; the others affect one buyer.
  if (limit === "codesOfMerchant") services.log.error("security.limit_reached", details);
  else services.log.warn("security.limit_reached", details);
  const otherMethods = await openMethods(services, subject);
  return retryAfterSeconds === null
    ? new Problem("attempts_used_up", { limit, otherMethods })
    : new Problem("too_many_attempts", { limit, otherMethods, retryAfterSeconds });
}

/** Methods that the order allows, that have an account, and that are not counted with the one that is held back. */
async function openMethods(services: Services, { order, method, channel }: Subject): Promise<MethodId[]> {
  const others = allMethods.filter(
    (other) =>
      (other.surface === "panel" || other.isInEveryBrowser === true) &&
      isOnPage(other, channel) &&
      (tryKindOf(other) === null || tryKindOf(other) !== tryKindOf(method)) &&
      (other.currency ?? order.currency) === order.currency &&
      namesOf(other).some((name) => order.allowed_methods.includes(name)),
  );
  const accounts = await Promise.all(others.map(({ id }) => services.providers.of(id, order.merchant_id)));
  return others.filter((_, index) => accounts[index] !== null).map(({ id }) => id);
}
