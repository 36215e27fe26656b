/** What the address of a page says of the mail that was just asked for (server/reference-mail). */
import type { OpenReference } from "#contract/pages.ts";
import { referenceMailProblems } from "#core/reference-mail.ts";

/** The references, the one that was asked for with its problem: "?mail=limit&method=sadad". */
export function withMailProblem(
  references: readonly OpenReference[],
  { searchParams }: URL,
): readonly OpenReference[] {
  const problem = referenceMailProblems.find((name) => name === searchParams.get("mail"));
  if (problem === undefined) return references;
  return references.map((reference) =>
    reference.mail && reference.method === searchParams.get("method")
      ? { ...reference, mail: { ...reference.mail, problem } }
      : reference,
  );
}
