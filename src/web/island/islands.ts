/**
 * The parts of pages that React runs in the browser, by name, and how the code of each is fetched. Everything else is
 * HTML that the server made. A name here is what `<Island name>` takes; what the server must know of it is in
 * island-facts.ts.
 */
import type { ComponentProps, ReactNode } from "react";

export const islands = {
  payment: async () => (await import("../payment/payment-form.tsx")).PaymentForm,
  reference: async () => (await import("#methods/open-reference.tsx")).OpenReference,
  applepay: async () => (await import("#methods/applepay/screen.tsx")).ApplePayScreen,
  product: async () => (await import("../product/product-form.tsx")).ProductForm,
  asking: async () => (await import("../product/asking-parts.ts")).askingForm(),
  simple: async () => (await import("../payment/simple-form.tsx")).SimpleForm,
  frame: async () => (await import("../payment/frame-form.tsx")).FrameForm,
  testCards: async () => (await import("../payment/test-cards-form.tsx")).TestCardsForm,
};

export type IslandName = keyof typeof islands;

/** How an island is fetched whose props are not known here. */
export type IslandLoader = () => Promise<(props: never) => ReactNode>;

/** The props of an island; they must survive JSON, because the page carries them to the browser. */
export type IslandProps<Name extends IslandName> = ComponentProps<
  Awaited<ReturnType<(typeof islands)[Name]>>
>;
