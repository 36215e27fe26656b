/**
 * Runs the simulators as a process of their own: `SIM_PORT` (3001), `SIM_SMTP_PORT` (the one after it),
 * `SIM_HOST` (127.0.0.1), `SIM_STATE_DIR` (state is forgotten when absent), `SIM_PUBLIC_URL` (origin when behind a
 * proxy), `WASL_WEB_URL` (payment pages that the pretend shop shows; http://localhost:3000), `WASL_API_URL` (where providers send
 * their messages, as their portals have it; else the same). With `WASL_SIM_URL`, where
 * `WASL_ENV` is stage, pilot or live: payment providers alone, for test worlds, at that address.
 */

import { portMistake, simulatorMailPort, simulatorPort } from "#core/simulator-ports.ts";
import { refuseInLive, startSimulators } from "./server.ts";
import { notificationUrlAt } from "./simulators.ts";

function readPort(name: "SIM_PORT" | "SIM_SMTP_PORT", otherwise: number): number {
  const text = process.env[name];
  if (text === undefined || text === "") return otherwise;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} is not a port: ${text}`);
  return port;
}

async function main(): Promise<void> {
  const { WASL_ENV, WASL_WEB_URL, WASL_API_URL, WASL_SIM_URL } = process.env;
  const { SIM_HOST, SIM_STATE_DIR, SIM_PUBLIC_URL } = process.env;
  const isForTestWorlds = Boolean(WASL_SIM_URL) && !["", "local", "test"].includes(WASL_ENV ?? "");
  if (!isForTestWorlds) refuseInLive(WASL_ENV);
  const publicUrl = isForTestWorlds ? WASL_SIM_URL : SIM_PUBLIC_URL;
  const port = readPort("SIM_PORT", simulatorPort);
  const smtpPort = readPort("SIM_SMTP_PORT", simulatorMailPort(port));
  const mistake = portMistake({ SIM_PORT: port, SIM_SMTP_PORT: smtpPort });
  if (mistake !== null) throw new Error(mistake);
  const webUrl = (WASL_WEB_URL || "http://localhost:3000").replace(/\/+$/, "");
  const server = await startSimulators({
    port,
    ...(!isForTestWorlds && { smtpPort }),
    surface: isForTestWorlds ? "payments" : "whole",
    host: SIM_HOST || "127.0.0.1",
    webUrl,
    notificationUrl: notificationUrlAt((WASL_API_URL || webUrl).replace(/\/+$/, "")),
    ...(SIM_STATE_DIR ? { stateDir: SIM_STATE_DIR } : {}),
    ...(publicUrl ? { publicUrl: new URL(publicUrl).origin } : {}),
  });
  process.stdout.write(
    `Provider simulators: ${server.url}\n${server.mail ? `Mail: ${server.mail.url} and ${server.url}/mail\n` : ""}`,
  );
  const stop = () => {
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
