/** The cards of the simulated buyer's wallet: the gateway's published test cards, one for each thing that can happen. */

export type WalletCard = {
  /** Names the text of the button. */
  readonly id: "device" | "deviceDeclined" | "account" | "accountChallenge";
  readonly network: "VISA" | "MASTERCARD";
  readonly number: string;
  readonly expiry: { readonly month: string; readonly year: string };
  /** CRYPTOGRAM_3DS is a number of the device, PAN_ONLY the number of a card that is stored in the account. */
  readonly authMethod: "CRYPTOGRAM_3DS" | "PAN_ONLY";
};

const approved = { month: "01", year: "39" } as const;

export const walletCards: readonly WalletCard[] = [
  {
    id: "device",
    network: "VISA",
    number: "4508750015741019",
    expiry: approved,
    authMethod: "CRYPTOGRAM_3DS",
  },
  {
    id: "deviceDeclined",
    network: "VISA",
    number: "4508750015741019",
    expiry: { month: "05", year: "39" },
    authMethod: "CRYPTOGRAM_3DS",
  },
  {
    id: "account",
    network: "MASTERCARD",
    number: "5123456789012346",
    expiry: approved,
    authMethod: "PAN_ONLY",
  },
  {
    id: "accountChallenge",
    network: "MASTERCARD",
    number: "5123450000000008",
    expiry: approved,
    authMethod: "PAN_ONLY",
  },
];
