/** What a page says of a form that was not taken: each fault that the receiver may name, in words of its own, beside what was typed, ticked and chosen. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Language } from "#core/language.ts";
import { orderStatuses } from "#core/order-status.ts";
import { type FaultOf, pageForms } from "#core/page-forms.ts";
import sadadAr from "#methods/sadad/strings.ar.json" with { type: "json" };
import sadadEn from "#methods/sadad/strings.en.json" with { type: "json" };
import returnsAr from "#web/i18n/returns.ar.json" with { type: "json" };
import returnsEn from "#web/i18n/returns.en.json" with { type: "json" };
import { type DrawnForm, formsIn } from "./every-view.ts";
import { fullestOrder } from "./fullest-order.ts";
import {
  faultQueries,
  fullestWorld,
  type RefusableForm,
  refusableForms,
  refusedForms,
  worldOfFault,
} from "./fullest-world.ts";
import { orderPage } from "./order-page.ts";
import { type PageRenderer, startPageRenderer } from "./page-renderer.ts";

/** The words of each fault, by language; the page that a form's receiver redirects to must say them. */
const wordsOf: {
  readonly [Form in RefusableForm]: Readonly<Record<Language, (fault: FaultOf<Form>) => string>>;
} = {
  "/rest/pay/mailReference/:orderNumber": {
    ar: (fault) => sadadAr[`mail_${fault}`],
    en: (fault) => sadadEn[`mail_${fault}`],
  },
  "/rest/pay/askReturn/:orderNumber": {
    ar: (fault) => returnsAr[`fault_${fault}`],
    en: (fault) => returnsEn[`fault_${fault}`],
  },
};

/** The pages that a receiver redirects to. */
const pagesOf: Readonly<Record<RefusableForm, readonly string[]>> = {
  "/rest/pay/mailReference/:orderNumber": ["info", "order"],
  "/rest/pay/askReturn/:orderNumber": ["order"],
};

let pages: PageRenderer;
before(async () => {
  pages = await startPageRenderer();
});

/** The form on a page in the status of an order in which it is there; with everything that a page may say. */
async function draw(form: RefusableForm, address: string): Promise<DrawnForm | undefined> {
  for (const orderStatus of orderStatuses) {
    const drawn = formsIn(await pages.html(address, fullestWorld(fullestOrder(orderStatus))));
    const found = drawn.find((one) => one.form === form);
    if (found) return found;
  }
  return undefined;
}

/** What a page says where something else than what was sent causes a fault, in the first status in which it says one; null for a fault of what was sent. */
async function drawState(
  form: RefusableForm,
  fault: string,
  { address, faults }: State,
): Promise<Drawn | null> {
  for (const orderStatus of orderStatuses) {
    const world = worldOfFault(form, fault, fullestWorld(fullestOrder(orderStatus)));
    if (world === null) return null;
    const html = (await pages.html(address, world)).replaceAll(/<script[\s\S]*?<\/script>/g, "");
    if (faults.some((words) => html.includes(words)))
      return { html, values: formsIn(html).find((one) => one.form === form)?.values ?? {} };
  }
  return { html: "", values: {} };
}

type Drawn = Pick<DrawnForm, "html" | "values">;

type State = { readonly address: string; readonly faults: readonly string[] };

for (const form of refusableForms)
  test(`${form} says each fault that its receiver may name in its own words, and shows again what was sent`, async () => {
    const faults: readonly string[] = pageForms[form].faults.names;
    const { orderNumber } = orderPage();
    for (const page of pagesOf[form])
      for (const language of ["ar", "en"] as const) {
        const address = `/pay/${page}/${orderNumber}?lang=${language}`;
        const say = wordsOf[form][language] as (fault: string) => string;
        assert.equal(new Set(faults.map(say)).size, faults.length, "two faults in the same words");
        const plain = await draw(form, address);
        assert.ok(plain, `${address} does not show the form`);
        const { draft } = refusedForms[form];
        for (const [name, shown] of Object.entries(plain.values))
          assert.notDeepEqual(
            draft[name],
            shown,
            `say another ${name} in refusedForms than an empty form has`,
          );
        for (const [index, query] of faultQueries(form).entries()) {
          const fault = faults[index] ?? "";
          const refused = `${address}&${query}`;
          const state = { address: refused, faults: faults.map(say) };
          const drawn = (await drawState(form, fault, state)) ?? (await draw(form, refused));
          assert.ok(drawn, `${refused} does not show the form`);
          const shown = faults.filter((one) => drawn.html.includes(say(one)));
          assert.deepEqual(shown, [fault], `what ${refused} says in the world that causes it (refusedForms)`);
          assert.ok(!plain.html.includes(say(fault)), `${address} says ${query} without it`);
          for (const [name, shown] of Object.entries(drawn.values))
            assert.deepEqual(shown, draft[name], `${name} of ${refused}`);
        }
      }
  });
