/**
 * The outer shape of Apple's payment token. Documents: developer.apple.com/documentation/applepayontheweb
 * (ApplePayPaymentToken) and developer.apple.com/documentation/passkit (Payment token format reference).
 */
import { z } from "zod";

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** `paymentData`: encrypted for the gateway. Members that we do not know are passed on. */
export const applePaymentData = z.looseObject({
  version: z.enum(["EC_v1", "RSA_v1"]),
  data: base64,
  signature: base64,
  header: z.looseObject({
    /** Apple's own number of the payment, under its signature; hexadecimal. */
    transactionId: z.string().regex(/^[0-9a-f]{2,128}$/i),
  }),
});

/** What the browser has: the encrypted part, and words about the card that are not needed. */
export const appleToken = z.looseObject({ paymentData: applePaymentData });
