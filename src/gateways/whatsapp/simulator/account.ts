/** The simulated WhatsApp account: public, worth nothing. */
export type CloudAccount = {
  readonly phoneNumberId: string;
  readonly accessToken: string;
  readonly appSecret: string;
  readonly verifyToken: string;
};

export const defaultCloudAccount: CloudAccount = {
  phoneNumberId: "100000000000001",
  accessToken: "whatsapp-token-of-tests",
  appSecret: "whatsapp-app-secret-of-tests",
  verifyToken: "whatsapp-verify-token-of-tests",
};
