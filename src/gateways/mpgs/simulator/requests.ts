/**
 * The requests that the simulated gateway understands, as strict shapes: version 100 of its REST-JSON protocol.
 * Fields that a session may supply are optional here and demanded by the operation.
 */

import { z } from "zod";
import { isCardNumber } from "./cards.ts";
import { walletNames } from "./wallets.ts";

const text = (maximum: number) => z.string().min(1).max(maximum);
const decimal = z.union([
  z.string().regex(/^\d{1,12}(?:\.\d{1,3})?$/),
  z.number().min(0).max(999_999_999_999),
]);
const currency = z.string().regex(/^[A-Z]{3}$/);
const httpUrl = z.url({ protocol: /^https?$/ }).max(2048);

const address = z.strictObject({
  street: text(100).optional(),
  street2: text(100).optional(),
  city: text(100).optional(),
  stateProvince: text(20).optional(),
  stateProvinceCode: text(3).optional(),
  postcodeZip: text(10).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  company: text(100).optional(),
});
const billing = z.strictObject({ address: address.optional() });
const contact = z.strictObject({
  firstName: text(50).optional(),
  lastName: text(50).optional(),
  email: z.email().optional(),
  mobilePhone: text(20).optional(),
  phone: text(20).optional(),
});
const shipping = z.strictObject({
  address: address.optional(),
  contact: contact.optional(),
  method: text(32).optional(),
});

/** EMV 3-D Secure wants these of every browser. */
const browserDetails = z.strictObject({
  "3DSecureChallengeWindowSize": z.enum(["250_X_400", "390_X_400", "500_X_600", "600_X_400", "FULL_SCREEN"]),
  acceptHeaders: text(2048),
  colorDepth: z.literal([1, 4, 8, 15, 16, 24, 32, 48]),
  javaEnabled: z.boolean(),
  javaScriptEnabled: z.boolean().optional(),
  language: text(8),
  screenHeight: z.int().min(0).max(999_999),
  screenWidth: z.int().min(0).max(999_999),
  timeZone: z.int().min(-840).max(840),
});
const device = z.strictObject({
  browser: text(2048).optional(),
  ipAddress: z.union([z.ipv4(), z.ipv6()]).optional(),
  hostname: text(60).optional(),
  browserDetails: browserDetails.optional(),
});

const card = z.strictObject({
  number: z.string().refine(isCardNumber).optional(),
  expiry: z
    .strictObject({ month: z.string().regex(/^(?:0?[1-9]|1[0-2])$/), year: z.string().regex(/^\d{2}$/) })
    .optional(),
  securityCode: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
  nameOnCard: text(256).optional(),
  devicePayment: z.strictObject({ paymentToken: text(32_768) }).optional(),
});
const sourceOfFunds = z.strictObject({
  type: z.literal("CARD").optional(),
  provided: z.strictObject({ card: card.optional() }).optional(),
});

const sessionRef = z.strictObject({ id: text(35), version: z.string().length(10).optional() });
const correlationId = text(100).optional();
const walletProvider = z.enum(walletNames);
const transactionReference = z.strictObject({ reference: text(40).optional() });

/** POST session; the body may be absent. */
export const createSessionSchema = z
  .strictObject({
    session: z.strictObject({ authenticationLimit: z.int().min(0).max(25).optional() }).optional(),
    correlationId,
  })
  .optional();

/** PUT session/{id}. */
export const updateSessionSchema = z.strictObject({
  order: z
    .strictObject({
      amount: decimal.optional(),
      currency: currency.optional(),
      id: text(40).optional(),
      reference: text(40).optional(),
      description: text(127).optional(),
      notificationUrl: httpUrl.optional(),
      walletProvider: walletProvider.optional(),
    })
    .optional(),
  sourceOfFunds: sourceOfFunds.optional(),
  authentication: z
    .strictObject({
      channel: z.literal("PAYER_BROWSER").optional(),
      purpose: z.literal("PAYMENT_TRANSACTION").optional(),
      acceptVersions: text(20).optional(),
      redirectResponseUrl: httpUrl.optional(),
    })
    .optional(),
  transaction: z.strictObject({ id: text(40).optional(), reference: text(40).optional() }).optional(),
  billing: billing.optional(),
  customer: contact.optional(),
  shipping: shipping.optional(),
  device: device.optional(),
  correlationId,
});

/** Takes no order.amount and no device: the gateway refuses them in this operation. */
export const initiateAuthenticationSchema = z.strictObject({
  apiOperation: z.literal("INITIATE_AUTHENTICATION"),
  authentication: z
    .strictObject({
      channel: z.literal("PAYER_BROWSER").optional(),
      purpose: z.literal("PAYMENT_TRANSACTION").optional(),
      acceptVersions: z
        .string()
        .regex(/^(?:3DS1,)?3DS2$/)
        .optional(),
    })
    .optional(),
  order: z
    .strictObject({
      currency: currency.optional(),
      reference: text(40).optional(),
      notificationUrl: httpUrl.optional(),
      walletProvider: walletProvider.optional(),
    })
    .optional(),
  session: sessionRef.optional(),
  sourceOfFunds: sourceOfFunds.optional(),
  transaction: transactionReference.optional(),
  correlationId,
});

export const authenticatePayerSchema = z.strictObject({
  apiOperation: z.literal("AUTHENTICATE_PAYER"),
  authentication: z.strictObject({ redirectResponseUrl: httpUrl.optional() }).optional(),
  device: device.optional(),
  order: z
    .strictObject({
      amount: decimal.optional(),
      currency: currency.optional(),
      reference: text(40).optional(),
    })
    .optional(),
  session: sessionRef.optional(),
  sourceOfFunds: sourceOfFunds.optional(),
  transaction: transactionReference.optional(),
  billing: billing.optional(),
  customer: contact.optional(),
  shipping: shipping.optional(),
  correlationId,
});

/** PAY and AUTHORIZE. */
export const paySchema = z.strictObject({
  apiOperation: z.enum(["PAY", "AUTHORIZE"]),
  authentication: z.strictObject({ transactionId: text(40).optional() }).optional(),
  order: z
    .strictObject({
      amount: decimal.optional(),
      currency: currency.optional(),
      reference: text(40).optional(),
      description: text(127).optional(),
      notificationUrl: httpUrl.optional(),
      walletProvider: walletProvider.optional(),
    })
    .optional(),
  session: sessionRef.optional(),
  sourceOfFunds: sourceOfFunds.optional(),
  transaction: z
    .strictObject({ reference: text(40).optional(), source: z.literal("INTERNET").optional() })
    .optional(),
  billing: billing.optional(),
  customer: contact.optional(),
  shipping: shipping.optional(),
  device: device.optional(),
  correlationId,
});

/** CAPTURE and REFUND. */
export const followUpSchema = z.strictObject({
  apiOperation: z.enum(["CAPTURE", "REFUND"]),
  transaction: z.strictObject({ amount: decimal, currency, reference: text(40).optional() }),
  order: z.strictObject({ reference: text(40).optional(), notificationUrl: httpUrl.optional() }).optional(),
  correlationId,
});

export const voidSchema = z.strictObject({
  apiOperation: z.literal("VOID"),
  transaction: z.strictObject({ targetTransactionId: text(40), reference: text(40).optional() }),
  correlationId,
});

/** What the hosted fields of one page send; fields that the page does not have are absent. */
export const hostedFieldsSchema = z.strictObject({
  number: z.string().max(40).optional(),
  securityCode: z.string().max(10).optional(),
  expiryMonth: z.string().max(10).optional(),
  expiryYear: z.string().max(10).optional(),
  nameOnCard: z.string().max(256).optional(),
});

export type UpdateSession = z.infer<typeof updateSessionSchema>;
export type InitiateAuthentication = z.infer<typeof initiateAuthenticationSchema>;
export type AuthenticatePayer = z.infer<typeof authenticatePayerSchema>;
export type Pay = z.infer<typeof paySchema>;
export type FollowUp = z.infer<typeof followUpSchema>;
export type Void = z.infer<typeof voidSchema>;
export type SourceOfFunds = z.infer<typeof sourceOfFunds>;
export type HostedFields = z.infer<typeof hostedFieldsSchema>;
