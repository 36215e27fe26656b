/** The suite's driver for a provider whose buyers go to a page of its own, with one who chooses there. */
import { type Minor, minor } from "#core/money.ts";
import type { DeclineReason, Outcome } from "#core/outcome.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import type { AttemptContext, PaymentProvider, WebhookRequest } from "#methods/payment-method.ts";
import { continued } from "#methods/provider-run.ts";
import type { PreparedPayment, Situation } from "#methods/provider-suite.ts";
import { type DrivenMethod, type MethodUnderTest, openMethod } from "./simulated-provider.ts";

/** What is the same for every test of one provider. */
export type DrivenRedirect<Settings> = DrivenMethod<Settings> & {
  /** What the buyer types into the panel, as the call hands it to the provider. */
  readonly input: object;
  /** The button of the page that the buyer presses, as the simulator calls it; chosen by how it is to end. */
  readonly choice: (declines: DeclineReason | undefined) => string;
  /** Fields that the page takes beside `choice`. */
  readonly pageFields?: Readonly<Record<string, string>>;
  readonly forgeries: (genuine: WebhookRequest) => readonly WebhookRequest[];
};

export type RedirectSituation = Situation & {
  readonly input?: object;
  readonly lines?: AttemptContext["order"]["lines"];
};

export type RedirectUnderTest = MethodUnderTest & {
  readonly prepare: (situation?: RedirectSituation) => Promise<PreparedPayment>;
  readonly buyerActs: (payment: PreparedPayment, started: Outcome) => Promise<void>;
  /** Starts a payment and gives its context as the core would have it afterwards. */
  readonly begin: (situation?: RedirectSituation) => Promise<{ context: AttemptContext; outcome: Outcome }>;
  /** Leaves the provider's page by one of its buttons; gives the address that the browser is sent to. */
  readonly choose: (started: Outcome, choice: string) => Promise<string>;
};

/** Starts a provider of its own for one test. */
export async function openRedirect<Settings>(driven: DrivenRedirect<Settings>): Promise<RedirectUnderTest> {
  const opened = await openMethod(driven);
  const prepare = async (situation: RedirectSituation = {}): Promise<PreparedPayment> => {
    const context = opened.contextOf(situation);
    const lines = situation.lines ?? [threeOfAKind(context.attempt.amount)];
    const input = { ...driven.input, ...situation.input };
    return {
      context: { ...context, order: { ...context.order, lines } },
      input,
      declines: situation.declines,
    };
  };
  const choose = (started: Outcome, choice: string) => leavePage(started, { ...driven.pageFields, choice });
  return {
    ...opened,
    prepare,
    begin: async (situation) => begin(opened.provider, await prepare(situation)),
    choose,
    buyerActs: async ({ declines }, started) => {
      await choose(started, driven.choice(declines));
    },
    forgeries: driven.forgeries,
  };
}

/** A line whose price is a rounded part of its total. */
function threeOfAKind(total: Minor): AttemptContext["order"]["lines"][number] {
  return {
    title: "تمر سكري",
    qty: wholeQuantity(3),
    unitPrice: minor(Math.floor(total / 3)),
    lineTotal: total,
  };
}

async function begin(provider: PaymentProvider, { context, input }: PreparedPayment) {
  const outcome = await provider.start(context, input);
  return { context: continued(context, outcome), outcome };
}

/** What a press of one of the page's buttons does in a browser. */
async function leavePage(started: Outcome, fields: Readonly<Record<string, string>>): Promise<string> {
  if (started.kind !== "redirect") throw new Error(`there is no page after ${JSON.stringify(started)}`);
  const response = await fetch(started.url, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  await response.body?.cancel();
  const address = response.headers.get("location");
  if (address === null) throw new Error(`the page answered ${response.status}`);
  return address;
}
