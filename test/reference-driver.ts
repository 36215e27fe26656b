/**
 * The suite's driver for methods that end in a reference (a SADAD bill, a transfer): the real adapter against its
 * simulator, with a buyer who pays at the simulator's bank page.
 */
import type { AttemptContext, WebhookRequest } from "#methods/payment-method.ts";
import type { PreparedPayment, ProviderUnderTest, Situation } from "#methods/provider-suite.ts";
import { type DrivenMethod, type MethodUnderTest, openMethod } from "./simulated-provider.ts";

/** What is the same for every test of one method. */
export type ReferenceService<Settings> = Omit<DrivenMethod<Settings>, "operations" | "decliningAmounts"> & {
  readonly input: unknown;
  /** An amount that the provider refuses to issue anything for. */
  readonly refusedAmount: number;
  /** Names of the simulator's operations that ask for its status, pay at the bank and, where the provider can, refund. */
  readonly operations: { readonly check: string; readonly buyer: string; readonly refund?: string };
  /** Absent where the proof is not in the headers, which is what the suite takes away. */
  readonly forgeries?: (genuine: WebhookRequest) => readonly WebhookRequest[];
};

export type References = Omit<MethodUnderTest, "notifications"> &
  Pick<ProviderUnderTest, "notifications" | "buyerActs"> & {
    readonly prepare: (situation?: Situation) => Promise<PreparedPayment>;
    /** Notifications of a payment so far, once one with the text of a payment is among them. */
    readonly notified: MethodUnderTest["notifications"];
    /** Presses a button of the bank page for the bill or transfer of an attempt. */
    readonly press: (context: AttemptContext, action: string) => Promise<void>;
  };

/** Starts a provider of its own for one test. */
export async function openReferences<Settings>(service: ReferenceService<Settings>): Promise<References> {
  const { forgeries } = service;
  const { notifications, ...opened } = await openMethod({
    ...service,
    decliningAmounts: { rejected_by_provider: service.refusedAmount },
  });
  const { name } = service.simulator();
  const press = async (context: AttemptContext, action: string): Promise<void> => {
    const id = await bankId(opened, name, context.attempt.id);
    const body = new URLSearchParams({ action });
    const bank = `${opened.simulatorUrl}/${name}/bank/${id}`;
    const response = await fetch(bank, { method: "POST", body, redirect: "manual" });
    await response.body?.cancel();
    if (response.status !== 303) throw new Error(`the bank answered ${response.status}`);
  };
  return {
    ...opened,
    prepare: async (situation = {}) => ({ context: opened.contextOf(situation), input: service.input }),
    notified: notifications,
    ...(forgeries && { notifications, forgeries }),
    press,
    buyerActs: async ({ context }) => press(context, "pay"),
  };
}

/** The id under which the bank page has what was issued for an attempt. */
async function bankId(
  subject: Pick<MethodUnderTest, "control">,
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
