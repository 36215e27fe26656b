/** What each page may show, drawn, and the forms that stand there. */

import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { type PageForm, pageForms } from "#core/page-forms.ts";
import { allowedMethodNames, toAllowedFlags } from "#methods/allowed.ts";
import { faultQueries, fullestWorld, refusableForms } from "./fullest-world.ts";
import { orderPage } from "./order-page.ts";
import type { PageRenderer } from "./page-renderer.ts";

/**
 * A page with a model's order in every status: while a bill is open, while a payment is being checked, after its time, with every
 * method, and with the most that a page may show, after each form that was refused, by its first fault (form-faults.test.ts draws the others).
 */
export async function everyView(pages: PageRenderer, path: string): Promise<string[]> {
  const { orderNumber } = orderPage();
  const named = path
    .replace(":orderNumber", orderNumber)
    .replace(":reason", "expired-qr")
    .replace(/:\w+/, "x");
  // An error's page names its order behind its address.
  const address = `${named}?lang=en${path.includes(":reason") ? `&order=${orderNumber}` : ""}`;
  const statuses = path.includes(":orderNumber") ? orderStatuses : orderStatuses.slice(0, 1);
  const faults = refusableForms.flatMap((form) => faultQueries(form).slice(0, 1));
  const views: string[] = [];
  for (const orderStatus of statuses) {
    const model = orderPage();
    const order = { ...model, order: { ...model.order, orderStatus } };
    const everyMethod = { ...order, ...toAllowedFlags(allowedMethodNames) };
    const checked = { ...order, isPaymentInProgress: orderStatusFacts[orderStatus].payable };
    const expired = { ...order, expiryDate: "2026-01-01T00:00:00Z" };
    const fullest = fullestWorld(everyMethod);
    const { openReferences } = fullest;
    for (const shown of [order, everyMethod, checked, expired])
      views.push(await pages.html(address, { order: shown }));
    views.push(await pages.html(address, { order, openReferences }));
    for (const fault of faults)
      for (const world of [fullest, { ...fullest, openReferences: [] }])
        views.push(await pages.html(`${address}&${fault}`, world));
  }
  return views;
}

export type DrawnForm = {
  readonly form: PageForm;
  /** Its fields in which a buyer writes, by name, each with what stands in it. */
  readonly texts: Readonly<Record<string, string>>;
  readonly html: string;
};

/** Types of fields in which a browser lets people write no words. */
const withoutWords = ["hidden", "radio", "checkbox", "number", "submit", "button", "date"];

/** The forms of a page that need no script. */
export function formsIn(page: string): DrawnForm[] {
  return Array.from(page.matchAll(/<form[^>]* action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)).flatMap(
    ([, action = "", html = ""]) => {
      const form = (Object.keys(pageForms) as PageForm[]).find((path) => matches(path, action));
      return form === undefined ? [] : [{ form, html, texts: textsIn(html) }];
    },
  );
}

function matches(path: PageForm, action: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(action);
}

function textsIn(html: string): Readonly<Record<string, string>> {
  const inputs = Array.from(html.matchAll(/<input\b([^>]*)>/g), ([, tag = ""]) => tag)
    .filter((tag) => !withoutWords.includes(attribute(tag, "type")))
    .map((tag) => [attribute(tag, "name"), attribute(tag, "value")] as const);
  const areas = Array.from(
    html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g),
    ([, tag = "", text = ""]) => [attribute(tag, "name"), text] as const,
  );
  return Object.fromEntries([...inputs, ...areas]);
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}
