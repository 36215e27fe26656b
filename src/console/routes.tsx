/** Every address of the console. Filters are in the address, typed; persons who are searched for are not. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from "@tanstack/react-router";
import { withTexts } from "./i18n/texts.ts";
import { readInvoiceFilters } from "./invoices/invoice-filters.ts";
import { Invoices } from "./invoices/invoices.tsx";
import type { PaymentFilters } from "./payments/payment-filters.ts";
import { readRequestFilters } from "./requests/request-filters.ts";
import { readMe } from "./session/me.ts";
import { chosenShop, firstScreen } from "./session/shop.ts";
import { Broken, Missing } from "./shell/broken.tsx";
import { Shell } from "./shell/shell.tsx";

/** A period, a box and a figure of the VAT return; the screens judge them. */
type VatSearch = { readonly period?: string; readonly box?: string; readonly figure?: string };

const root = createRootRoute({ component: Shell, notFoundComponent: Missing, errorComponent: Broken });

/** A screen that is fetched when it is first opened, or pointed at, with its texts. */
function later<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
  texts?: "home",
) {
  return lazyRouteComponent(() => withTexts(load, texts), name);
}

/** A screen whose address holds all that it needs. */
const screen = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    const shop = chosenShop(readMe());
    const to = shop === null ? "/" : firstScreen(shop.permissions);
    if (to !== "/") throw redirect({ to, replace: true });
  },
  component: later(() => import("./home/home.tsx"), "Home", "home"),
});
export const invoicesRoute = createRoute({
  getParentRoute: () => root,
  path: "/invoices",
  validateSearch: readInvoiceFilters,
  component: Invoices,
});
export const newInvoiceRoute = createRoute({
  getParentRoute: () => root,
  path: "/invoices/new",
  validateSearch: ({ repeat, draft }: Record<string, unknown>): { repeat?: string; draft?: string } =>
    typeof draft === "string" ? { draft } : typeof repeat === "string" ? { repeat } : {},
  component: later(() => import("./invoices/new-invoice.tsx"), "NewInvoice"),
});
export const invoiceRoute = screen(
  "/invoices/$orderNumber",
  later(() => import("./invoices/one-invoice.tsx"), "OneInvoice"),
);
export const chosenRoute = createRoute({
  getParentRoute: () => root,
  path: "/invoices/chosen",
  validateSearch: readInvoiceFilters,
  component: later(() => import("./invoices/chosen-invoices.tsx"), "ChosenInvoices"),
});
const drafts = screen(
  "/invoices/drafts",
  later(() => import("./invoices/drafts.tsx"), "Drafts"),
);
/** A state; the screens judge it. */
type StateSearch = { readonly state?: string };
const quotes = createRoute({
  getParentRoute: () => root,
  path: "/invoices/quotes",
  validateSearch: (search: StateSearch) => search,
  component: later(() => import("./quotes/quotes.tsx"), "Quotes"),
});
const oneQuote = screen(
  "/invoices/quotes/$quoteNumber",
  later(() => import("./quotes/quotes.tsx"), "OneQuote"),
);
const recurring = createRoute({
  getParentRoute: () => root,
  path: "/invoices/recurring",
  validateSearch: (search: StateSearch) => search,
  component: later(() => import("./recurring/recurring.tsx"), "RecurringInvoices"),
});
const oneRecurring = screen(
  "/invoices/recurring/$recurringId",
  later(() => import("./recurring/recurring.tsx"), "OneRecurring"),
);
const bulkIssue = screen(
  "/invoices/from-file",
  later(() => import("./bulk/bulk.tsx"), "BulkIssue"),
);
const payments = createRoute({
  getParentRoute: () => root,
  path: "/payments",
  validateSearch: (search: PaymentFilters) => search,
  component: later(() => import("./payments/payments.tsx"), "Payments"),
});
/** A period or day and a state; the screens judge them. */
type MoneySearch = { readonly period?: string; readonly state?: string; readonly day?: string };
const money = createRoute({
  getParentRoute: () => root,
  path: "/payments/$part",
  validateSearch: (search: MoneySearch) => search,
  component: later(() => import("./money/money.tsx"), "Money"),
});
const vat = createRoute({
  getParentRoute: () => root,
  path: "/vat",
  validateSearch: (search: VatSearch) => search,
  component: later(() => import("./vat/vat.tsx"), "Vat"),
});
const customers = screen(
  "/customers",
  later(() => import("./customers/customers.tsx"), "Customers"),
);
const customer = screen(
  "/customers/$clientId",
  later(() => import("./customers/customer.tsx"), "Customer"),
);
const statement = screen(
  "/customers/$clientId/statement",
  later(() => import("./customers/statement.tsx"), "Statement"),
);
const products = screen(
  "/products",
  later(() => import("./selling/products.tsx"), "Products"),
);
const newProduct = screen(
  "/products/new",
  later(() => import("./selling/product-form.tsx"), "NewProduct"),
);
const product = screen(
  "/products/$productId",
  later(() => import("./selling/product-form.tsx"), "EditProduct"),
);
const links = screen(
  "/products/links",
  later(() => import("./selling/links.tsx"), "Links"),
);
export const newLinkRoute = createRoute({
  getParentRoute: () => root,
  path: "/products/links/new",
  validateSearch: (search: Record<string, unknown>): { product?: number } =>
    Number.isSafeInteger(search["product"]) ? { product: Number(search["product"]) } : {},
  component: later(() => import("./selling/new-link.tsx"), "NewLink"),
});
const oneLink = screen(
  "/products/links/$linkIdentity",
  later(() => import("./selling/one-link.tsx"), "OneLink"),
);
const sheet = screen(
  "/products/links/$linkIdentity/sheet",
  later(() => import("./selling/sheet.tsx"), "Sheet"),
);
const coupons = screen(
  "/products/coupons",
  later(() => import("./selling/coupons.tsx"), "Coupons"),
);
const developers = screen(
  "/developers",
  later(() => import("./developers/developers.tsx"), "Developers"),
);
const webhooks = screen(
  "/developers/webhooks",
  later(() => import("./webhooks/webhooks.tsx"), "Webhooks"),
);
const endpoint = screen(
  "/developers/webhooks/$endpointId",
  later(() => import("./webhooks/endpoint.tsx"), "Endpoint"),
);
const requests = createRoute({
  getParentRoute: () => root,
  path: "/developers/requests",
  validateSearch: readRequestFilters,
  component: later(() => import("./requests/requests.tsx"), "Requests"),
});
const shop = screen(
  "/shop",
  later(() => import("./shop/shop.tsx"), "Shop"),
);
const shopPart = createRoute({
  getParentRoute: () => root,
  path: "/shop/$part",
  validateSearch: (search: StateSearch) => search,
  component: later(() => import("./shop/shop-part.tsx"), "ShopPart"),
});
const look = screen(
  "/shop/look",
  later(() => import("./shop/look.tsx"), "LookScreen"),
);
const team = screen(
  "/team",
  later(() => import("./team/team.tsx"), "Team"),
);
/** Who acted, what it was about and a period; the screen judges them. */
type AuditSearch = {
  readonly actor?: string;
  readonly kind?: string;
  readonly from?: string;
  readonly to?: string;
};
const audit = createRoute({
  getParentRoute: () => root,
  path: "/team/audit",
  validateSearch: (search: AuditSearch) => search,
  component: later(() => import("./audit/audit.tsx"), "Audit"),
});
const account = screen(
  "/account",
  later(() => import("./account/account.tsx"), "Account"),
);
const more = screen(
  "/more",
  later(() => import("./shell/more.tsx"), "More"),
);

const routeTree = root.addChildren([
  home,
  invoicesRoute,
  newInvoiceRoute,
  drafts,
  chosenRoute,
  bulkIssue,
  quotes,
  oneQuote,
  recurring,
  oneRecurring,
  invoiceRoute,
  payments,
  money,
  vat,
  customers,
  customer,
  statement,
  products,
  newProduct,
  product,
  links,
  newLinkRoute,
  oneLink,
  sheet,
  coupons,
  developers,
  webhooks,
  endpoint,
  requests,
  shop,
  shopPart,
  look,
  team,
  audit,
  account,
  more,
]);

/**
 * The router of a tab. A screen is fetched when its link is touched or pointed at.
 * @param basepath what every address of the tab's shop begins with
 */
export function createConsoleRouter(basepath: string) {
  return createRouter({ routeTree, basepath, defaultPreload: "intent", scrollRestoration: true });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
