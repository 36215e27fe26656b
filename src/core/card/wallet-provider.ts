/** The card gateway's words for the wallets of devices that we use (`order.walletProvider` in its document). */
export type WalletProvider = "APPLE_PAY" | "GOOGLE_PAY";
