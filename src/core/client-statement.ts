/** What happens to the account of a client: kinds of entries of a statement, and what each does to what the client owes. */

export const statementKinds = [
  "invoice",
  "payment",
  "surplus",
  "refund",
  "cancelled",
  "expired",
  "paid_late",
] as const;

export type StatementKind = (typeof statementKinds)[number];
