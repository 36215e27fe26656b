/** The merchant account of the simulated gateway: public, worth nothing. */

export type ArbAccount = {
  readonly tranportalId: string;
  readonly tranportalPassword: string;
  /** 32 characters; one key for everything. */
  readonly resourceKey: string;
};

export const defaultAccount: ArbAccount = {
  tranportalId: "TESTWASLURPAY01",
  tranportalPassword: "simulator-arb-password",
  resourceKey: "simulator-arb-resource-key-00032",
};
