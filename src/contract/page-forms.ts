/**
 * What forms of buyers' pages post that need no script, by the path of their route, each with what it is counted as for its
 * address (`server/limits/counted-calls.ts`). A browser's origin header stands for the cookie that scripts repeat
 * (`server/http/security.ts`): a form that is not here is refused in every browser.
 */
export const pageForms = {
  "/rest/pay/mailReference/:orderNumber": "reference mails",
  "/rest/pay/askRenewal/:orderNumber": "buyer requests",
  "/rest/pay/askReturn/:orderNumber": "buyer requests",
  "/rest/pay/withdrawReturn/:orderNumber": "buyer requests",
  "/rest/pay/documentsLink/:orderNumber": "buyer requests",
  "/rest/pay/quote/:quoteNumber/:answer": "buyer requests",
} as const satisfies Readonly<Record<`/rest/pay/${string}`, string>>;

export type PageForm = keyof typeof pageForms;

/** What was sent under the names of a form's fields; several where several were ticked. */
export type FormDraft = Readonly<Record<string, readonly string[]>>;

/** Of the forms that a browser sent last and that were not taken (`server/http/form-draft.ts`). */
export type FormDrafts = { readonly [Form in PageForm]?: FormDraft };

/** Whether a route receives such a form. */
export function isPageForm(route: string | undefined): boolean {
  return route !== undefined && Object.hasOwn(pageForms, route);
}
