/** Whether a secret that a person chose could be guessed. A check of what is typed, not a measure of randomness. */

/** Below this comes nothing that a generator made: 32 random hexadecimal digits, the fewest, have 90 to 125. */
const leastBits = 80;

const wordsOfPeople = /secret|passw|change|example|default|qwerty|letmein/i;

/**
 * Whether a secret is trivial: too few different characters, a repetition of something shorter, a row such as
 * `abcdef…` or `123…`, or a word that people put there until they have a real one.
 */
export function isTrivialSecret(secret: string): boolean {
  if (wordsOfPeople.test(secret)) return true;
  const unit = periodOf(secret);
  const codes = Array.from(unit, (character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
  return Math.min(bitsOf(codes), bitsOf(steps)) < leastBits;
}

/** The shortest text whose repetition the whole one is, also when the last time is cut short. */
function periodOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

/** Length times the entropy of how often each value occurs (Shannon). */
function bitsOf(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value);
  const total = values.length;
  return Array.from(counts.values(), ({ length }) => length * Math.log2(total / length)).reduce(
    (sum, bits) => sum + bits,
    0,
  );
}
