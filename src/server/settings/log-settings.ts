/** How much the log says, and by which name: read on their own, since the log is there before all other settings. */
import { hostname } from "node:os";

/** Each with all that is more important. Attacks are warnings, what needs a person is an error. */
export const logLevels = ["info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * The settings of the log. A level that is none is `info` here; `readConfig` refuses it in a sentence.
 * @param environment environment variables by name
 */
export function readLogSettings(environment: Readonly<Record<string, string | undefined>>): {
  readonly level: LogLevel;
  /** Of this server in every line, so that the logs of several can be read together. */
  readonly node: string;
} {
  const level = logLevels.find((name) => name === environment["WASL_LOG_LEVEL"]) ?? "info";
  return { level, node: environment["WASL_NODE_NAME"] || hostname() };
}
