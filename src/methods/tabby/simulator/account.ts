/** The merchant account of the simulated Tabby: public, worth nothing. */

export type TabbyAccount = {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly merchantCode: string;
};

export const defaultAccount: TabbyAccount = {
  secretKey: "sk_test_simulator-tabby-secret-key",
  publicKey: "pk_test_simulator-tabby-public-key",
  merchantCode: "WASL-SA",
};
