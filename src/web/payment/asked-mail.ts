/** What the address of a page says of the mail that was just asked for (server/reference-mail). */
import type { OpenReference, PageRequest } from "#contract/pages.ts";
import { referenceMailProblems } from "#core/reference-mail.ts";

/** The references, the one that was asked for with its problem, "?mail=limit&method=sadad", and the address that was typed. */
export function withMailProblem(
  references: readonly OpenReference[],
  { url: { searchParams }, drafts }: Pick<PageRequest, "url" | "drafts">,
): readonly OpenReference[] {
  const problem = referenceMailProblems.find((name) => name === searchParams.get("mail"));
  if (problem === undefined) return references;
  const typed = drafts["/rest/pay/mailReference/:orderNumber"]?.["email"]?.[0];
  return references.map((reference) =>
    reference.mail && reference.method === searchParams.get("method")
      ? { ...reference, mail: { ...reference.mail, problem, ...(typed !== undefined && { typed }) } }
      : reference,
  );
}
