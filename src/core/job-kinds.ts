/** Every kind of job that the queue does. Each has its handler in `server/schedule/job-handlers.ts`. */
export const jobKinds = [
  "account_notice",
  "message",
  "message_check",
  "message_plan",
  "owed_notes",
  "password_reset",
  "push",
  "reference_mail",
  "tax_unit",
  "webhook",
  "webhook_notice",
] as const;

export type JobKind = (typeof jobKinds)[number];
