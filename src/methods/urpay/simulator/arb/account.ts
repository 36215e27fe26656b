/** The merchant account of the simulated gateway: public, worth nothing. */

export type ArbAccount = {
  readonly tranportalId: string;
  readonly tranportalPassword: string;
  /** 32 characters; one key for everything. */
  readonly resourceKey: string;
  /** Behind the address that was typed into the portal: messages are not signed. */
  readonly webhookKey: string;
};

export const defaultAccount: ArbAccount = {
  tranportalId: "TESTWASLURPAY01",
  tranportalPassword: "simulator-arb-password",
  resourceKey: "simulator-arb-resource-key-00032",
  webhookKey: "simulator-arb-webhook-key",
};
