/** A payment method as the server has it: its public calls, how each payment call ends, and its accounts. */
import type { z } from "zod";
import type { BrowserDetails, PaymentResult } from "#contract/payment.ts";
import type { DeclineReason } from "#core/outcome.ts";
import type { ProblemCode } from "#core/problem.ts";
import type { PagelessProvider, PaymentProvider, ProviderPorts } from "./payment-method.ts";

/** How a payment call ended, for the call to turn into the reply of Spec 7. */
export type PayResult =
  | { readonly kind: "paid"; readonly result: PaymentResult }
  | {
      readonly kind: "challenge";
      readonly secure3DHtmlKey: string;
      readonly signature: string;
      readonly orderNumber: string;
    }
  | { readonly kind: "redirect"; readonly url: string; readonly reference: string }
  /** Declined, and the call has a reply of its own for it. */
  | { readonly kind: "declined"; readonly reply: unknown }
  | {
      readonly kind: "otp_sent";
      readonly reference: string;
      readonly signature: string;
      /** The same try again. */
      readonly isAgain?: boolean;
      /** How many wrong codes may still be typed, over all codes of this try. */
      readonly triesLeft: number;
    }
  | {
      readonly kind: "reference_issued";
      readonly reference: string;
      readonly details: Readonly<Record<string, string>>;
    };

/** A wallet token, card session or other single-use value of the buyer. */
export type StartRequest<Input> = {
  readonly input: Input;
  readonly presentedKey: string | null;
  /** Where a one-time code goes: codes to one mobile are counted over all orders. */
  readonly codeMobile?: string;
};

/**
 * One public address of a method. `method-routes.ts` mounts it: the guards, the attempt, the provider step and the
 * settling are the same for all; only these translations differ.
 */
export type MethodCall<StartReply = unknown> = StartCall<StartReply> | ConfirmCall;

/** A method's calls as a map of the contract, for the types of its browser half: `CallsOf<typeof tamaraCalls>`. */
export type CallsOf<List extends readonly MethodCall[]> = {
  readonly [C in List[number] as C["path"]]: {
    readonly summary: string;
    readonly audience: "buyer";
    readonly body: C["body"];
    readonly replies: { readonly 200: C["reply"] };
  };
};

type CallBase = {
  readonly path: `POST /rest/pay/${string}`;
  readonly summary: string;
  /** Its own refusals, in addition to those of every call of its step (contract/payment-problems.ts). */
  readonly problems?: readonly ProblemCode[];
  /** Has the fields of `payerFields` (contract/payment.ts), under their names there. */
  readonly body: z.ZodType;
  readonly reply: z.ZodType;
};

/** Begins a payment. */
export type StartCall<Reply = unknown> = CallBase & {
  readonly step: "start";
  readonly toReply: (result: PayResult) => Reply;
  /** The body after validation, as the provider's input. */
  readonly toInput: (body: never, browser: BrowserDetails | undefined) => StartRequest<unknown>;
  /**
   * The reply for a payment that the provider declined, where Spec 7 gives the call one; else it is a Problem. Null
   * for a decline that is answered like those of every other call: then it is a Problem, too.
   */
  readonly toDeclined?: (decline: {
    readonly reason: DeclineReason;
    readonly providerCode: string | null;
  }) => unknown;
};

/** Continues a payment that waits for input of the buyer: a one-time code. */
export type ConfirmCall = CallBase & {
  readonly step: "confirm";
  readonly toReply: (result: PayResult) => unknown;
  /** The reference and signature that the start's reply gave, and the provider's input. */
  readonly toConfirm: (body: never) => {
    readonly reference: string;
    readonly signature: string;
    readonly input: unknown;
  };
};

/**
 * The server's half of a method as the registry lists it. Settings are per merchant: those that a merchant stored
 * (encrypted), or else the installation's own from the environment. `Provider` is `PaymentProvider` where a start may lead to
 * a page of the provider; `StartReply` is `BillReply` or `TransferReply` where a number is paid (reference-replies.ts).
 */
export type MethodServer<
  Settings = never,
  Provider extends PaymentProvider = PagelessProvider,
  StartReply = unknown,
> = {
  readonly settings: z.ZodType<Settings>;
  /**
   * The installation's settings.
   * @param environment environment variables by name; the method names its own
   * @param simulatorUrl base address of the simulators, in the environments that use them; their published test
   *   credentials are the defaults then
   * @returns null when the installation has none: the method is not offered then
   */
  readonly fromEnvironment: (
    environment: Readonly<Record<string, string | undefined>>,
    simulatorUrl: string | null,
  ) => Settings | null;
  /**
   * What shows that an account is for tests or a sandbox, to follow "because" in a sentence, with nothing secret in
   * it; null for a real one. `live` refuses such accounts: any buyer with a provider's published test data could make
   * orders paid.
   */
  readonly testAccountMark: (settings: Settings) => string | null;
  readonly createProvider: (settings: Settings, ports: ProviderPorts) => Provider;
  /**
   * The settings that the method's panel may use: addresses and public keys, nothing secret. Three names have a meaning for the
   * policy of the pages that have the method (web/payment/account-sources.ts): the script at `scriptUrl` may run, it may talk to
   * `scriptTalksTo` (addresses with blanks between them) and ask for the browser's payment sheet, and pages of the site of `frameUrl` may stand in a frame.
   * A wallet without a script that opens a `PaymentRequest` by a method name that is an address names its origin in `scriptTalksTo`, too: Chromium
   * refuses the request by `connect-src` otherwise.
   */
  readonly publicSettings?: (settings: Settings) => Readonly<Record<string, string>>;
  readonly calls: readonly MethodCall<StartReply>[];
  /** The call by which its sheet validates the shop (`validateMerchant`), with `:orderNumber`; see device-wallets/validation-call.ts. */
  readonly validationPath?: `/rest/pay/${string}/:orderNumber`;
  readonly hostFile?: HostFile;
};

/** A text by which a wallet verifies that a host belongs to the shop: every host that shows the wallet has it. */
export type HostFile = {
  readonly path: `/.well-known/${string}`;
  /** The environment variable with the text; without it there is no file. */
  readonly variable: string;
};
