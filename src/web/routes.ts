/**
 * Every address of the buyer's pages (Spec 2) in one list. Plain data: the server mounts it, the rendering bundle
 * finds the page by it. An address that is not here is the 404 page; static segments win over `:orderNumber`.
 */

export type PageName =
  | "home"
  | "invoice"
  | "print"
  | "product"
  | "info"
  | "applepay"
  | "simple"
  | "frame"
  | "googleButton"
  | "testCards"
  | "result"
  | "error"
  | "salesTerms"
  | "verify"
  | "quote"
  | "mine";

export type PageRoute = {
  /** Path in the form of Fastify's router. */
  readonly path: string;
  readonly page: PageName;
  /**
   * Which sites may put the page into a frame: none, our own pages, or the pages of the order's merchant (decision
   * K10). The result of a payment inside a merchant's page is framed as that page was (docs/decisions/0016).
   */
  readonly framing: "none" | "self" | "merchant";
  /**
   * What a buyer has seen who was shown the page, by the parameter of its path (`orderNumber`, `linkIdentity`): it counts
   * as a view, and is in the evidence about a payment as opened by the buyer: an invoice is seen where its amount is. Null: nothing of which views are counted, and what other
   * people than the buyer open as well.
   */
  readonly views: "invoice" | "product" | null;
  /** The page may ask the browser where the buyer is (decision K11). */
  readonly mayLocate?: true;
  /** Opened in a frame of another site it shows nothing there and leads out of it (Spec 2.5, decision 0051). */
  readonly leavesFrames?: true;
  /** Another party's script draws in it, with styles and pictures of its own. */
  readonly hasForeignDrawing?: true;
  /** Not there in `live` (decision K12). */
  readonly isTestPage?: true;
};

export const routes = [
  { path: "/", page: "home", framing: "none", views: null },
  { path: "/sales-terms", page: "salesTerms", framing: "none", views: null },
  { path: "/verify", page: "verify", framing: "none", views: null },
  { path: "/verify/:orderNumber", page: "verify", framing: "none", views: null },
  { path: "/pay/order/:orderNumber", page: "invoice", framing: "none", views: "invoice" },
  { path: "/pay/:orderNumber", page: "invoice", framing: "none", views: "invoice" },
  { path: "/pay/print/:orderNumber", page: "print", framing: "none", views: "invoice" },
  { path: "/pay/product/:linkIdentity", page: "product", framing: "none", views: "product" },
  { path: "/pay/info/:orderNumber", page: "info", framing: "none", views: "invoice" },
  { path: "/pay/applePay/:orderNumber", page: "applepay", framing: "none", views: "invoice" },
  { path: "/pay/simple/:orderNumber", page: "simple", framing: "none", views: "invoice", mayLocate: true },
  { path: "/pay/frame/:orderNumber", page: "frame", framing: "merchant", views: "invoice" },
  {
    path: "/pay/googlepay/:orderNumber",
    page: "googleButton",
    framing: "self",
    views: "invoice",
    hasForeignDrawing: true,
  },
  { path: "/pay/info3/:orderNumber", page: "testCards", framing: "none", views: "invoice", isTestPage: true },
  { path: "/pay/process3DSecure", page: "result", framing: "self", views: null, leavesFrames: true },
  { path: "/pay/displayPayment", page: "result", framing: "self", views: null, leavesFrames: true },
  { path: "/pay/error/:reason", page: "error", framing: "none", views: null },
  { path: "/pay/quote/:quoteNumber", page: "quote", framing: "none", views: null },
  { path: "/pay/mine/:token", page: "mine", framing: "none", views: null },
] as const satisfies readonly PageRoute[];

/** Addresses that only lead to another one (decision N3). */
export const redirects = [
  { path: "/index", to: "/" },
  { path: "/index.html", to: "/" },
] as const;

export type RouteMatch = { readonly route: PageRoute; readonly params: Readonly<Record<string, string>> };

/** The route and path parameters of an address, or null for the 404 page. `pathname` is percent-encoded. */
export function matchRoute(pathname: string): RouteMatch | null {
  const segments = split(pathname);
  const matches = routes.flatMap((route) => {
    const params = matchSegments(split(route.path), segments);
    return params ? [{ route, params }] : [];
  });
  return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null;
}

function split(path: string): readonly string[] {
  return path.replace(/^\/|\/$/g, "").split("/");
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (!expected.startsWith(":")) {
      if (expected !== segment) return null;
      continue;
    }
    const value = decode(segment);
    if (value === null) return null;
    params[expected.slice(1)] = value;
  }
  return params;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Addresses of the pages, for links. Order numbers are the stored ones (16 letters and digits). */
export const addresses = {
  home: "/",
  salesTerms: "/sales-terms",
  verify: (orderNumber?: string) =>
    orderNumber === undefined ? "/verify" : `/verify/${encodeURIComponent(orderNumber)}`,
  invoice: (orderNumber: string) => `/pay/order/${encodeURIComponent(orderNumber)}`,
  print: (orderNumber: string) => `/pay/print/${encodeURIComponent(orderNumber)}`,
  info: (orderNumber: string) => `/pay/info/${encodeURIComponent(orderNumber)}`,
  frame: (orderNumber: string) => `/pay/frame/${encodeURIComponent(orderNumber)}`,
  googleButton: (orderNumber: string) => `/pay/googlepay/${encodeURIComponent(orderNumber)}`,
  displayPayment: "/pay/displayPayment",
  process3DSecure: "/pay/process3DSecure",
} as const;

/** The page of a product link. By itself: no script of a page needs it. */
export function productAddress(linkIdentity: string): string {
  return `/pay/product/${encodeURIComponent(linkIdentity)}`;
}
