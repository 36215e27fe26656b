/** What every command of a merchant is made of. They know the API and nothing of the server: they run where a shop is. */
import type { ParseArgsConfig } from "node:util";
import type { Wasl } from "#sdk/index.mjs";

export type MerchantCommand = {
  /** The words after the name: `<needed>`, `[optional]`. */
  readonly words: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` says beside it: options, examples. */
  readonly details?: string;
  readonly options?: NonNullable<ParseArgsConfig["options"]>;
  readonly run: (parts: Parts, given: Given) => Promise<Said>;
};

/** What is printed at the end: the text, or with `--json` the model; null when all of it has been printed on the way. */
export type Said = { readonly text: string; readonly json: unknown } | null;

export type Given = {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
};

export type Parts = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The client, with the key of the environment or of `login`. Throws UsageError when there is none. */
  readonly wasl: () => Wasl;
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
  /** Writes a line that is no result. */
  readonly note: (line: string) => void;
  /** Says how far a long command is; nothing where no terminal reads it. An empty text ends it. */
  readonly progress: (text: string) => void;
  /** Lines of cells, the heads first, for who reads standard output. */
  readonly table: (lines: readonly (readonly string[])[]) => string;
  /** All of standard input. */
  readonly input: () => Promise<string>;
  /** A secret: asked for without an echo at a terminal, else all of standard input. */
  readonly secret: (question: string) => Promise<string>;
  /** Ends when the command is asked to stop; without it, such a signal ends the process. */
  readonly untilStopped: () => AbortSignal;
};

/** A mistake of the person at the terminal, with what to do instead. */
export class UsageError extends Error {}

/** The work could not be done here: a file that cannot be written, an export that broke off. */
export class CommandFailure extends Error {}

/** A text option, or undefined. */
export function textOption({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** @throws UsageError when the option is missing */
export function neededOption(given: Given, name: string): string {
  const value = textOption(given, name);
  if (value === undefined) throw new UsageError(`--${name} is needed.`);
  return value;
}

/**
 * What `--filter name=value` says, as parameters of the call; which there are is the call's own to say.
 * @throws UsageError for one that is not written like that
 */
export function filtersOf({ options }: Given): Readonly<Record<string, readonly string[]>> {
  const given = options["filter"];
  const filters: Record<string, string[]> = {};
  for (const text of Array.isArray(given) ? given.map(String) : []) {
    const [, name, value = ""] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw new UsageError(`--filter is written name=value, not "${text}".`);
    filters[name] = [...(filters[name] ?? []), value];
  }
  return filters;
}

/** @throws UsageError when the text is no http address */
export function readAddress(text: string, what: string): URL {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UsageError(`${what} must be an address that begins with http:// or https://, not "${text}".`);
  return address;
}
