/** The merchant account of the simulated STC Pay: public, worth nothing. */
export const defaultClientCode = "61200000001";
