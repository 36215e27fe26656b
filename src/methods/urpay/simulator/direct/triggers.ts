/** Mobiles and codes that bring something about. Any other mobile gets a code. */

/** Refused when the payment is made, by mobile. */
export const mobileTriggers: Readonly<Record<string, string>> = {
  "500000002": "IPAY0100089",
  "500000003": "IPAY0880001",
};

export type CodeTrigger = {
  readonly result: "CAPTURED" | "NOT_CAPTURED" | "PROCESSING" | { readonly refusal: string };
  readonly responseCode?: string;
  /** A fault of the kit. */
  readonly fault?: { readonly fault: string; readonly delayMs?: number };
  /** For the control page. */
  readonly means: string;
};

/** What a code does; every other one is wrong. */
export const codeTriggers: Readonly<Record<string, CodeTrigger>> = {
  "123456": { result: "CAPTURED", means: "paid" },
  "111111": { result: "NOT_CAPTURED", responseCode: "51", means: "not enough balance" },
  "222222": { result: "NOT_CAPTURED", responseCode: "61", means: "over the limit" },
  "333333": { result: { refusal: "IPAY0100042" }, means: "the code has run out" },
  "555555": { result: { refusal: "IPAY0100049" }, means: "too many wrong codes" },
  "777777": { result: { refusal: "IPAY0100045" }, means: "denied by the risk rules" },
  "444444": {
    result: "CAPTURED",
    fault: { fault: "drop_after_commit" },
    means: "paid, and the answer is lost",
  },
  "666666": { result: "PROCESSING", means: "being worked on, and paid half a minute later" },
  "888888": {
    result: "CAPTURED",
    fault: { fault: "delay_ms", delayMs: 5_000 },
    means: "paid after five seconds",
  },
};

/** How long a payment is being worked on, milliseconds. */
export const processingMs = 30_000;
