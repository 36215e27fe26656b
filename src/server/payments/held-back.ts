/** The refusal of a payment that a limit holds back: until when, and by what the order can be paid now. */
import { Problem } from "#core/problem.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
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
  services.log.warn("security.limit_reached", {
    limit,
    method: method.id,
    merchantId: order.merchant_id,
    orderId: order.id,
  });
  const otherMethods = await openMethods(services, subject);
  return retryAfterSeconds === null
    ? new Problem("attempts_used_up", { limit, otherMethods })
    : new Problem("too_many_attempts", { limit, otherMethods, retryAfterSeconds });
}

/** Pages that do not have every panel. Wallets of the device are left out: nobody knows here whether it has them. */
const panelsOf: Readonly<Partial<Record<Payer["channel"], readonly MethodId[]>>> = {
  frame: ["card", "stcpay"],
  simple: ["card"],
  applePay: [],
};

/** Methods that the order allows, that have an account, and that are not counted with the one that is held back. */
async function openMethods(services: Services, { order, method, channel }: Subject): Promise<MethodId[]> {
  const shown = panelsOf[channel];
  const others = catalog.filter(
    (other) =>
      other.surface === "panel" &&
      (shown === undefined || shown.includes(other.id)) &&
      (tryKindOf(other) === null || tryKindOf(other) !== tryKindOf(method)) &&
      (!("currency" in other) || other.currency === order.currency) &&
      other.allowedNames.some((name) => order.allowed_methods.includes(name)),
  );
  const accounts = await Promise.all(others.map(({ id }) => services.providers.of(id, order.merchant_id)));
  return others.filter((_, index) => accounts[index] !== null).map(({ id }) => id);
}
