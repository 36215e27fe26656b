/** The log for a person at a terminal: warnings and errors, a line each. Programs read the JSON of `createLog`. */
import { createLog, type ProgramLog } from "#server/log/log.ts";

/** @param write where lines go; standard error unless a test collects them */
export function createTerminalLog(write: (line: string) => void = console.error): ProgramLog {
  return createLog((line) => write(readable(JSON.parse(line))), "warn");
}

type Entry = { readonly level: string; readonly time: string; readonly msg: string };

function readable({ level, time: _time, msg, ...fields }: Entry & Readonly<Record<string, unknown>>): string {
  const said = Object.entries(fields).map(([name, value]) => ` ${name}=${fieldText(value)}`);
  return `${level}: ${msg}${said.join("")}`;
}

/** Of an error its message: the whole of it is in the log of a start without a terminal. */
function fieldText(value: unknown): string {
  const message = Object(value).message;
  return JSON.stringify(typeof message === "string" ? message : value);
}
