/** The merchant account of the simulated Tamara: public, worth nothing. */

export type TamaraAccount = {
  /** Bearer token of the API. */
  readonly apiToken: string;
  /** Secret of the tokens that notifications carry. */
  readonly notificationToken: string;
};

export const defaultAccount: TamaraAccount = {
  apiToken: "simulator-tamara-api-token",
  notificationToken: "simulator-tamara-notification-token",
};

/** Name of the account in the ledger. */
export const accountName = "wasl-tamara";
