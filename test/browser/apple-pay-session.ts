/**
 * A stand-in for Apple's `ApplePaySession`, for browsers that have none: `page.addInitScript(installApplePaySession,
 * options)`. It keeps Apple's rules that matter to a page: a press is needed, one sheet at a time, unknown versions
 * and networks throw, a merchant session must be whole, fresh and for this domain, contacts come only if asked for,
 * and a sheet that is not completed is ended after 30 seconds. The buyer acts through `window.applePayDevice`.
 */

export type ApplePayDeviceOptions = {
  /** Highest version that the device knows; 0 is a device without a wallet. */
  readonly version?: number;
  /** Browsers before user activation: the sheet opens without a press. */
  readonly needsNoPress?: boolean;
  /** Where the device sends the shop for its merchant session. */
  readonly validationURL?: string;
};

/** What a test may do as the buyer, and what the device saw. */
export type ApplePayDevice = {
  readonly log: unknown[];
  /** How often a sheet was asked for without a press, and refused for that. */
  readonly refusals: () => number;
  /** The sheet is open and waits for the buyer. */
  readonly isOpen: () => boolean;
  /** Face ID. `expiry` 05/39 is a card that its bank declines. */
  readonly approve: (card?: { readonly number?: string; readonly expiry?: string }) => void;
  readonly dismiss: () => void;
};

declare global {
  interface Window {
    applePayDevice: ApplePayDevice;
  }
}

/** Runs in the page, before its own scripts; it must not use anything from outside of itself. */
export function installApplePaySession(options: ApplePayDeviceOptions): void {
  const highest = options.version ?? 6;
  const networksSince: Record<string, number> = { amex: 1, masterCard: 1, visa: 1, elo: 5, mada: 5 };
  const contact = {
    name: { givenName: "Noura", familyName: "Alotaibi" },
    phone: { phoneNumber: "+966551234567" },
    postalAddress: { addressLines: ["King Fahd Rd 1"], locality: "Riyadh", countryCode: "SA" },
  };
  const appleTimeoutMs = 30_000;
  const pressMs = 1_000;
  const log: unknown[] = [];
  let refusals = 0;
  type Request = {
    readonly countryCode?: string;
    readonly currencyCode?: string;
    readonly supportedNetworks?: string[];
    readonly merchantCapabilities?: string[];
    readonly total?: { readonly label?: string; readonly amount?: string };
    readonly requiredShippingContactFields?: (keyof typeof contact)[];
  };
  let current: ApplePaySession | null = null;
  // The browser's own `userActivation` is also set by what a test does to the page.
  let isPressed = false;
  addEventListener(
    "click",
    ({ isTrusted }) => {
      isPressed = isTrusted;
      setTimeout(() => {
        isPressed = false;
      }, pressMs);
    },
    { capture: true },
  );

  class ApplePaySession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static canMakePayments = (): boolean => highest > 0;
    static supportsVersion = (version: number): boolean => version >= 1 && version <= highest;

    onvalidatemerchant: ((event: object) => void) | null = null;
    onpaymentauthorized: ((event: object) => void) | null = null;
    oncancel: ((event: object) => void) | null = null;
    state: "made" | "begun" | "open" | "authorized" | "over" = "made";
    readonly #version: number;
    readonly #request: Request;

    constructor(version: number, request: Request) {
      if (!isPressed && options.needsNoPress !== true) {
        refusals += 1;
        throw new DOMException("a user gesture is needed", "InvalidAccessError");
      }
      if (!ApplePaySession.supportsVersion(version))
        throw new DOMException("unsupported version", "InvalidAccessError");
      const wrong = wrongIn(request, version);
      if (wrong) throw new TypeError(wrong);
      this.#version = version;
      this.#request = request;
      log.push({ made: version, request: structuredClone(request) });
    }

    begin(): void {
      if (current) throw new DOMException("another session is active", "InvalidStateError");
      if (!this.onvalidatemerchant || !this.onpaymentauthorized) throw new TypeError("handlers are missing");
      current = this;
      this.state = "begun";
      const validationURL =
        options.validationURL ?? "https://apple-pay-gateway.apple.com/paymentservices/startSession";
      setTimeout(() => this.onvalidatemerchant?.({ validationURL }));
    }

    completeMerchantValidation(session: Record<string, unknown>): void {
      if (this.state !== "begun") throw new DOMException("no validation is due", "InvalidStateError");
      const members = [
        "merchantSessionIdentifier",
        "nonce",
        "merchantIdentifier",
        "signature",
        "displayName",
      ];
      const isWhole = members.every(
        (member) => typeof session[member] === "string" && session[member] !== "",
      );
      const isFresh = Number(session["expiresAt"]) > Date.now();
      const isOurs = session["domainName"] === location.hostname;
      log.push({ validated: isWhole && isFresh && isOurs });
      if (isWhole && isFresh && isOurs) this.state = "open";
      else this.end("cancelled by the device");
    }

    abort(): void {
      if (this.state === "over") throw new DOMException("the session is over", "InvalidStateError");
      log.push("aborted");
      this.state = "over";
      current = null;
    }

    completePayment(result: number | { readonly status?: number }): void {
      if (this.state !== "authorized") throw new DOMException("nothing is authorized", "InvalidStateError");
      const isKnown = this.#version < 3 ? typeof result === "number" : typeof result === "object";
      if (!isKnown) throw new TypeError("the result has the form of another version");
      log.push({ completed: typeof result === "object" ? result.status : result });
      this.state = "over";
      current = null;
    }

    end(why: string): void {
      log.push(why);
      this.state = "over";
      current = null;
      this.oncancel?.({});
    }

    approve(card: { readonly number?: string; readonly expiry?: string }): void {
      this.state = "authorized";
      const asked = this.#request.requiredShippingContactFields ?? [];
      const shippingContact = Object.assign({}, ...asked.map((field) => contact[field]));
      const token = makeToken(card);
      this.onpaymentauthorized?.({ payment: { token, ...(asked.length > 0 && { shippingContact }) } });
      setTimeout(() => this.state === "authorized" && this.end("ended by the device"), appleTimeoutMs);
    }
  }

  function wrongIn(request: Request, version: number): string | null {
    if (!/^[A-Z]{2}$/.test(request.countryCode ?? "")) return "countryCode";
    if (!/^[A-Z]{3}$/.test(request.currencyCode ?? "")) return "currencyCode";
    const networks = request.supportedNetworks ?? [];
    if (networks.length === 0) return "supportedNetworks";
    if (networks.some((network) => (networksSince[network] ?? 99) > version))
      return "a network of a later version";
    if (!request.merchantCapabilities?.includes("supports3DS")) return "merchantCapabilities";
    if (!request.total?.label || !/^\d+(\.\d+)?$/.test(request.total.amount ?? "")) return "total";
    return null;
  }

  function makeToken({
    number = "4508750015741019",
    expiry = "01/39",
  }: {
    readonly number?: string;
    readonly expiry?: string;
  }): object {
    const [month, year] = expiry.split("/");
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const random = btoa(hex);
    return {
      paymentData: {
        version: "EC_v1",
        data: btoa(JSON.stringify({ number, expiry: { month, year } })),
        signature: random,
        header: { ephemeralPublicKey: random, publicKeyHash: random, transactionId: hex },
      },
      paymentMethod: { displayName: `Visa ${number.slice(-4)}`, network: "Visa", type: "debit" },
      transactionIdentifier: hex.toUpperCase(),
    };
  }

  function open(): ApplePaySession {
    if (current?.state !== "open") throw new Error("the sheet is not open");
    return current;
  }

  window.applePayDevice = {
    log,
    refusals: () => refusals,
    isOpen: () => current?.state === "open",
    approve: (card = {}) => open().approve(card),
    dismiss: () => open().end("dismissed"),
  };
  Object.assign(window, { ApplePaySession });
}
