/** Where the provider simulators listen unless settings say otherwise, whoever starts them. */

export const simulatorPort = 3001;

/** The port of their mail: the one after their own, so that moving that one aside is enough. 0 is any free one. */
export function simulatorMailPort(port: number): number {
  return port === 0 ? 0 : port + 1;
}
