/** The merchant account of the simulated STC Pay: known to everybody, worth nothing. */
export const defaultClientCode = "61200000001";
