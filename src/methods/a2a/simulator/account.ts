/** The merchant account of the simulated bank: public, worth nothing. */

export type BankAccount = {
  /** Name of the account in the ledger. */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Signs the messages. */
  readonly webhookSecret: string;
  /** Who receives the money. */
  readonly beneficiaryName: string;
};

export const defaultAccount: BankAccount = {
  name: "wasl-viban",
  clientId: "simulator-viban",
  clientSecret: "simulator-viban-client-secret",
  webhookSecret: "simulator-viban-webhook-secret",
  beneficiaryName: "شركة وصل للاختبار",
};
