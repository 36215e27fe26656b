/**
 * Asks a provider about a payment that cannot exist, on one account. Nothing is charged, opened or changed; the answer
 * shows whether the provider is reachable and accepts the account.
 */
import { minor, zero } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import type { Http, HttpResult } from "#core/ports.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { MerchantValidation } from "#methods/device-wallets/merchant-validation.ts";
import { flowFactsOf } from "#methods/flow.ts";
import type { AttemptContext, PaymentProvider, ProviderPorts } from "#methods/payment-method.ts";
import type { MethodAccount } from "#methods/registry.ts";

export type Finding = {
  readonly what: string;
  readonly state: "ok" | "wrong" | "off";
  readonly detail: string;
};

/** What the provider's clock said, for comparing: its host, and by how much ours is ahead. */
export type ClockSample = { readonly host: string; readonly aheadMs: number };

type Subject = {
  readonly what: string;
  readonly method: MethodId;
  /** Host of the pages, which a wallet's servers need. */
  readonly domain: string;
};

/**
 * Probes one account.
 * @param open builds the account on the given ports; may throw the sentence that a start would show
 */
export async function probeAccount(
  subject: Subject,
  ports: ProviderPorts,
  open: (ports: ProviderPorts) => MethodAccount | null,
): Promise<{ readonly finding: Finding; readonly clocks: readonly ClockSample[] }> {
  const { what } = subject;
  const seen = recordAnswers(ports);
  try {
    const account = open({ ...ports, http: seen.http });
    if (account === null) return { finding: { what, state: "off", detail: "no account" }, clocks: [] };
    const finding = await ask(subject, account.provider, seen.last);
    const detail = `${finding.detail}${finding.state === "ok" ? withoutLimit(subject.method, account) : ""}`;
    return { finding: { ...finding, detail }, clocks: seen.clocks };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { finding: { what, state: "wrong", detail }, clocks: [] };
  }
}

/**
 * What is added where a service that pays for the buyer states no highest amount, and the account neither: its contract has one, and a buyer of
 * more is offered the method, and refused after the press.
 */
function withoutLimit(method: MethodId, { provider, limits }: MethodAccount): string {
  const isByContract = flowFactsOf(method)?.way === "redirect" && !provider.amountLimits;
  return isByContract && (limits?.highest ?? null) === null
    ? "; no highest amount is set: more than its contract takes is offered, and refused after the press"
    : "";
}

/** Ports that note each answer: the last one, and what the providers' clocks said. */
export function recordAnswers({ http, clock }: Pick<ProviderPorts, "http" | "clock">) {
  const clocks: ClockSample[] = [];
  let last: HttpResult | null = null;
  const recording: Http = async (request) => {
    const result = await http(request);
    last = result;
    const date = result.kind === "answer" ? Date.parse(result.headers["date"] ?? "") : Number.NaN;
    if (!Number.isNaN(date)) clocks.push({ host: new URL(request.url).host, aheadMs: clock.now() - date });
    return result;
  };
  return { http: recording, clocks, last: () => last };
}

async function ask(
  subject: Subject,
  provider: PaymentProvider,
  last: () => HttpResult | null,
): Promise<Finding> {
  const { what, method } = subject;
  const verdict = readAnswer(await provider.check(unknownPayment(method)), last());
  if (verdict !== null) return { what, state: "wrong", detail: verdict };
  if (!provider.validateMerchant) return { what, state: "ok", detail: `${provider.id} answers` };
  if (await isValidated(provider.validateMerchant, subject.domain))
    return { what, state: "ok", detail: `${provider.id} and the wallet answer` };
  const why = failureOf(last()) ?? "it does not know the merchant, the certificate or the domain";
  return { what, state: "wrong", detail: `the wallet's servers: ${why}` };
}

/**
 * Whether a provider answers on an account: asked about a payment that cannot exist, it says so. Nothing is charged, opened
 * or changed.
 */
export async function answersOnAccount(provider: PaymentProvider, method: MethodId): Promise<boolean> {
  return isAboutPayment(await provider.check(unknownPayment(method)));
}

const isAboutPayment = ({ kind }: Outcome): boolean => kind !== "unknown" && kind !== "not_sent";

/** An answer about the payment, whatever it says of it, proves provider and account. */
function readAnswer(outcome: Outcome, last: HttpResult | null): string | null {
  if (last === null) return "nothing was asked";
  if (isAboutPayment(outcome)) return null;
  const why = "why" in outcome ? outcome.why : outcome.kind;
  return failureOf(last) ?? `it answers, and refuses: ${why}`;
}

/** What an answer says of the way to a provider or of the credentials; null where it says nothing. */
export function failureOf(result: HttpResult | null): string | null {
  if (result === null) return null;
  if (result.kind !== "answer") return `not reachable: ${result.reason}`;
  if (result.status === 401 || result.status === 403)
    return `the credentials are refused (HTTP ${result.status})`;
  return result.status >= 500 ? `out of order (HTTP ${result.status})` : null;
}

/** Apple's published addresses of validation: where money is real, and its sandbox. */
const validationUrls = [
  "https://apple-pay-gateway.apple.com/paymentservices/paymentSession",
  "https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession",
];

/** An account takes one of the addresses; the other is refused before anything is sent. */
async function isValidated(validate: MerchantValidation, domain: string): Promise<boolean> {
  for (const validationUrl of validationUrls) {
    const { kind } = await validate({ validationUrl, domain, displayName: "Wasl" });
    if (kind === "validated") return true;
  }
  return false;
}

/** No attempt has this id: ours begin with the time. Nothing is stored with it, as with a payment whose start was not answered. */
function unknownPayment(method: MethodId): AttemptContext {
  return {
    attempt: {
      id: "doctor0000000000000000000",
      amount: minor(100),
      currency: "SAR",
      reference: null,
      step: "start",
      createdAt: 0,
      earlierCardPayments: 0,
      data: {},
    },
    order: {
      orderNumber: "0000000000000000",
      allowedMethods: [method],
      total: minor(100),
      vat: zero,
      discount: zero,
      lines: [],
      createdAt: 0,
      expiresAt: null,
    },
    merchant: { id: 0, username: "doctor", shopName: "Wasl" },
    payer: {
      name: "",
      mobile: "",
      email: null,
      city: null,
      address: null,
      ipAddress: null,
      userAgent: null,
      acceptHeader: null,
    },
    language: "en",
    returnUrl: "",
    notificationUrl: "",
  };
}
