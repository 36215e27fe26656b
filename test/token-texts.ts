/** The token of a wallet as texts: what of it may be written down nowhere, and how else the same token can be spelled. */
import { parseJson } from "#core/json.ts";

/** Shorter texts are words about a token: its version, the name of a scheme. The number of a card is as long as this. */
const leastLength = 16;
/** As many characters of a text as distinguish it: a log that cuts long texts off holds the secret, too. */
const beginningLength = 40;

/**
 * The beginnings of all long texts in a token, whatever their members are called, those of JSON that is itself a text or
 * in base64 with them: none of them may be in a log or a table.
 * @throws Error where there is none, so that no token passes because nothing was looked for
 */
export function longTextsOf(token: unknown): string[] {
  const texts = leavesOf(token).filter((text) => text.length >= leastLength && isWrittenAsItIs(text));
  if (texts.length === 0) throw new Error("the token has no long text to look for");
  return [...new Set(texts.map((text) => text.slice(0, beginningLength)))];
}

/** JSON has other characters for some (a quotation mark): these texts would not be found in a line of a log. */
const isWrittenAsItIs = (text: string): boolean => JSON.stringify(text) === `"${text}"`;

function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return [value, ...leavesOf(jsonIn(value))];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** What a text says that is JSON, or JSON in base64; null for every other. */
function jsonIn(text: string): unknown {
  const value = parseJson(text) ?? parseJson(Buffer.from(text, "base64").toString("utf8"));
  return typeof value === "object" ? value : null;
}

/**
 * The same token in other spellings, each by what was done to it. A text inside of the token is what its provider signed or
 * encrypted, and stays to the letter, but where it is base64: the same bytes have other letters, too, and a signature over
 * the bytes is still good.
 * @param token JSON as an object, a text, or a text in base64; or a compact JWE or JWS
 */
export function spellingsOf(token: unknown): Readonly<Record<string, unknown>> {
  if (typeof token === "string" && partsOf(token).length > 1)
    return { unchanged: token, ...inOtherLetters(token) };
  const text = jsonTextOf(token);
  const value: unknown = JSON.parse(text);
  return {
    unchanged: token,
    "as an object": value,
    "as a text": text,
    "in base64": Buffer.from(text).toString("base64"),
    "in base64 for addresses": Buffer.from(text).toString("base64url"),
    "percent-encoded": encodeURIComponent(text),
    "with a space added": text.replace("{", "{ "),
    "over several lines": JSON.stringify(value, null, 2),
    "with its members in another order": JSON.stringify(
      withMembers(value, (members) => members.toReversed()),
    ),
    "with a member added": JSON.stringify(withMembers(value, (members) => [...members, ["added", 1]])),
    "with letters escaped": text.replaceAll(/(?<=")[a-z]/gi, escaped),
    ...spellingsInside(value),
  };
}

/** Each text inside that is base64, or has parts that are, is spelled otherwise by itself: one that the call refuses would hide what it makes of another. */
function spellingsInside(value: unknown): Record<string, string> {
  const text = JSON.stringify(value);
  const inside = [...new Set(leavesOf(value))].flatMap((leaf) =>
    Object.entries(inOtherLetters(leaf)).map(
      ([name, other]) => [name, text.replaceAll(`"${leaf}"`, `"${other}"`)] as const,
    ),
  );
  return Object.fromEntries(inside.filter(([, each]) => each !== text));
}

/** A text of base64 in other letters for the same bytes, each by what was done to which part; nothing for other texts. */
function inOtherLetters(text: string): Record<string, string> {
  const parts = partsOf(text);
  const spelled = parts.flatMap((part, index) => {
    const where = parts.length === 1 ? text : `part ${index + 1} of ${text}`;
    const { padding, alphabet, unusedBits } = otherLetters(part);
    return [
      [`${part.endsWith("=") ? "without the" : "with a"} padding of ${where}`, padding],
      [`with the other alphabet in ${where}`, alphabet],
      [`with the unused bits set in ${where}`, unusedBits],
    ].map(([name = "", other = ""]) => [name, parts.with(index, other).join(".")] as const);
  });
  return Object.fromEntries(spelled.filter(([, each]) => each !== text));
}

/** What of a text is base64: all of it, or the parts of a compact JWE or JWS, some of which may be empty. */
function partsOf(text: string): readonly string[] {
  if (text.length >= leastLength && isWrittenIn("base64", text)) return [text];
  const parts = text.split(".");
  const isCompact =
    parts.length > 1 &&
    parts.some(({ length }) => length >= leastLength) &&
    parts.every((part) => isWrittenIn("base64url", part));
  return isCompact ? parts : [];
}

/** To the letter as we would write it: other texts are words, of which each letter counts. */
const isWrittenIn = (encoding: "base64" | "base64url", text: string): boolean =>
  Buffer.from(text, encoding).toString(encoding) === text;

const otherAlphabet: Readonly<Record<string, string>> = { "+": "-", "/": "_", "-": "+", _: "/" };

/** Other letters for the bytes of one part; the same where there are no others of that kind. */
function otherLetters(part: string) {
  const letters = part.replace(/=+$/, "");
  const padded = letters.padEnd(Math.ceil(letters.length / 4) * 4, "=");
  return {
    padding: part === letters ? padded : letters,
    alphabet: part.replaceAll(/[+/_-]/g, (letter) => otherAlphabet[letter] ?? letter),
    // Two or three letters at the end hold more bits than their bytes, which are zero as we write them: in each of the alphabet's
    // rows the next letter has the lowest of them set.
    unusedBits:
      letters.length % 4 === 0
        ? part
        : part.replace(/[^=](?==*$)/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)),
  };
}

function jsonTextOf(token: unknown): string {
  if (typeof token !== "string") return JSON.stringify(token);
  return parseJson(token) === null ? Buffer.from(token, "base64").toString("utf8") : token;
}

type Members = readonly (readonly [name: string, value: unknown])[];

/** The value with the members of each object changed so. */
function withMembers(value: unknown, change: (members: Members) => Members): unknown {
  if (Array.isArray(value)) return value.map((each) => withMembers(each, change));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, withMembers(each, change)] as const);
  return Object.fromEntries(change(members));
}

/** A letter as JSON may write it, too. */
const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
