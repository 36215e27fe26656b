/** Merchant profiles of the simulated gateway: who may call, with which password, for which card brands. */

export type MerchantProfile = {
  readonly merchantId: string;
  readonly password: string;
  /** Brands this profile is enabled for; mada cards need "MADA" whatever scheme they are co-badged with. */
  readonly brands: readonly string[];
  /** PAY and AUTHORIZE need a successful authentication, unless a wallet brought a cryptogram of the device. */
  readonly requires3ds: boolean;
  /** X-Notification-Secret of this profile's notifications, 32 characters. */
  readonly webhookSecret: string;
  /** Notifications go here when an order names no address of its own. */
  readonly webhookUrl?: string;
};

/** The profiles that local set-ups and tests use: one for mada, Visa and Mastercard, one for American Express. */
export const defaultProfiles: readonly MerchantProfile[] = [
  {
    merchantId: "TESTWASL",
    password: "simulator-card-password",
    brands: ["MADA", "VISA", "MASTERCARD"],
    requires3ds: true,
    webhookSecret: "simulator-webhook-secret-cards-1",
  },
  {
    merchantId: "TESTWASLAMEX",
    password: "simulator-amex-password",
    brands: ["AMEX"],
    requires3ds: true,
    webhookSecret: "simulator-webhook-secret-amex-01",
  },
];

/**
 * Finds the profile that an Authorization header proves: Basic `merchant.<id>:<password>`, and the id of the path
 * must be the same. Gives null otherwise.
 */
export function createAuthenticator(profiles: readonly MerchantProfile[]) {
  const byHeader = new Map(
    profiles.map((profile) => [
      `Basic ${Buffer.from(`merchant.${profile.merchantId}:${profile.password}`).toString("base64")}`,
      profile,
    ]),
  );
  return (header: string | undefined, merchantId: string): MerchantProfile | null => {
    const profile = byHeader.get(header ?? "");
    return profile?.merchantId === merchantId ? profile : null;
  };
}
