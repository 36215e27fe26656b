/**
 * What the tax authority answers, read as leniently as it is written: lists that are sometimes objects or absent,
 * numbers that are sometimes texts, misspelt fields that are not needed.
 */
import { z } from "zod";

/** One finding of the authority about a document or a request. */
export type AuthorityMessage = {
  /** Such as "BR-KSA-F-06-C23" or "invalid-invoice-hash". */
  readonly code: string;
  /** For people, in the language that was asked for, or English. */
  readonly text: string;
};

const text = z.union([z.string(), z.number()]).transform(String);

const message = z
  .object({ code: text.nullish(), message: text.nullish() })
  .transform((read): AuthorityMessage => ({ code: read.code ?? "", text: read.message ?? "" }));

const messages = z.preprocess(
  (value) => (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z.array(message),
);

/** The answer to a document. */
export const documentAnswer = z.object({
  validationResults: z.object({ warningMessages: messages, errorMessages: messages }),
  reportingStatus: z.string().nullish(),
  clearanceStatus: z.string().nullish(),
  /** base64 of the file with the authority's own stamp and QR code. */
  clearedInvoice: z.string().nullish(),
});

/** The answer to a request for a certificate. */
export const csidAnswer = z.object({
  requestID: text,
  /** base64 of the certificate's base64: user name of later requests as it is. */
  binarySecurityToken: z.base64().min(1),
  secret: z.string().min(1),
});

/** How requests for certificates are refused: three shapes are in use. */
export const csidRefusal = z.union([
  z.object({ errors: z.array(message).min(1) }).transform(({ errors }) => errors),
  z
    .object({ errorCode: text, errorMessage: text.nullish() })
    .transform((read): AuthorityMessage[] => [{ code: read.errorCode, text: read.errorMessage ?? "" }]),
  z
    .object({ code: text, message: text.nullish() })
    .transform((read): AuthorityMessage[] => [{ code: read.code, text: read.message ?? "" }]),
]);
