/** The test account of the simulated Moyasar: public, worth nothing. */

export type MoyasarAccount = {
  /** Name of the account in messages and in the ledger. */
  readonly name: string;
  /** User name of HTTP Basic; the password is empty. */
  readonly secretKey: string;
  /** A new address gets a code first and nothing else before the code came back. */
  readonly verifiesWebhooks: boolean;
  /** After this long the sandbox settles a bill automatically; null leaves it to the person at the bank page. */
  readonly settlesAfterMs: number | null;
};

export const defaultAccount: MoyasarAccount = {
  name: "wasl-moyasar",
  secretKey: "sk_test_simulator-moyasar",
  verifiesWebhooks: false,
  settlesAfterMs: 5 * 60_000,
};
