/** Values to put in place of what a request has, drawn by the kind of what stands there. */
import { endDays, endInstants } from "../ends-of-calendar.ts";
import { codeTexts, longTexts, oddTexts } from "../hostile-texts.ts";
import type { Random } from "../simulation/random.ts";
import { literal, literals } from "./request.ts";

const amounts = [
  "0", "0.00", "-1", "-0.01", "0.001", "0.005", "1.005", "50.", ".5", "00050.00", "+5", "1e3", "1,000.00", "1.000,00", "٥٠٫٠٠", " 50.00 ",
  "9999999999.99", "99999999999999999999", "9007199254740993", "21474836.48", "92233720368547758.07", "NaN", "Infinity", "0x10", "50.00\u0000",
  "0.01", "1000000.00", "115.00", "100.000",
] as const; // biome-ignore format: a table

const numbers = [
  0, -1, 1, 2, 3, 0.1, 1.5, -0.5, 1e-7, 100, 1000, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, 2 ** 53, 1e21, 1e308, -1e308,
] as const; // biome-ignore format: a table

const dates = [
  ...endDays, ...endInstants,
  "2026-02-30", "2026-13-01", "0000-01-01", "10000-01-01", "-001000-01-01", "2099-12-31T23:59:60Z", "2099-01-01T00:00:00+25:00",
  "2027-01-01T00:00:00.123456789Z", "1970-01-01", "2099-01-01T00:00:00Z", "١٤٤٧-٠١-٠١",
] as const; // biome-ignore format: a table

const addresses = [
  "javascript:alert(1)", "//evil.example/x", "https://user:pw@evil.example", "http://127.0.0.1:9/x", "http://[::1]/", "http://169.254.169.254/latest",
  "file:///etc/passwd", "data:text/html,<script>1</script>", "https://evil.example\\@shop.example", "https://shop.example\u202e/", "https://xn--a", "http://0/",
  "https://shop.example/done?x=1#y", `https://shop.example/${"a".repeat(3_000)}`, "https://shop.example:99999/", "gopher://x",
] as const; // biome-ignore format: a table

const contacts = [
  "0551234567", "+966551234567", "00966551234567", "٠٥٥١٢٣٤٥٦٧", "055123456", "05512345678", "+1", "+999999999999999999", "05512345a7", "noura@example.com",
  "a@b", '"a b"@example.com', "a@xn--bcher-kva.example", "نورة@مثال.السعودية", "a@example.com\r\nBcc: b@example.com", `${"a".repeat(64)}@${"b".repeat(60)}.example`,
  "a@@example.com", "SA", "sa", "SAU", "XX", "USD", "sar", "SA0380000000608010167519", "310122393500003", "000000000000000",
] as const; // biome-ignore format: a table

const structures: readonly unknown[] = [
  null, true, false, [], {}, [[]], [null], { a: 1 }, { $gt: "" }, { toString: "x" }, { length: 1e9 }, ["50.00"], [1, "a", null, {}],
  Array.from({ length: 200 }, (_, index) => index), Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index])),
]; // biome-ignore format: a table

/** Larger than any body may be. */
const hugeText = "ا".repeat(500_000);

export function hostileText(random: Random): string {
  const kind = random.part();
  if (kind < 0.3) return random.pick(codeTexts);
  if (kind < 0.55) return random.pick(oddTexts);
  if (kind < 0.63) return random.pick(longTexts);
  if (kind < 0.635) return hugeText;
  if (kind < 0.72) return random.pick(amounts);
  if (kind < 0.78) return random.pick(dates);
  if (kind < 0.85) return random.pick(addresses);
  if (kind < 0.95) return random.pick(contacts);
  return random
    .bytes(random.whole(1, 60))
    .toString(random.pick(["latin1", "hex", "base64", "utf16le"] as const));
}

/** What may stand where `original` stands; mostly of the same type, so that the next check is reached. */
export function hostileValue(random: Random, original: unknown): unknown {
  const kind = random.part();
  if (kind < 0.1) return literal(random.pick(Object.keys(literals)));
  if (kind < 0.22) return random.pick(structures);
  if (kind < 0.27) return random.pick(numbers);
  if (typeof original === "number") return random.chance(0.8) ? random.pick(numbers) : hostileText(random);
  if (typeof original !== "string")
    return random.chance(0.3) ? hostileText(random) : resized(random, original);
  return hostileTextFor(random, original);
}

/** The same for a text: mostly one of its kind, such as a day for a day. */
export function hostileTextFor(random: Random, original: string): string {
  const kind = random.part();
  if (kind < 0.65) return fitting(random, original);
  if (kind < 0.83) return damaged(random, original);
  return hostileText(random);
}

/** A hostile text of the kind of field that it is put into. */
function fitting(random: Random, original: string): string {
  if (/^\d{1,8}\.\d\d$/.test(original)) return random.pick(amounts);
  if (/^\d{4}-\d\d-\d\d/.test(original)) return random.pick(dates);
  if (/^https?:/.test(original)) return random.pick(addresses);
  if (/^[+\d]\d{7,}$|@|^[A-Z]{2,3}$/.test(original)) return random.pick(contacts);
  return hostileText(random);
}

/** The text with something small wrong: cut, doubled, in other letters, one character another. */
function damaged(random: Random, original: string): string {
  const at = random.whole(0, original.length);
  return random.pick([
    () => original.slice(0, at),
    () => original + original,
    () => original.toUpperCase(),
    () => original.toLowerCase(),
    () => ` ${original}\u200b`,
    () => `${original.slice(0, at)}\u0000${original.slice(at)}`,
    () => `${original.slice(0, at)}${random.pick(oddTexts)}${original.slice(at)}`,
    () => original.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
    () => encodeURIComponent(original),
    () => [...original].toReversed().join(""),
  ])();
}

/** An array with its entries repeated, an object with a member more. */
function resized(random: Random, original: unknown): unknown {
  if (Array.isArray(original)) {
    const times = random.pick([0, 2, 3, 50, 150]);
    return Array.from({ length: times }).flatMap(() => original);
  }
  if (typeof original === "object" && original !== null)
    return {
      ...original,
      [random.pick(["aFieldMore", "__proto__", "id", "total", "constructor", ""])]: hostileText(random),
    };
  return random.pick(structures);
}
