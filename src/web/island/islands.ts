/**
 * The parts of pages that React runs in the browser, by name. Everything else is HTML that the server made.
 * A name here is what `<Island name>` takes; the module is loaded only by pages that show it.
 */
import type { ReactNode } from "react";
import type { Namespace } from "../i18n/catalogue.ts";

export type IslandEntry<Props> = {
  /** Path of the module in the project, as the build's manifest names it. */
  readonly module: string;
  readonly load: () => Promise<(props: Props) => ReactNode>;
  /** Texts that the HTML carries for it. */
  readonly namespaces: readonly Namespace[];
};

function island<Props>(entry: IslandEntry<Props>): IslandEntry<Props> {
  return entry;
}

export const islands = {
  payment: island({
    module: "src/web/payment/payment-form.tsx",
    load: async () => (await import("../payment/payment-form.tsx")).PaymentForm,
    namespaces: ["common", "payment", "card", "amex"],
  }),
  reference: island({
    module: "src/methods/references/open-reference.tsx",
    load: async () => (await import("#methods/references/open-reference.tsx")).OpenReference,
    namespaces: ["common", "sadad", "a2a"],
  }),
  applepay: island({
    module: "src/methods/applepay/screen.tsx",
    load: async () => (await import("#methods/applepay/screen.tsx")).ApplePayScreen,
    namespaces: ["common", "payment", "applepay"],
  }),
  product: island({
    module: "src/web/product/product-form.tsx",
    load: async () => (await import("../product/product-form.tsx")).ProductForm,
    namespaces: ["common", "payment", "product"],
  }),
  simple: island({
    module: "src/web/payment/simple-form.tsx",
    load: async () => (await import("../payment/simple-form.tsx")).SimpleForm,
    namespaces: ["common", "payment", "card", "simple"],
  }),
  frame: island({
    module: "src/web/payment/frame-form.tsx",
    load: async () => (await import("../payment/frame-form.tsx")).FrameForm,
    namespaces: ["common", "payment", "card", "frame"],
  }),
  testCards: island({
    module: "src/web/payment/test-cards-form.tsx",
    load: async () => (await import("../payment/test-cards-form.tsx")).TestCardsForm,
    namespaces: ["common", "payment", "card", "testcards"],
  }),
};

export type IslandName = keyof typeof islands;

/** An island whose props are not checked here. */
export type AnyIsland = IslandEntry<never>;

/** The props of an island; they must survive JSON, because the page carries them to the browser. */
export type IslandProps<Name extends IslandName> =
  (typeof islands)[Name] extends IslandEntry<infer Props> ? Props : never;
