/** What the server knows of each island: its file, for the hashes and the early fetch, and its texts. */
import { referenceMethods } from "#methods/allowed.ts";
import type { IslandFacts } from "../page.ts";

export const islandFacts: IslandFacts = {
  payment: {
    module: "src/web/payment/payment-form.tsx",
    namespaces: ["common", "payment", "card", "amex"],
  },
  reference: {
    module: "src/methods/open-reference.tsx",
    namespaces: ["common", ...referenceMethods],
  },
  applepay: {
    module: "src/methods/applepay/screen.tsx",
    namespaces: ["common", "payment", "applepay"],
  },
  product: {
    module: "src/web/product/product-form.tsx",
    namespaces: ["common", "payment", "product"],
  },
  asking: {
    module: "src/web/product/product-form.tsx",
    parts: ["src/web/product/asking-parts.ts"],
    namespaces: ["common", "payment", "product", "asking"],
  },
  simple: {
    module: "src/web/payment/simple-form.tsx",
    namespaces: ["common", "payment", "card", "simple"],
  },
  frame: {
    module: "src/web/payment/frame-form.tsx",
    namespaces: ["common", "payment", "card", "frame"],
  },
  testCards: {
    module: "src/web/payment/test-cards-form.tsx",
    namespaces: ["common", "payment", "card", "testcards"],
  },
};
