/** Where the provider simulators listen unless settings say otherwise. */

export const simulatorPort = 3001;
const lastPort = 65_535;

/** The port of their mail: the one after their own, so that moving that one aside is enough. 0 is any free one. */
export function simulatorMailPort(port: number): number {
  return port === 0 ? 0 : port + 1;
}

/**
 * Looks for ports of one start that cannot be: none is left for mail after the last one, or two are the same. 0 is any
 * free one and meets no other.
 *
 * @param ports by their settings; PORT is absent where only the simulators run
 * @returns a sentence that names the settings, or null
 */
export function portMistake(ports: {
  readonly PORT?: number;
  readonly SIM_PORT: number;
  readonly SIM_SMTP_PORT: number;
}): string | null {
  const { PORT = 0, SIM_PORT, SIM_SMTP_PORT } = ports;
  if (SIM_SMTP_PORT > lastPort)
    return `SIM_PORT is ${SIM_PORT} and no port is left after it for mail: set SIM_SMTP_PORT as well.`;
  const mail = "SIM_SMTP_PORT (without it the one after SIM_PORT)";
  const same = (one: string, other: string, port: number): string =>
    `${one} and ${other} are both ${port}; give each a port of its own.`;
  if (PORT !== 0 && PORT === SIM_PORT) return same("PORT", "SIM_PORT", PORT);
  if (PORT !== 0 && PORT === SIM_SMTP_PORT) return same("PORT", mail, PORT);
  if (SIM_PORT !== 0 && SIM_PORT === SIM_SMTP_PORT) return same("SIM_PORT", mail, SIM_PORT);
  return null;
}
