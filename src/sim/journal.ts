/**
 * What was asked of the simulators, for people and for tests: one line per request, newest first, bounded. Card
 * numbers are masked before a line is stored, so the journal may be shown and pasted anywhere (decision K4).
 */

export type JournalEntry = {
  /** Simulator time, milliseconds since the epoch. */
  readonly at: number;
  readonly simulator: string;
  /** HTTP method, or WEBHOOK for what the simulator itself sent. */
  readonly method: string;
  readonly path: string;
  /** The provider's own name of the call, such as PAY. */
  readonly operation: string;
  /** HTTP status of the answer; 0 when the connection was dropped or nothing answered. */
  readonly status: number;
  /** The result, or which field was refused. Never a value of a card field. */
  readonly note: string;
};

export type Journal = {
  readonly add: (entry: JournalEntry) => void;
  /** Newest first; only one simulator's lines when named. */
  readonly list: (simulator?: string) => JournalEntry[];
  readonly clear: () => void;
};

/** Lines kept; older ones are overwritten. */
export const journalLimit = 500;

/** 13 to 19 digits, also when grouped by spaces or hyphens: what a payment card number can look like. */
const cardNumber = /\d(?:[ -]?\d){12,18}/g;

/** The text with every possible card number reduced to its first six and last four digits. */
export function maskCardNumbers(text: string): string {
  return text.replace(cardNumber, (found) => {
    const digits = found.replace(/\D/g, "");
    return `${digits.slice(0, 6)}${"x".repeat(digits.length - 10)}${digits.slice(-4)}`;
  });
}

/** An empty journal of `journalLimit` lines. */
export function createJournal(): Journal {
  let lines: JournalEntry[] = [];
  let next = 0;
  return {
    add(entry) {
      lines[next] = { ...entry, path: maskCardNumbers(entry.path), note: maskCardNumbers(entry.note) };
      next = (next + 1) % journalLimit;
    },
    list(simulator) {
      const ordered = [...lines.slice(0, next).reverse(), ...lines.slice(next).reverse()];
      return simulator === undefined ? ordered : ordered.filter((entry) => entry.simulator === simulator);
    },
    clear() {
      lines = [];
      next = 0;
    },
  };
}
