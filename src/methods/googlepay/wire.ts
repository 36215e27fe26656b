/**
 * The outer shape of Google's payment token, `paymentMethodData.tokenizationData.token`. Document:
 * developers.google.com/pay/api/web/guides/resources/payment-data-cryptography
 */
import { z } from "zod";

export const googleToken = z.looseObject({
  protocolVersion: z.string().min(1),
  signature: z.string().min(1),
  /** The encrypted content as text; the signature is over these very characters. */
  signedMessage: z.string().min(1),
});
