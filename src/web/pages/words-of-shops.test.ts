/** Words of shops and buyers on a page in the other language: each stands by itself, so that nothing beside it moves its parts. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { orderStatuses } from "#core/order-status.ts";
import { addressOfRoute } from "#test/every-view.ts";
import { fullestOrder } from "#test/fullest-order.ts";
import { fullestWorld } from "#test/fullest-world.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { routes } from "../routes.ts";

let pages: PageRenderer;
before(async () => {
  pages = await startPageRenderer();
});

/** Words whose end moves to the other side of an Arabic line that does not isolate them. */
const words = /Words\d+ \(B\.V\.\)/g;
const arabic = /[\u0600-\u06ff]/;
/** What the program says in both languages. */
const ownTexts: ReadonlySet<string> = new Set(["ar", "en"]);
/** Classes whose sheet says `unicode-bidi: plaintext`, each line by its own language. */
const plaintext = /\bclass="(?:[^"]* )?(?:item-description|invoice-note|offer-description|terms-own)[ "]/;
const withoutEnd: ReadonlySet<string> = new Set(["br", "hr", "img", "input", "source", "wbr"]);

/** A world in which every Arabic text is foreign words; `known` has where each comes from. */
function inForeignWords(value: unknown, known: Map<string, string>, place = ""): unknown {
  if (typeof value === "string") {
    if (!arabic.test(value)) return value;
    const said = `Words${known.size} (B.V.)`;
    known.set(said, place);
    return said;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return value.map((one, index) => inForeignWords(one, known, `${place}[${index}]`));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      ownTexts.has(key) ? one : inForeignWords(one, known, `${place}.${key}`),
    ]),
  );
}

/** The foreign words in the body of a page that nothing isolates. */
function loose(html: string): string[] {
  const found: string[] = [];
  const open: { readonly tag: string; readonly isolates: boolean }[] = [];
  const body = html
    .slice(html.indexOf("<body"))
    .replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, "");
  for (const [whole, slash, tag = "", attributes = ""] of body.matchAll(
    /<(\/?)([a-z0-9]+)([^>]*)>|[^<]+/gi,
  )) {
    if (slash === "/") open.splice(open.findLastIndex((one) => one.tag === tag));
    else if (tag !== "" && !withoutEnd.has(tag) && !attributes.endsWith("/"))
      open.push({ tag, isolates: tag === "bdi" || / dir="/.test(attributes) || plaintext.test(attributes) });
    if (tag !== "" || open.some(({ isolates }) => isolates)) continue;
    // Within a sentence: between the characters that `isolate` puts around them.
    found.push(...(whole.replace(/[\u2066-\u2068][^\u2069]*\u2069/g, "").match(words) ?? []));
  }
  return found;
}

test("words of a shop or a buyer are isolated on every page that says them in the other language", async () => {
  for (const orderStatus of orderStatuses)
    for (const { path } of routes) {
      const known = new Map<string, string>();
      const world = inForeignWords(fullestWorld(fullestOrder(orderStatus)), known);
      const html = await pages.html(addressOfRoute(path, "ar"), world as ReturnType<typeof fullestWorld>);
      assert.deepEqual(
        loose(html).map((said) => known.get(said)),
        [],
        `${path} ${orderStatus}: <OwnWords>, <bdi>, isolate(…) in a sentence, or dir="auto"`,
      );
    }
});
