/** A page brings the style sheets of everything that it shows, and the script that its marks need: what one forgets is in no test of its words. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pageForms } from "#core/page-forms.ts";
import { everyView, formsIn } from "#test/every-view.ts";
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

/** Layouts whose texts stand on the page itself. */
const grounded = styledIn(readFileSync(join(sheets, "ground.css"), "utf8"));

/** The sheets of a page and its theme. */
function sheetsOf(html: string): string {
  return Array.from(html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g), ([, css]) => css).join("\n");
}

const layoutOf = (html: string): string[] => /<main[^>]* class="([\w-]+)/.exec(html)?.slice(1, 2) ?? [];

/** Classes of a page that have a style in some sheet, and none in its own. */
function unstyled(html: string): string[] {
  const own = styledIn(sheetsOf(html));
  const used = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = ""]) => names.split(" ")).flat();
  return [...new Set(used)].filter((name) => styled.has(name) && !own.has(name)).toSorted();
}

/** Custom properties that a page uses without a default and does not define: their declaration counts for nothing. */
function undefinedIn(html: string): string[] {
  const inline = Array.from(html.matchAll(/ style="([^"]*)"/g), ([, style]) => style);
  const css = [sheetsOf(html), ...inline].join("\n").replace(/\/\*[\s\S]*?\*\//g, "");
  const namesIn = (pattern: RegExp) => new Set(Array.from(css.matchAll(pattern), ([, name = ""]) => name));
  const defined = namesIn(/(?<=^|[\s;{])(--[\w-]+)\s*:/g);
  return [...namesIn(/var\(\s*(--[\w-]+)\s*\)/g)].filter((name) => !defined.has(name));
}

// In Google's own frame there is nothing but its button.
const dressed = routes.filter(({ page }) => page !== "googleButton");

for (const { path } of dressed)
  test(`${path} has the sheets of what it shows, and follows its order where it says so`, async () => {
    const views = await everyView(pages, path);
    assert.deepEqual(
      [...new Set(views.flatMap(unstyled))],
      [],
      "classes whose sheet in styles/ the page does not have",
    );
    assert.deepEqual(
      [...new Set(views.flatMap(undefinedIn))],
      [],
      "custom properties that no sheet of the page defines: give it the sheet that does, or move them to tokens.css",
    );
    // A page without a head is a sheet of paper, which has its edge itself.
    const onScreens = views.filter((html) => html.includes('class="page-header"'));
    const layouts = onScreens.flatMap(layoutOf);
    assert.deepEqual(
      [...new Set(layouts)].filter((name) => !styled.has(name)),
      [],
      "a layout without a rule has no gutter: its texts stand at the window's edge",
    );
    assert.deepEqual(
      onScreens
        .filter((html) => !sheetsOf(html).includes("var(--ground)"))
        .flatMap(layoutOf)
        .filter((name) => grounded.has(name)),
      [],
      "a layout in styles/ground.css, which its sheet does not import",
    );
    // Marks without their script: the page would stay as it was, in silence.
    const unfollowed = views.filter(
      (html) => html.includes("data-pause=") && !html.includes("invoice-script"),
    );
    assert.deepEqual(unfollowed, []);
  });

test("the pages above show each form, and each in which something is written may be refused", async () => {
  const views = (await Promise.all(dressed.map(({ path }) => everyView(pages, path)))).flat();
  const drawn = views.flatMap(formsIn);
  for (const form of Object.keys(pageForms) as (keyof typeof pageForms)[]) {
    const own = drawn.filter((one) => one.form === form);
    assert.ok(own.length > 0, `no page shows ${form}: say in test/fullest-world.ts what leads to it`);
    if (pageForms[form].faults !== null) continue;
    const written = own.flatMap(({ texts }) => texts);
    assert.deepEqual(written, [], `${form} has texts: say in core/page-forms.ts what may be wrong with it`);
  }
});
