/** Payment tokens as the wallets' browser interfaces give them, with a card inside for the simulated gateway to read. */
import { randomBytes } from "node:crypto";

export type TokenCard = {
  readonly number?: string;
  /** MM/YY; 01/39 is approved by the simulator, 05/39 declined. */
  readonly expiry?: string;
  /** PAN_ONLY is the card's own number, where a token of the wallet may hold it. */
  readonly authMethod?: "PAN_ONLY" | "CRYPTOGRAM_3DS";
  readonly gatewayMerchantId?: string;
};

function inside({ number = "4508750015741019", expiry = "01/39", ...rest }: TokenCard): object {
  const [month = "", year = ""] = expiry.split("/");
  return { number, expiry: { month, year }, ...rest };
}

export type AppleToken = {
  readonly paymentData: {
    readonly version: "EC_v1";
    readonly data: string;
    readonly signature: string;
    readonly header: {
      readonly ephemeralPublicKey: string;
      readonly publicKeyHash: string;
      readonly transactionId: string;
    };
  };
  readonly paymentMethod: { readonly displayName: string; readonly network: string; readonly type: string };
  readonly transactionIdentifier: string;
};

/** `payment.token` of an authorised Apple Pay sheet; every call gives another one. */
export function appleToken(card: TokenCard = {}): AppleToken {
  const transactionId = randomBytes(32).toString("hex");
  return {
    paymentData: {
      version: "EC_v1",
      data: Buffer.from(JSON.stringify(inside(card))).toString("base64"),
      signature: randomBytes(64).toString("base64"),
      header: {
        ephemeralPublicKey: randomBytes(65).toString("base64"),
        publicKeyHash: randomBytes(32).toString("base64"),
        transactionId,
      },
    },
    paymentMethod: { displayName: "Visa 1019", network: "Visa", type: "debit" },
    transactionIdentifier: transactionId.toUpperCase(),
  };
}

/** `paymentMethodData.tokenizationData.token` of Google Pay, a text; every call gives another one. */
export function googleToken(card: TokenCard = {}): string {
  const message = { ...inside(card), messageId: randomBytes(12).toString("hex") };
  return JSON.stringify({
    signature: randomBytes(64).toString("base64"),
    intermediateSigningKey: { signedKey: '{"keyValue":"k"}', signatures: ["s"] },
    protocolVersion: "ECv2",
    signedMessage: JSON.stringify(message),
  });
}
