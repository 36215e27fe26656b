/** Why the numbers for the bank were not sent by e-mail, as the address of the page says it. */
export const referenceMailProblems = ["invalid", "limit", "off"] as const;

export type ReferenceMailProblem = (typeof referenceMailProblems)[number];
