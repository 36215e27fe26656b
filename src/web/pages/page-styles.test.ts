/** A page brings the style sheets of everything that it shows, and the script that its marks need: what one forgets is in no test of its words. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { allowedMethodNames, toAllowedFlags } from "#methods/allowed.ts";
import { fullestWorld } from "#test/fullest-world.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { root } from "#test/source-tree.ts";
import { routes } from "../routes.ts";

let pages: PageRenderer;
before(async () => {
  pages = await startPageRenderer();
});
after(() => pages.close());

/** Classes that have a style of their own, not only what contains them. */
function styledIn(css: string): Set<string> {
  const rules = css.replace(/\/\*[\s\S]*?\*\/|:has\([^)]*\)/g, "");
  return new Set(Array.from(rules.matchAll(/\.(-?[_a-zA-Z][\w-]*)(?=[^{}]*\{)/g), ([, name = ""]) => name));
}

const sheets = join(root, "src/web/styles");
const styled = styledIn(
  readdirSync(sheets)
    .filter((name) => name.endsWith(".css"))
    .map((name) => readFileSync(join(sheets, name), "utf8"))
    .join("\n"),
);

/** Classes of a page that have a style in some sheet, and none in its own. */
function unstyled(html: string): string[] {
  const own = styledIn(
    Array.from(html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g), ([, css]) => css).join("\n"),
  );
  const used = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = ""]) => names.split(" ")).flat();
  return [...new Set(used)].filter((name) => styled.has(name) && !own.has(name)).toSorted();
}

const { orderNumber } = orderPage();

// In Google's own frame there is nothing but its button.
const dressed = routes.filter(({ page }) => page !== "googleButton");

/** What a number that is open looks like on the pages: each method has its own reply, and one for all is the bill's. */
const bill = {
  paymentSessionId: "047123456789",
  billerCode: "901",
  billerName: "Rosom",
  amount: 115,
  currency: "SAR",
  expiresAt: "2026-12-15T20:59:59.999Z",
  lastDay: "2026-12-15",
};
const openReferences = [{ method: "sadad" as const, reply: bill, mail: { problem: null, last: null } }];

/**
 * A page with a model's order in every status: while a bill is open, while a payment is being checked, with every method, and with
 * the most that a page may show, a form that was not taken among it.
 */
async function everyView(path: string): Promise<string[]> {
  const address = path.replace(":orderNumber", orderNumber).replace(/:\w+/, "x");
  const statuses = path.includes(":orderNumber") ? orderStatuses : orderStatuses.slice(0, 1);
  const views: string[] = [];
  for (const orderStatus of statuses) {
    const model = orderPage();
    const order = { ...model, order: { ...model.order, orderStatus } };
    const everyMethod = { ...order, ...toAllowedFlags(allowedMethodNames) };
    const checked = { ...order, isPaymentInProgress: orderStatusFacts[orderStatus].payable };
    for (const world of [{ order }, { order, openReferences }, { order: everyMethod }, { order: checked }])
      views.push(await pages.html(`${address}?lang=en`, world));
    const returnedForm = "lang=en&return=lines";
    views.push(await pages.html(`${address}?${returnedForm}`, fullestWorld(everyMethod)));
  }
  return views;
}

for (const { path } of dressed)
  test(`${path} has the sheets of what it shows, and follows its order where it says so`, async () => {
    const views = await everyView(path);
    assert.deepEqual(
      [...new Set(views.flatMap(unstyled))],
      [],
      "classes whose sheet in styles/ the page does not have",
    );
    // A page without a head is a sheet of paper, which has its edge itself.
    const onScreens = views.filter((html) => html.includes('class="page-header"'));
    const layouts = onScreens.flatMap((html) => /<main[^>]* class="([\w-]+)/.exec(html)?.[1] ?? []);
    assert.deepEqual(
      [...new Set(layouts)].filter((name) => !styled.has(name)),
      [],
      "a layout without a rule has no gutter: its texts stand at the window's edge",
    );
    // Marks without their script: the page would stay as it was, in silence.
    const unfollowed = views.filter(
      (html) => html.includes("data-pause=") && !html.includes("invoice-script"),
    );
    assert.deepEqual(unfollowed, []);
  });
