/** Money that goes back: by the provider where it can, at once or later, else by the shop, by hand; and what is given up before it is money. */
import { openRefundStates } from "#core/refund-status.ts";
import type { MethodId } from "#methods/catalog.ts";
import { sendDueRefunds } from "#server/payments/refund-jobs.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import { advanceSimulators, type TestApp } from "./app-harness.ts";
import { actAtBank } from "./buyers.ts";
import type { methodsPaidInParts } from "./reference-services.ts";

/** Whether the provider of a method gives money back. */
export function isRefundedByProvider({ services }: TestApp, method: MethodId): boolean {
  return services.providers.ofInstallation(method)?.refund !== undefined;
}

/** Whether the provider of a method has a call that gives up what was approved there; else it runs out by itself. */
export function isGivenUpAtProvider({ services }: TestApp, method: MethodId): boolean {
  return services.providers.ofInstallation(method)?.cancel !== undefined;
}

const minuteMs = 60_000;

/**
 * Lets providers end the refunds that are under way, and begin those of surplus.
 * @throws Error when one has not ended within an hour
 */
export async function endRefunds(app: TestApp): Promise<void> {
  for (let minute = 0; minute < 60; minute += 1) {
    await checkDueAttempts(app.services);
    await sendDueRefunds(app.services);
    const open = await app.db.kysely
      .selectFrom("refunds")
      .select("id")
      .where("state", "in", openRefundStates)
      .executeTakeFirst();
    if (!open) return;
    app.clock.advance(minuteMs);
    await advanceSimulators(app, minuteMs);
  }
  throw new Error("a refund has been under way for an hour");
}

/** The state of a payment whose money was not needed: its provider has given it back, or the shop is yet to do so. */
export async function endSurplus(app: TestApp, method: MethodId): Promise<"refunded" | "surplus"> {
  if (!isRefundedByProvider(app, method)) return "surplus";
  await endRefunds(app);
  return "refunded";
}

/**
 * The state of a part that is not needed, once no more can come: a number that its provider keeps open runs out first.
 * @returns as `endSurplus`
 */
export async function endPart(
  app: TestApp,
  { method, afterCancel }: (typeof methodsPaidInParts)[number],
): Promise<"refunded" | "surplus"> {
  if (afterCancel === "offered") {
    await actAtBank(app, method, "expire");
    app.clock.advance(minuteMs + 1_000);
    await checkDueAttempts(app.services);
  }
  return await endSurplus(app, method);
}
