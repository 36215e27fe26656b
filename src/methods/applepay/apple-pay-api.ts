/**
 * The part of Apple's browser interface that we use, and whether this device has it. Document:
 * developer.apple.com/documentation/applepayontheweb/applepaysession
 */

export type ShippingContact = {
  readonly givenName?: string;
  readonly familyName?: string;
  readonly phoneNumber?: string;
  readonly addressLines?: readonly string[];
  readonly locality?: string;
  /** Two letters: "SA". */
  readonly countryCode?: string;
};

/** What the buyer approved on the sheet. The token is for the gateway; nothing of it is looked at here. */
export type ApplePayment = { readonly token: object; readonly shippingContact?: ShippingContact };

export type ApplePayRequest = {
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly supportedNetworks: readonly string[];
  readonly merchantCapabilities: readonly string[];
  readonly total: { readonly label: string; readonly amount: string };
  readonly requiredShippingContactFields?: readonly string[];
};

/** One sheet. */
export type AppleSheet = {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null;
  onpaymentauthorized: ((event: { readonly payment: ApplePayment }) => void) | null;
  oncancel: (() => void) | null;
  readonly begin: () => void;
  readonly abort: () => void;
  readonly completeMerchantValidation: (session: object) => void;
  /** Versions 1 and 2 take the number alone. */
  readonly completePayment: (result: number | { readonly status: number }) => void;
};

/** `window.ApplePaySession`. The constructor throws outside of a press and for a network that it does not know. */
export type ApplePayApi = {
  new (version: number, request: ApplePayRequest): AppleSheet;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  readonly canMakePayments: () => boolean;
  readonly supportsVersion: (version: number) => boolean;
};

/** Apple Pay as this device has it. */
export type ApplePay = { readonly api: ApplePayApi; readonly version: number };

/** Spec 9: the highest of these that the device knows. */
const versions = [6, 5, 4, 3, 2, 1];

/** Apple Pay of this window, or null where it cannot be used: another device, another browser, no TLS, no wallet. */
export function applePayOf(page: object): ApplePay | null {
  const api: unknown = Reflect.get(page, "ApplePaySession");
  if (!isApi(api)) return null;
  try {
    const version = api.canMakePayments()
      ? versions.find((number) => api.supportsVersion(number))
      : undefined;
    return version === undefined ? null : { api, version };
  } catch {
    // It says by throwing that the document is not allowed to ask.
    return null;
  }
}

function isApi(value: unknown): value is ApplePayApi {
  return typeof value === "function" && "canMakePayments" in value && "supportsVersion" in value;
}
