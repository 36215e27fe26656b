/** Reads the server's log while it is fuzzed: no line of level error, no crash, no card number and no secret of ours. */
import { tracesInOutput } from "../card-traces.ts";

export type LogWatch = {
  readonly onLine: (line: string) => void;
  /** Texts that no line may have. */
  readonly secrets: Set<string>;
  /** What was found since it was asked last, with the request that it belongs to. */
  readonly take: () => readonly LogFault[];
  readonly lines: () => number;
};

export type LogFault = { readonly what: string; readonly requestId: string | null };

type Line = {
  readonly level?: string;
  readonly msg?: string;
  readonly requestId?: string;
  readonly error?: { readonly stack?: string };
};

/** @param cards numbers of the cards that stories pay with */
export function watchLog(cards: readonly string[]): LogWatch {
  const secrets = new Set<string>();
  let found: LogFault[] = [];
  let count = 0;
  return {
    secrets,
    lines: () => count,
    take: () => {
      const taken = found;
      found = [];
      return taken;
    },
    onLine: (text) => {
      count += 1;
      const line = read(text);
      const requestId = line?.requestId ?? null;
      const note = (what: string): void => void found.push({ what, requestId });
      if (line === null) note(`a line that is no log line: ${text.slice(0, 500)}`);
      else if (line.level === "error" || line.level === "fatal")
        note(`logged an error: ${text.slice(0, 1_500)}`);
      else if (text.includes('"undeclared_problem"'))
        note(`a refusal that the contract does not name: ${text.slice(0, 500)}`);
      for (const secret of secrets) if (text.includes(secret)) note(`a secret in the log: ${line?.msg}`);
      if (tracesInOutput(text, cards).length > 0) note(`a card number in the log: ${text.slice(0, 500)}`);
    },
  };
}

function read(text: string): Line | null {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
}
