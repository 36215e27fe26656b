/** Mobiles and codes that bring something about. Any other mobile gets a page. */

/** Refused when the page is asked for, by mobile. */
export const mobileTriggers: Readonly<Record<string, string>> = {
  "500000002": "IPAY0100089",
  "500000003": "IPAY0880001",
};

export type CodeTrigger = {
  readonly result: string;
  readonly responseCode: string;
  readonly isAnswerLost?: boolean;
  /** For the control page. */
  readonly means: string;
};

/** What a code does on the page; every other one is wrong. */
export const codeTriggers: Readonly<Record<string, CodeTrigger>> = {
  "123456": { result: "CAPTURED", responseCode: "00", means: "paid" },
  "111111": { result: "NOT CAPTURED", responseCode: "51", means: "not enough balance" },
  "222222": { result: "NOT CAPTURED", responseCode: "61", means: "over the limit" },
  "333333": { result: "DENIED BY RISK", responseCode: "", means: "denied by the risk rules" },
  "444444": {
    result: "CAPTURED",
    responseCode: "00",
    isAnswerLost: true,
    means: "paid, and the buyer never comes back",
  },
  "666666": {
    result: "HOST TIMEOUT",
    responseCode: "",
    means: "timed out inside of the gateway, captured half a minute later",
  },
};

/** Wrong codes after which the payment has failed. */
export const wrongCodeLimit = 3;
