/**
 * The suite's driver for methods that end in a reference (a SADAD bill, a transfer): the real adapter against its
 * simulator, with a buyer who pays at the simulator's bank page.
 */
import type { MethodServer } from "#methods/method-server.ts";
import type { AttemptContext, WebhookRequest } from "#methods/payment-method.ts";
import type { Simulator } from "#sim/kit.ts";
import { openRedirect, type RedirectUnderTest } from "./redirect-driver.ts";

/** What is the same for every test of one method. */
export type ReferenceService<Settings> = {
  readonly simulator: () => Simulator;
  readonly server: MethodServer<Settings>;
  readonly input: unknown;
  /** An amount that the provider refuses to issue anything for. */
  readonly refusedAmount: number;
  /** Name of the simulator's operation that asks for its status, and of the one that pays at the bank. */
  readonly operations: { readonly check: string; readonly pay: string };
  /** A text in the notification of a payment. */
  readonly paidNotification: string;
  /** Absent where the proof is not in the headers, which is what the suite takes away. */
  readonly forgeries?: (genuine: WebhookRequest) => readonly WebhookRequest[];
  readonly secrets: (settings: Settings) => readonly string[];
};

export type References = Omit<RedirectUnderTest, "choose" | "notifications"> & {
  readonly notifications?: NonNullable<RedirectUnderTest["notifications"]>;
  /** Notifications of a payment so far, once one with the text of a payment is among them. */
  readonly notified: NonNullable<RedirectUnderTest["notifications"]>;
  /** Presses a button of the bank page for the bill or transfer of an attempt. */
  readonly press: (context: AttemptContext, action: string) => Promise<void>;
};

/** Starts a provider of its own for one test. */
export async function openReferences<Settings>(service: ReferenceService<Settings>): Promise<References> {
  const { check, pay } = service.operations;
  const {
    choose: _,
    notifications,
    ...subject
  } = await openRedirect({
    simulator: service.simulator,
    server: service.server,
    input: () => Object(service.input),
    decliningAmounts: { rejected_by_provider: service.refusedAmount },
    operations: { confirm: check, capture: check, refund: check, check },
    approvedNotification: service.paidNotification,
    forgeries: service.forgeries ?? (() => []),
    secrets: service.secrets,
  });
  const { name } = service.simulator();
  const bank = `${subject.simulatorUrl}/${name}/bank`;
  const press = async (context: AttemptContext, action: string): Promise<void> => {
    const id = await bankId(subject, name, context.attempt.id);
    const body = new URLSearchParams({ action });
    const response = await fetch(`${bank}/${id}`, { method: "POST", body, redirect: "manual" });
    await response.body?.cancel();
    if (response.status !== 303) throw new Error(`the bank answered ${response.status}`);
  };
  if (!notifications) throw new Error("the driver has a receiver of notifications");
  return {
    ...subject,
    notified: notifications,
    ...(service.forgeries && { notifications }),
    press,
    buyerActs: async ({ context }) => press(context, "pay"),
    // What the bank moves is decided when the buyer pays, not when it is asked.
    arm: async (fault, step) => {
      if (fault !== "amount_mismatch") return await subject.arm(fault, step);
      await subject.control("faults", { simulator: name, fault, operation: pay });
    },
  };
}

/** The id under which the bank page has what was issued for an attempt. */
async function bankId(
  subject: Pick<RedirectUnderTest, "control">,
  name: string,
  attemptId: string,
): Promise<string> {
  const { simulators } = Object(await subject.control("state"));
  const stores: Record<string, { entries?: { id?: string }[] }> = simulators[name].stores;
  const all = Object.values(stores).flatMap(({ entries = [] }) => entries);
  const found = all.find((entry) => entry.id !== undefined && JSON.stringify(entry).includes(attemptId));
  if (found?.id === undefined) throw new Error(`the bank has nothing for ${attemptId}`);
  return found.id;
}
