/** The log of a test: its lines are kept, and a line that no server may write fails what wrote it. */
import type { Log } from "#core/ports.ts";
import { createLog } from "#server/log/log.ts";

/**
 * A log that refuses to say that a call was refused with a code that the contract does not name for it: the refusal
 * becomes a 500, and the test that sees it fails.
 */
export function strictLog(lines: string[]): Log {
  return createLog((line) => {
    lines.push(line);
    if (line.includes('"undeclared_problem"')) throw new Error(`not in the contract: ${line}`);
  });
}
