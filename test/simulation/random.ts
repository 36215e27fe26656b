/** Chance by number: the same text gives the same draws, whatever else was drawn. */
import { createHash } from "node:crypto";

export type Random = {
  /** At least 0 and less than 1. */
  readonly part: () => number;
  /** A whole number from `from` to `to`, both included. */
  readonly whole: (from: number, to: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(choices: readonly T[]) => T;
  readonly bytes: (count: number) => Buffer;
};

/** The draws that belong to a text, such as a seed with the name of what is drawn. */
export function createRandom(text: string): Random {
  const hash = createHash("sha256").update(text).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => hash.readUInt32LE(at)) as [number, number, number, number];
  // sfc32: small, quick and good enough; nothing secret is drawn here.
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  const part = (): number => next() / 2 ** 32;
  return {
    part,
    whole: (from, to) => from + Math.floor(part() * (to - from + 1)),
    chance: (probability) => part() < probability,
    pick: (choices) => {
      const chosen = choices[Math.floor(part() * choices.length)];
      if (chosen === undefined) throw new Error("nothing to pick from");
      return chosen;
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => next() & 255)),
  };
}
