/** What pages ask of the server where a theme is tried: the shop as it is, in the tried theme, with the goods of the sample. */
import type { LoadedResult, PageServices } from "#contract/pages.ts";
import type { ThemeModel } from "#contract/settings.ts";
import type { Language } from "#core/language.ts";
import { toJsonNumber } from "#core/money.ts";
import { type ColumnOf, type ColumnsOf, type OfLeftJoin, selectList } from "#db/columns.ts";
import { allMethods, namesOf } from "#methods/allowed.ts";
import { findImageFile, readImageFile } from "../images/image-store.ts";
import { orderTheme } from "../orders/order-routes.ts";
import { contactColumns, shownMerchantColumns } from "../orders/order-store.ts";
import { toShopModel } from "../orders/shop-model.ts";
import { readTriedTheme, type TriedTheme } from "../orders/tried-theme.ts";
import { instalmentServices, offeredNames } from "../payments/offered-methods.ts";
import type { Services } from "../services.ts";
import { declineText, resultText } from "../texts/texts.ts";
import { type SampleShop, sampleLink, sampleNumber, sampleOrder, sampleTotals } from "./theme-sample.ts";

/** Which page of the buyer is shown, in what state of the payment. */
export type TriedPage = "payment" | "invoice" | "product" | "paid" | "declined";

/** The services of one page of a trial. */
export type ThemeTrial = (asked: {
  /** From the address. */
  readonly look: string;
  readonly page: TriedPage;
  readonly language: Language | null;
}) => Promise<{ readonly services: PageServices; readonly language: Language } | null>;

const merchantColumns = ["id", ...shownMerchantColumns] as const satisfies readonly ColumnOf<"merchants">[];

/** By the columns of the statement, so that what pages come to ask of a shop is selected here, too. */
type TriedShop = ColumnsOf<"merchants", (typeof merchantColumns)[number], "merchant_"> &
  OfLeftJoin<ColumnsOf<"merchant_contacts", (typeof contactColumns)[number], "contact_">>;

const shopSql = `
select ${selectList("m", merchantColumns, "merchant_")}, ${selectList("mc", contactColumns, "contact_")}
from merchants m left join merchant_contacts mc on mc.merchant_id = m.id where m.id = $1`;

/**
 * Builds the trials of an installation.
 * @param own the services of real pages: what is no order's is theirs
 */
export function createThemeTrial(services: Services, own: PageServices): ThemeTrial {
  return async ({ look, page, language: asked }) => {
    const tried = readTriedTheme(services, look);
    if (tried === null) return null;
    const theme = orderTheme(services.config, tried.settings);
    const language = asked ?? theme.defaultLanguage ?? "ar";
    const shop = await sampleShop(services, tried, language);
    return shop && { services: sampleServices(own, { shop, theme, page }), language };
  };
}

async function sampleShop(
  services: Services,
  tried: TriedTheme,
  language: Language,
): Promise<SampleShop | null> {
  const { config, clock, db } = services;
  const { merchantId } = tried;
  const { rows } = await db.pool.query<TriedShop>({
    name: "tried-shop",
    text: shopSql,
    values: [merchantId],
  });
  const [row] = rows;
  if (!row) return null;
  const stored = toShopModel(row, config.serverUrl);
  const shop = { ...stored, merchant: { ...stored.merchant, ...(await triedLogo(services, tried)) } };
  const names = allMethods.flatMap(namesOf);
  const due = { merchantId, currency: "SAR", amount: sampleTotals({ shop }).total };
  return {
    shop,
    offered: await offeredNames(services, due, names),
    instalments: await instalmentServices(services, due, names),
    serverUrl: config.serverUrl,
    webUrl: config.webUrl,
    language,
    now: clock.now(),
  };
}

/** A picture that is no logo yet has no address: it comes with the page. */
async function triedLogo({ db, storage }: Services, { imageId }: TriedTheme) {
  if (imageId === undefined) return {};
  const file = imageId === null ? null : await findImageFile(db.kysely, { imageId }, "medium");
  if (file === null) return { logoImageUrl: null };
  const bytes = await readImageFile(storage, file.sha256);
  return { logoImageUrl: `data:${file.contentType};base64,${bytes.toString("base64")}` };
}

type Shown = { readonly shop: SampleShop; readonly theme: ThemeModel; readonly page: TriedPage };

function sampleServices(own: PageServices, { shop, theme, page }: Shown): PageServices {
  const order = sampleOrder(shop, page === "paid" ? "PAID" : "PENDING");
  return {
    loadOrder: async () => ({ model: order, theme, frameParents: [] }),
    cardSettings: own.cardSettings,
    methodSettings: own.methodSettings,
    troubledMethods: async () => new Map(),
    loadResult: async () => sampleResult(shop, page),
    isResultSigned: () => false,
    loadAgreement: async () => null,
    isRenewalAsked: async () => false,
    loadReturn: async () => ({ askedUntil: null, last: null }),
    loadOpenReferences: async () => [],
    loadBegunPayment: async () => null,
    loadTaxInvoice: async () => null,
    loadIssuedPapers: async () => [],
    loadQuote: async () => null,
    loadBuyersDocuments: async () => null,
    loadDigitalGoods: async () => [],
    loadProductLink: async () => ({
      kind: "open",
      model: sampleLink(shop),
      instalments: shop.instalments,
      shop: shop.shop,
      theme,
    }),
    loadReturns: async () => null,
    loadLinkAgreement: async () => null,
  };
}

function sampleResult(shop: SampleShop, page: TriedPage): LoadedResult {
  const { language, webUrl } = shop;
  const isPaid = page === "paid";
  return {
    attemptState: isPaid ? "captured" : "declined",
    receiptSentTo: null,
    result: {
      msg: isPaid
        ? resultText(language, "processed", sampleNumber)
        : declineText(language, "insufficient_funds"),
      orderAmount: toJsonNumber(sampleTotals(shop).total, "SAR"),
      orderNumber: sampleNumber,
      statusCode: isPaid ? 200 : 400,
      ...(!isPaid && { declined: true as const }),
      webUrl,
      callbackUrl: null,
      mode: null,
      secure3DHtmlKey: null,
      paymentSessionId: null,
      signature: "",
      externalOrderNumber: null,
    },
  };
}
