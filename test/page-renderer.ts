/**
 * Renders pages for tests, without a build: Vite loads the sources. The installation around a page is made up; what
 * a test says of it goes over the defaults.
 */
import assert from "node:assert/strict";
import { createServer, type ViteDevServer } from "vite";
import type { OrderPageModel } from "#contract/order.ts";
import type {
  BegunPayment,
  BuyersDocuments,
  DigitalGood,
  InstalmentService,
  IssuedPaper,
  LoadedLink,
  LoadedQuote,
  MethodSettings,
  OpenReference,
  PageReply,
  PageRequest,
  PageServices,
  PrintedTaxInvoice,
  ReturnOfOrder,
  ShopModel,
  ShopReturns,
  ShownTerms,
} from "#contract/pages.ts";
import type { PaymentResult } from "#contract/payment.ts";
import type { ProductLinkModel } from "#contract/product.ts";
import type { ThemeModel } from "#contract/settings.ts";
import type { FrameParents } from "#core/address/frame-parents.ts";
import type { AttemptState } from "#core/attempt-status.ts";
import { readLanguage } from "#core/language.ts";
import type * as Islands from "#web/island/islands.ts";
import { orderPage } from "./order-page.ts";
import { productPage } from "./product-page.ts";

type ClosedLink = Extract<LoadedLink, { kind: "closed" }>;

export type World = {
  readonly order?: OrderPageModel | null;
  readonly theme?: ThemeModel;
  /** Who may put the order's payment frame into a page; none by default. */
  readonly frameParents?: FrameParents;
  readonly methodSettings?: MethodSettings;
  /** Methods whose provider does not answer, or is slow to. */
  readonly troubled?: Readonly<Record<string, "slow" | "down">>;
  /** The shop of an expired order has been asked for a fresh link. */
  readonly isRenewalAsked?: boolean;
  /** Whether a return can be asked for, and the last one. */
  readonly returnOfOrder?: ReturnOfOrder;
  readonly attemptState?: AttemptState | null;
  readonly result?: Partial<PaymentResult>;
  readonly isResultSigned?: boolean;
  /** Where a receipt went, masked. */
  readonly receiptSentTo?: string;
  readonly loadOrder?: PageServices["loadOrder"];
  /** The order's own terms of sale. */
  readonly agreement?: ShownTerms;
  /** A payment that its buyer has begun. */
  readonly begun?: BegunPayment;
  /** Bills and accounts for a transfer that are out. */
  readonly openReferences?: readonly OpenReference[];
  /** The tax invoice that was issued for the order. */
  readonly taxInvoice?: PrintedTaxInvoice;
  readonly issuedPapers?: readonly IssuedPaper[];
  readonly quote?: LoadedQuote;
  readonly buyersDocuments?: BuyersDocuments;
  /** What the order delivers, if it is paid. */
  readonly digitalGoods?: readonly DigitalGood[];
  /** False where the gateway's own card fields are used (decision K4). */
  readonly directApi?: boolean;
  /** What stands behind every product link; null for nothing. */
  readonly product?: ProductLinkModel | ClosedLink["reason"] | null;
  /** The services that the link can be paid by in four parts. */
  readonly instalments?: readonly InstalmentService[];
  /** What is known of the link's shop. */
  readonly shop?: Partial<ShopModel>;
  /** The product link's own terms of sale. */
  readonly linkAgreement?: ShownTerms;
  readonly returns?: ShopReturns;
  readonly request?: Partial<PageRequest>;
  readonly isTestingPhase?: boolean;
  /** False as in `live`; true by default. */
  readonly hasTestPages?: boolean;
};

type Render = (...input: [PageRequest, PageServices, object, object]) => Promise<PageReply>;

export type PageRenderer = {
  /** The answer to one address. */
  readonly page: (address: string, world?: World) => Promise<PageReply>;
  /** The document of an address whose data is quick. */
  readonly html: (address: string, world?: World) => Promise<string>;
  /** For its `after`: what was loaded stays for the next file of the process. */
  readonly close: () => Promise<void>;
};

/** Vite's start and the pages' sources take seconds of the processor: all test files of a process share them. */
let loading: Promise<Render> | undefined;
let starting: Promise<ViteDevServer> | undefined;

/** Without a port and without a watch it keeps no process from ending. */
function startVite(): Promise<ViteDevServer> {
  starting ??= createServer({
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  return starting;
}

/** A module of the pages by its path from the root ("/src/web/scope.tsx"): Node alone reads no JSX. */
export async function loadPageModule<Module>(path: string): Promise<Module> {
  return (await (await startVite()).ssrLoadModule(path)) as Module;
}

async function loadPages(): Promise<Render> {
  const vite = await startVite();
  const { render } = (await vite.ssrLoadModule("/src/web/render.tsx")) as { render: Render };
  // Transformed now, so that no test takes the time that it needs for slow data.
  const { islands } = (await vite.ssrLoadModule("/src/web/island/islands.ts")) as typeof Islands;
  await Promise.all(Object.values(islands).map(async (load) => await load()));
  return render;
}

/** Loads the pages by Vite, once in a process. */
export async function startPageRenderer(): Promise<PageRenderer> {
  loading ??= loadPages();
  const render = await loading;
  const page = async (address: string, world: World = {}): Promise<PageReply> => {
    const environment = {
      version: "1.11.53",
      isTestingPhase: world.isTestingPhase ?? false,
      directApi: world.directApi ?? true,
      hasTestPages: world.hasTestPages ?? true,
    };
    const reply = await render(requestFor(address, world), servicesOf(world), environment, {
      manifest: null,
      integrity: {},
      translations: { ar: "/i18n/ar.json", en: "/i18n/en.json" },
    });
    failOfText(address, reply.failure);
    return reply;
  };
  const html = async (address: string, world?: World): Promise<string> => {
    const reply = await page(address, world);
    assert.equal(typeof reply.html, "string");
    return String(reply.html);
  };
  return { page, html, close: async () => {} };
}

/** A text that a page lacks is no page to test; whatever else has failed is what its test asks about. */
function failOfText(address: string, failure: unknown): void {
  if (!(failure instanceof Error && failure.message.startsWith("MISSING_MESSAGE"))) return;
  const why =
    "An island has the namespaces of src/web/island/island-facts.ts, and of common the keys of sharedWithIslands (src/web/i18n/catalogue.ts).";
  throw new Error(`${address}: ${failure.message}\n${why}`, { cause: failure });
}

function requestFor(address: string, world: World): PageRequest {
  const url = new URL(address, "http://page");
  return {
    url,
    language: readLanguage(url.searchParams.get("lang")),
    languageCookie: null,
    emailProofCookie: null,
    bankStepCookie: null,
    methodCookie: null,
    drafts: {},
    acceptLanguage: null,
    nonce: "NONCE",
    userAgent: "",
    ...world.request,
  };
}

function servicesOf({ order = orderPage(), theme = {}, frameParents = [], ...world }: World): PageServices {
  return {
    loadOrder: world.loadOrder ?? (async () => order && { model: order, theme, frameParents }),
    methodSettings: async () => world.methodSettings ?? {},
    isRenewalAsked: async () => world.isRenewalAsked ?? false,
    loadReturn: async () => world.returnOfOrder ?? { askedUntil: null, last: null },
    troubledMethods: async () => new Map(Object.entries(world.troubled ?? {})),
    cardSettings: async () => ({
      sessionFormUrl: world.directApi === false ? "https://gateway.example/session.js" : "",
      amexSessionFormUrl: "",
      directApi: world.directApi ?? true,
    }),
    loadResult: async () =>
      order && {
        result: { ...unpaidResult, ...world.result },
        attemptState:
          world.attemptState === undefined ? stateBehind(world.result?.statusCode) : world.attemptState,
        receiptSentTo: world.receiptSentTo ?? null,
      },
    isResultSigned: () => world.isResultSigned ?? false,
    loadAgreement: async () => world.agreement ?? null,
    loadProductLink: async () => {
      const { product = null } = world;
      if (product === null) return null;
      const shop = orderPage(world.shop);
      const { instalments = [] } = world;
      if (typeof product === "object")
        return {
          kind: "open",
          model: product,
          instalments,
          shop: { ...shop, merchant: product.merchant },
          theme,
        };
      const { linkIdentity, product: sold } = productPage();
      return { kind: "closed", reason: product, linkIdentity, productTitle: sold.title, shop, theme };
    },
    loadBegunPayment: async () => world.begun ?? null,
    loadOpenReferences: async () => world.openReferences ?? [],
    loadTaxInvoice: async () => world.taxInvoice ?? null,
    loadIssuedPapers: async () => world.issuedPapers ?? [],
    loadQuote: async () => world.quote ?? null,
    loadBuyersDocuments: async () => world.buyersDocuments ?? null,
    loadDigitalGoods: async () => world.digitalGoods ?? [],
    loadReturns: async () => world.returns ?? null,
    loadLinkAgreement: async () => world.linkAgreement ?? null,
  };
}

/** The attempt that such a result comes from; a buyer who was just sent to the bank when nothing is said. */
function stateBehind(statusCode: number | undefined): AttemptState {
  if (statusCode === 400) return "declined";
  return statusCode === 202 ? "unknown" : "awaiting_buyer";
}

const unpaidResult: PaymentResult = {
  msg: "",
  orderAmount: 1150,
  orderNumber: orderPage().orderNumber,
  statusCode: 400,
  webUrl: "",
  callbackUrl: null,
  mode: null,
  secure3DHtmlKey: null,
  paymentSessionId: null,
  signature: "",
  externalOrderNumber: null,
};
