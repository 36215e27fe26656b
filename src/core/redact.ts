/**
 * Text of others made safe to keep: what a provider says, and what went over the wire in a test. Digit runs that
 * could be a card number go, whatever they are; in JSON, so do values under names that sound secret.
 */

/** 12 or more digits, with single spaces or hyphens between them as people group them. */
const digitRun = /\d(?:[ -]?\d){11,}/g;

const secretName =
  /^(number|expiry|securitycode|cvv|cvc|pin|pan|aes256key|ciphertext|creq|cres|pareq|pares|otpvalue|trandata|.*(password|passcode|otp|secret|token|signature|authorization|authenticationtoken|api[-_]?key|sessionid|cookie))$/i;

const hidden = "***";

/** The text with every run of 12 or more digits as `***`. */
export function redactDigits(text: string): string {
  return text.replace(digitRun, hidden);
}

/** The text of a JSON body without secrets; a text that is not JSON loses its digit runs only. */
export function redactBody(text: string): string {
  try {
    return JSON.stringify(withoutSecrets(JSON.parse(text)));
  } catch {
    return redactDigits(text);
  }
}

/** Whether a value under this name (of a header or a JSON member) is kept out of every text. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

function withoutSecrets(value: unknown, under = ""): unknown {
  if (typeof value === "string") return redactDigits(value);
  if (typeof value === "number")
    return Number.isSafeInteger(value) && Math.abs(value) >= 1e11 ? hidden : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, under));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      // A card session is named by `session.id`: with the API password it stands for a card.
      const isHidden = isSecretName(name) || (under === "session" && name === "id");
      return [name, isHidden ? hidden : withoutSecrets(item, name)];
    }),
  );
}
