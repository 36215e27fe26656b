/**
 * The part of Google's browser interface that we use. Documents: developers.google.com/pay/api/web/reference/client
 * and /request-objects, /response-objects beside it.
 */

type CardParameters = {
  readonly allowedAuthMethods: readonly string[];
  readonly allowedCardNetworks: readonly string[];
};

type CardMethod = { readonly type: "CARD"; readonly parameters: CardParameters };

export type IsReadyToPayRequest = {
  readonly apiVersion: 2;
  readonly apiVersionMinor: 0;
  readonly allowedPaymentMethods: readonly CardMethod[];
};

export type PaymentDataRequest = {
  readonly apiVersion: 2;
  readonly apiVersionMinor: 0;
  readonly allowedPaymentMethods: readonly (CardMethod & {
    readonly tokenizationSpecification: {
      readonly type: "PAYMENT_GATEWAY";
      readonly parameters: { readonly gateway: string; readonly gatewayMerchantId: string };
    };
  })[];
  readonly merchantInfo: { readonly merchantName: string; readonly merchantId?: string };
  readonly transactionInfo: {
    readonly totalPriceStatus: "FINAL";
    readonly totalPrice: string;
    readonly currencyCode: string;
    readonly countryCode: string;
  };
};

/** What the buyer approved. The token is for the gateway; nothing of it is looked at here. */
export type PaymentData = {
  readonly paymentMethodData: { readonly tokenizationData: { readonly token: string } };
};

export type ButtonOptions = {
  readonly onClick: () => void;
  readonly allowedPaymentMethods: IsReadyToPayRequest["allowedPaymentMethods"];
  readonly buttonColor: "black" | "white";
  readonly buttonType: "pay";
  readonly buttonLocale: string;
  readonly buttonSizeMode: "fill";
  readonly buttonRadius: number;
};

export type PaymentsClient = {
  readonly isReadyToPay: (request: IsReadyToPayRequest) => Promise<{ readonly result: boolean }>;
  /** Rejects with an object that has a `statusCode`; CANCELED when the buyer closed the sheet. */
  readonly loadPaymentData: (request: PaymentDataRequest) => Promise<PaymentData>;
  /** The official button. It brings styles of its own into the document. */
  readonly createButton: (options: ButtonOptions) => HTMLElement;
};

export type PaymentsApi = {
  readonly PaymentsClient: new (options: { readonly environment: "TEST" | "PRODUCTION" }) => PaymentsClient;
};

/** What the installation or the merchant has set, as the page gets it. */
export type GooglePaySettings = {
  readonly environment: "TEST" | "PRODUCTION";
  readonly scriptUrl: string;
  readonly gatewayMerchantId: string;
  readonly merchantId: string | null;
};

/** Reads the settings of the page; null when they are not there. */
export function readSettings(given: Readonly<Record<string, string>> | undefined): GooglePaySettings | null {
  const { environment, scriptUrl, gatewayMerchantId, merchantId = null } = given ?? {};
  const isComplete =
    (environment === "TEST" || environment === "PRODUCTION") && scriptUrl && gatewayMerchantId;
  return isComplete ? { environment, scriptUrl, gatewayMerchantId, merchantId } : null;
}
