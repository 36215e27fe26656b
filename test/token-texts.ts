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
 * @param token JSON as an object, a text, or a text in base64
 */
export function spellingsOf(token: unknown): Readonly<Record<string, unknown>> {
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

/** Each text inside that is base64 is spelled otherwise by itself: one that the call refuses would hide what it makes of another. */
function spellingsInside(value: unknown): Record<string, string> {
  const text = JSON.stringify(value);
  const inside = [...new Set(leavesOf(value))].filter(isBase64).flatMap((leaf) => [
    { name: `without the padding of ${leaf}`, leaf, other: leaf.replace(/=+$/, "") },
    {
      name: `with the alphabet for addresses in ${leaf}`,
      leaf,
      other: leaf.replaceAll("+", "-").replaceAll("/", "_"),
    },
  ]);
  const spelled = inside.map(({ name, leaf, other }) => [name, text.replaceAll(`"${leaf}"`, `"${other}"`)]);
  return Object.fromEntries(spelled.filter(([, each]) => each !== text));
}

const isBase64 = (text: string): boolean =>
  text.length >= leastLength && Buffer.from(text, "base64").toString("base64") === text;

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
