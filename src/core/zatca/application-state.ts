/** The way of a stamping unit to its certificate, as a table of allowed moves (decision 0082). Pure. */

/**
 * The states, each with those that may follow. `asked`: key and request are made. `certified`: the certificate for the
 * compliance check is there. `proven`: all its documents were taken. `issued`: the unit has its certificate. A renewal
 * begins with a new request, may skip the check, and may be given up: the certificate is the one before then.
 */
export const applicationMoves = {
  asked: ["certified", "issued"],
  certified: ["proven", "asked", "issued"],
  proven: ["issued", "asked"],
  issued: ["asked"],
} as const satisfies Record<string, readonly string[]>;

export type ApplicationState = keyof typeof applicationMoves;
