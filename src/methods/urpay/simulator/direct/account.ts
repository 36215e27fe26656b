/** The merchant account of the simulated UR Pay: public, worth nothing. */

export type UrpayAccount = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantId: string;
  readonly terminalId: string;
};

export const defaultAccount: UrpayAccount = {
  clientId: "wasl",
  clientSecret: "simulator-urpay-client-secret",
  merchantId: "UR100200",
  terminalId: "T1",
};
