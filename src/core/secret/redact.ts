/**
 * Text of others made safe to keep: what a provider says, and what a shop's address answers. Digit runs that
 * could be a card number go, whatever they are; in JSON, so do values under names that sound secret. Our own log loses
 * card numbers by the same rule of what belongs to one number.
 */
import { normaliseDigits } from "../text.ts";
import { hasLuhnCheckDigit } from "../validators.ts";

/** A digit of the scripts in which people here write numbers: ASCII, Arabic-Indic, Persian, full width. */
const digit = "[0-9\\u0660-\\u0669\\u06f0-\\u06f9\\uff10-\\uff19]";

/** What may stand between any two digits of one number: a space or a dash of any width, or a mark of direction. */
const smallGap = "[\\p{Zs}\\p{Pd}\\p{Cf}]";

/**
 * What may stand between two groups as on a card: dots and up to three characters as well. The groups must have the
 * size of a card's, so that amounts, dates, clock times and addresses of machines stay what they are.
 */
const groupGap = `(?<=(?<!${digit})${digit}{4,6})[\\s\\p{Pd}\\p{Cf}.]{1,3}(?=${digit}{3,6}(?!${digit}))`;

/** 12 or more digits, in one piece or grouped as people group them. */
const digitRun = new RegExp(`${digit}(?:(?:${groupGap}|${smallGap})?${digit}){11,}`, "gu");

const digitGroup = new RegExp(`${digit}+`, "gu");

const secretName =
  /^(number|expiry|securitycode|cvv|cvc|pin|pan|aes256key|ciphertext|creq|cres|pareq|pares|otpvalue|trandata|.*(password|passcode|otp|secret|token|signature|authorization|authenticationtoken|api[-_]?key|sessionid|cookie))$/i;

const hidden = "***";

const fewestCardDigits = 13;

/** The text with every run of 12 or more digits as `***`; for what others say. */
export function redactDigits(text: string): string {
  return text.replace(digitRun, hidden);
}

/**
 * The text with every card number as `[PAN]`: 13 to 19 digits with the check digit of a card, also as some of the
 * groups of a longer row of digits. For our own log, where other long numbers must stay readable.
 */
export function redactCardNumbers(text: string): string {
  // Most of what is logged is too short to hold one.
  if (text.length < fewestCardDigits) return text;
  return text.replace(digitRun, (run) => {
    const groups = run.match(digitGroup) ?? [];
    const gaps = run.split(digitGroup);
    const numbers = groups.map((group) => normaliseDigits(group.normalize("NFKC")));
    let shown = "";
    for (let first = 0; first < groups.length; ) {
      const count = groupsOfCard(numbers, first);
      shown += count > 0 ? "[PAN]" : groups[first];
      first += Math.max(count, 1);
      shown += gaps[first];
    }
    return shown;
  });
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

/** How many of the groups, from this one on, are a card number: as many as can be, or 0. */
function groupsOfCard(numbers: readonly string[], first: number): number {
  let digits = "";
  let count = 0;
  for (let index = first; index < numbers.length; index += 1) {
    digits += numbers[index];
    if (digits.length > 19) break;
    if (couldBeCard(digits)) count = index - first + 1;
  }
  return count;
}

function couldBeCard(digits: string): boolean {
  // The milliseconds of our time have 13 digits, of which the first is 1; no card has.
  return digits.length >= 13 && !/^1\d{12}$/.test(digits) && hasLuhnCheckDigit(digits);
}

function withoutSecrets(value: unknown, under = ""): unknown {
  if (typeof value === "string") return redactDigits(value);
  if (typeof value === "number") return Math.abs(value) >= 1e11 ? hidden : value;
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
