/** What each page may show, drawn, and the forms that stand there. */

import type { Language } from "#core/language.ts";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { type FormDraft, type PageForm, pageForms } from "#core/page-forms.ts";
import { encodeResult } from "#core/payment-result.ts";
import { allowedMethodNames, toAllowedFlags } from "#methods/allowed.ts";
import { routes } from "#web/routes.ts";
import { fullestOrder } from "./fullest-order.ts";
import { faultQueries, fullestWorld, refusableForms } from "./fullest-world.ts";
import { orderPage } from "./order-page.ts";
import type { PageRenderer } from "./page-renderer.ts";

const isResult = (path: string): boolean =>
  routes.some((route) => route.path === path && route.page === "result");

/** An address of a route that shows the model's order wherever it can: errors and results name theirs behind the path. */
export function addressOfRoute(path: string, language: Language): string {
  const { orderNumber } = orderPage();
  const named = path
    .replace(":orderNumber", orderNumber)
    .replace(":reason", "expired-qr")
    .replace(/:\w+/, "x");
  const behind = new URLSearchParams({
    lang: language,
    ...(path.includes(":reason") && { order: orderNumber }),
    ...(isResult(path) && { msg: encodeResult({ orderNumber }) }),
  });
  return `${named}?${behind}`;
}

/**
 * A page with a model's order in every status: while a bill is open, while a payment is being checked, after its time, with every
 * method, and with the most that a page may show, after each form that was refused, by its first fault (form-faults.test.ts draws the others).
 */
export async function everyView(pages: PageRenderer, path: string): Promise<string[]> {
  const address = addressOfRoute(path, "en");
  const statuses =
    isResult(path) || path.includes(":orderNumber") ? orderStatuses : orderStatuses.slice(0, 1);
  const faults = refusableForms.flatMap((form) => faultQueries(form).slice(0, 1));
  const views: string[] = [];
  for (const orderStatus of statuses) {
    const model = orderPage();
    const order = { ...model, order: { ...model.order, orderStatus } };
    const everyMethod = { ...order, ...toAllowedFlags(allowedMethodNames) };
    const checked = { ...order, isPaymentInProgress: orderStatusFacts[orderStatus].payable };
    const expired = { ...order, expiryDate: "2026-01-01T00:00:00Z" };
    const fullest = fullestWorld(fullestOrder(orderStatus));
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
  /** Names of its fields in which a buyer writes. */
  readonly texts: readonly string[];
  /** What it sends where the buyer changes nothing, by the names of fields that a buyer fills in, ticks or chooses: none where nothing is ticked or chosen. */
  readonly values: FormDraft;
  readonly html: string;
};

/** Types of fields that no buyer fills in. */
const fixed = ["hidden", "submit", "button"];
const ticked = ["radio", "checkbox"];
/** Types of fields in which a browser lets people write no words. */
const withoutWords = [...fixed, ...ticked, "number", "date"];

/** The forms of a page that need no script. */
export function formsIn(page: string): DrawnForm[] {
  return Array.from(page.matchAll(/<form[^>]* action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)).flatMap(
    ([, action = "", html = ""]) => {
      const form = (Object.keys(pageForms) as PageForm[]).find((path) => matches(path, action));
      return form === undefined ? [] : [{ form, html, texts: textsIn(html), values: valuesIn(html) }];
    },
  );
}

function matches(path: PageForm, action: string): boolean {
  return new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(action);
}

function textsIn(html: string): readonly string[] {
  const inputs = inputsIn(html).filter((tag) => !withoutWords.includes(attribute(tag, "type")));
  return [...inputs.map((tag) => attribute(tag, "name")), ...areasIn(html).map(([name]) => name)];
}

function valuesIn(html: string): FormDraft {
  const inputs = inputsIn(html)
    .filter((tag) => !fixed.includes(attribute(tag, "type")))
    .map((tag) => {
      const isSent = !ticked.includes(attribute(tag, "type")) || isSet(tag, "checked");
      return [attribute(tag, "name"), isSent ? [attribute(tag, "value")] : []] as const;
    });
  const areas = areasIn(html).map(([name, text]) => [name, [text]] as const);
  const selects = Array.from(
    html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g),
    ([, tag = "", options = ""]) => [attribute(tag, "name"), selectedIn(options)] as const,
  );
  const values = new Map<string, readonly string[]>();
  for (const [name, sent] of [...inputs, ...areas, ...selects])
    values.set(name, [...(values.get(name) ?? []), ...sent]);
  return Object.fromEntries(values);
}

function inputsIn(html: string): readonly string[] {
  return Array.from(html.matchAll(/<input\b([^>]*)>/g), ([, tag = ""]) => tag);
}

function areasIn(html: string): readonly (readonly [name: string, text: string])[] {
  return Array.from(
    html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g),
    ([, tag = "", text = ""]) => [attribute(tag, "name"), text],
  );
}

/** Without a choice a browser sends the first option. One that is disabled is not sent: it says that nothing is chosen. */
function selectedIn(html: string): readonly string[] {
  const options = Array.from(html.matchAll(/<option\b([^>]*)>/g), ([, tag = ""]) => tag);
  const enabled = options.filter((tag) => !isSet(tag, "disabled"));
  const selected = options.some((tag) => isSet(tag, "selected"))
    ? enabled.filter((tag) => isSet(tag, "selected"))
    : enabled.slice(0, 1);
  return selected.map((tag) => attribute(tag, "value"));
}

function isSet(tag: string, name: string): boolean {
  return tag.includes(` ${name}=""`);
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}
