/**
 * A stand-in for Google's payment client: `page.addInitScript(installGooglePay, options)`. It keeps the rules that
 * matter to a page: requests must be complete, the sheet opens only inside of a press, and it ends in a token or in
 * one of Google's status codes. A page that finds it there does not fetch Google's script.
 */

export type GooglePayOptions = {
  /** What `isReadyToPay` says; true by default. */
  readonly isReady?: boolean;
  /** How the buyer leaves the sheet. */
  readonly ends?: "approved" | "CANCELED" | "DEVELOPER_ERROR";
  readonly number?: string;
  /** MM/YY; 05/39 is a card that its bank declines. */
  readonly expiry?: string;
  readonly authMethod?: "PAN_ONLY" | "CRYPTOGRAM_3DS";
};

declare global {
  interface Window {
    /** Everything that the page asked of the client, in order. */
    isGooglePayPressed: boolean;
    googlePayLog: { readonly asked: string; readonly request: unknown }[];
  }
}

type Base = {
  readonly apiVersion?: number;
  readonly apiVersionMinor?: number;
  readonly allowedPaymentMethods?: {
    readonly type?: string;
    readonly parameters?: {
      readonly allowedAuthMethods?: string[];
      readonly allowedCardNetworks?: string[];
    };
    readonly tokenizationSpecification?: {
      readonly type?: string;
      readonly parameters?: { readonly gateway?: string; readonly gatewayMerchantId?: string };
    };
  }[];
};

/** Runs in the page, before its own scripts; it must not use anything from outside of itself. */
export function installGooglePay(options: GooglePayOptions): void {
  const pressMs = 1_000;
  window.googlePayLog = [];
  // The browser's own `userActivation` is also set by what a test does to the page. A press in the frame of the button
  // counts for the page around it, as it does in browsers.
  addEventListener(
    "click",
    ({ isTrusted }) => {
      for (const view of [window, window.parent]) {
        view.isGooglePayPressed = isTrusted;
        setTimeout(() => {
          view.isGooglePayPressed = false;
        }, pressMs);
      }
    },
    { capture: true },
  );

  function requireBase(request: Base): void {
    const [method] = request.allowedPaymentMethods ?? [];
    const isWhole =
      request.apiVersion === 2 &&
      request.apiVersionMinor === 0 &&
      method?.type === "CARD" &&
      method.parameters?.allowedAuthMethods?.length &&
      method.parameters.allowedCardNetworks?.length;
    if (!isWhole) throw { statusCode: "DEVELOPER_ERROR", statusMessage: "the request is not complete" };
  }

  class PaymentsClient {
    constructor({ environment }: { readonly environment?: string }) {
      window.googlePayLog.push({ asked: "new", request: environment });
    }

    async isReadyToPay(request: Base): Promise<{ result: boolean }> {
      requireBase(request);
      window.googlePayLog.push({ asked: "isReadyToPay", request: structuredClone(request) });
      return { result: options.isReady ?? true };
    }

    createButton({ onClick, buttonLocale }: { onClick: () => void; buttonLocale: string }): HTMLElement {
      const button = document.createElement("button");
      button.textContent = buttonLocale === "ar" ? "الدفع عبر Google Pay" : "Pay with Google Pay";
      button.style.blockSize = "100%";
      button.addEventListener("click", onClick);
      return button;
    }

    async loadPaymentData(request: Base): Promise<object> {
      requireBase(request);
      window.googlePayLog.push({ asked: "loadPaymentData", request: structuredClone(request) });
      const specification = request.allowedPaymentMethods?.[0]?.tokenizationSpecification;
      const { ends = "approved" } = options;
      if (!window.isGooglePayPressed || specification?.type !== "PAYMENT_GATEWAY")
        throw { statusCode: "DEVELOPER_ERROR", statusMessage: "not inside of a press, or no gateway" };
      if (ends !== "approved") throw { statusCode: ends, statusMessage: "as told" };
      return {
        apiVersion: 2,
        apiVersionMinor: 0,
        paymentMethodData: {
          type: "CARD",
          description: "Visa •••• 1019",
          info: { cardNetwork: "VISA", cardDetails: "1019" },
          tokenizationData: { type: "PAYMENT_GATEWAY", token: makeToken(specification.parameters) },
        },
      };
    }
  }

  function makeToken(parameters: { readonly gatewayMerchantId?: string } = {}): string {
    const { number = "4508750015741019", expiry = "01/39", authMethod = "CRYPTOGRAM_3DS" } = options;
    const [month, year] = expiry.split("/");
    const { gatewayMerchantId } = parameters;
    const messageId = String(crypto.getRandomValues(new Uint32Array(4)));
    const message = { number, expiry: { month, year }, authMethod, gatewayMerchantId, messageId };
    return JSON.stringify({
      signature: btoa(messageId),
      intermediateSigningKey: { signedKey: '{"keyValue":"k"}', signatures: ["s"] },
      protocolVersion: "ECv2",
      signedMessage: JSON.stringify(message),
    });
  }

  Object.assign(window, { google: { payments: { api: { PaymentsClient } } } });
}
