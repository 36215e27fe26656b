/** What a merchant's frame looks like, from the query of its address (Spec 2.6), for the pages that stand in it. */
import type { ThemeModel } from "#contract/settings.ts";
import type { FrameParents } from "#core/address/frame-parents.ts";
import { frameTheme, parseFrameQuery } from "#core/theme/theme.ts";
import type { PageView } from "../page.ts";

/** Marks an address whose language the buyer chose inside the frame, so that the switch stays (Spec 2.6). */
export const ownLanguageMark = "ls";

/** Theme, width and space above of a page in the frame; of the merchant's theme what is no colour counts. */
export function frameView(
  query: URLSearchParams,
  { defaultLanguage, currencyStyle }: ThemeModel,
): Pick<PageView, "theme" | "properties"> {
  const options = parseFrameQuery(query);
  return {
    theme: {
      ...frameTheme(options),
      ...(defaultLanguage && { defaultLanguage }),
      ...(currencyStyle && { currencyStyle }),
    },
    properties: { "--frame-width": `${options.widthPx}px`, "--frame-top": `${options.topSpacePx}px` },
  };
}

/** For script/framed.ts: the origins that receive the height of the page. */
export function parentsAttribute(parents: FrameParents): string {
  return parents === "any" ? "*" : parents.join(" ");
}
