/** The marks of methods and card schemes. They are drawn in `web/marks`, under these names. */

import type { CardBrand } from "#core/card/card-brands.ts";
import type { MethodId } from "./catalog.ts";

/** Cards show the marks of their schemes, every other method its own. */
export type MarkName = CardBrand | Exclude<MethodId, "card">;
