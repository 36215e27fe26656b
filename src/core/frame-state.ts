/**
 * What the payment frame says of itself to the shop's page around it. `/v1/wasl.js`, its types, docs/payment-frame.md and
 * the guides have the same list: `server/drop-in/drop-in-route.test.ts` compares them.
 */

/** Each state, and the event by which the drop-in script tells of it. */
export const frameEvents = {
  form: "ready",
  processing: "processing",
  checking: "checking",
  begun: "begun",
  unavailable: "unavailable",
  success: "success",
  declined: "declined",
  unpaid: "unpaid",
  surplus: "surplus",
  closed: "closed",
} as const;

export type FrameState = keyof typeof frameEvents;
