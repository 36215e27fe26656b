/**
 * What forms of buyers' pages post that need no script, by the path of their route. A browser's origin header stands for the cookie that
 * scripts repeat (`server/http/security.ts`): a form that is not here is refused in every browser.
 */

type Row = {
  /** What it is counted as for its address (`server/limits/counted-calls.ts`). */
  readonly countedAs: "reference mails" | "buyer requests";
  /**
   * Why it may be not taken: the page that its receiver redirects to has one of the names under this parameter, and says it. Null for a form
   * that is always taken.
   */
  readonly faults: { readonly parameter: string; readonly names: readonly string[] } | null;
};

export const pageForms = {
  "/rest/pay/mailReference/:orderNumber": {
    countedAs: "reference mails",
    faults: { parameter: "mail", names: ["invalid", "limit", "off"] },
  },
  "/rest/pay/askRenewal/:orderNumber": { countedAs: "buyer requests", faults: null },
  "/rest/pay/askReturn/:orderNumber": {
    countedAs: "buyer requests",
    faults: { parameter: "return", names: ["reason", "lines", "card_number", "too_long", "too_late"] },
  },
  "/rest/pay/withdrawReturn/:orderNumber": { countedAs: "buyer requests", faults: null },
  "/rest/pay/documentsLink/:orderNumber": { countedAs: "buyer requests", faults: null },
  "/rest/pay/quote/:quoteNumber/:answer": { countedAs: "buyer requests", faults: null },
} as const satisfies Readonly<Record<`/rest/pay/${string}`, Row>>;

export type PageForm = keyof typeof pageForms;

/** The names of what may be wrong with a form; `never` for one that is always taken. */
export type FaultOf<Form extends PageForm> = (typeof pageForms)[Form]["faults"] extends infer Faults
  ? Faults extends { readonly names: readonly (infer Name extends string)[] }
    ? Name
    : never
  : never;

/** What was sent under the names of a form's fields; several where several were ticked. */
export type FormDraft = Readonly<Record<string, readonly string[]>>;

/** Of the forms that a browser sent last and that were not taken (`server/http/form-draft.ts`). */
export type FormDrafts = { readonly [Form in PageForm]?: FormDraft };

/** Whether a route receives such a form. */
export function isPageForm(route: string | undefined): route is PageForm {
  return route !== undefined && Object.hasOwn(pageForms, route);
}

/** What is wrong with the form that was sent, by the address of the page that it led to; null for nothing. */
export function faultIn<Form extends PageForm>(form: Form, { searchParams }: URL): FaultOf<Form> | null {
  const { faults }: Row = pageForms[form];
  const stated = faults && searchParams.get(faults.parameter);
  return (faults?.names.find((name) => name === stated) ?? null) as FaultOf<Form> | null;
}
