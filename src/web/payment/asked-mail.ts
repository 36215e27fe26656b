/** What the address of a page says of the mail that was just asked for (server/reference-mail). */
import type { OpenReference, PageRequest } from "#contract/pages.ts";
import { faultIn } from "#core/page-forms.ts";

const form = "/rest/pay/mailReference/:orderNumber";

/**
 * The references, the one that was asked for with its problem, "?method=sadad&mail=limit", and the address that was typed. Also where no mail
 * can be sent ("off"), and the pages offer none: a form that stood there before leads here.
 */
export function withMailProblem(
  references: readonly OpenReference[],
  { url, drafts }: Pick<PageRequest, "url" | "drafts">,
): readonly OpenReference[] {
  const problem = faultIn(form, url);
  if (problem === null) return references;
  const typed = drafts[form]?.["email"]?.[0];
  return references.map((reference) =>
    reference.method === url.searchParams.get("method")
      ? {
          ...reference,
          mail: { last: null, ...reference.mail, problem, ...(typed !== undefined && { typed }) },
        }
      : reference,
  );
}
