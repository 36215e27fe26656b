/** The demo's product links: one for everything that a product page can show. */
import type { RunningServer } from "#server/start-server.ts";
import type { DemoCaller } from "./demo-caller.ts";
import type { DemoPictures } from "./demo-pictures.ts";

const boxOfDates = {
  title: "تمر سكري مفتّل",
  description: "من مزارع القصيم، موسم هذا العام.\nصندوق هدية محكم الإغلاق، 1 كجم.",
  price: "85.00",
};

/** What can be typed into the coupon box of the link `coupon`: ten percent, and twenty riyals. */
export const demoCouponCodes = ["NAKHEEL10", "NAKHEEL20"] as const;

/**
 * Makes products, links and coupons through the merchant API.
 * @returns link identities by what their page shows
 */
export async function seedLinks(
  server: RunningServer,
  caller: DemoCaller,
  pictures: DemoPictures,
): Promise<Record<string, string>> {
  const dates = { ...boxOfDates, imageId: pictures.dates };
  const makeProduct = async (product: object): Promise<number> =>
    Number((await caller.send("POST", "/products", product))["id"]);
  const makeLink = async (product: object, link: object = {}): Promise<string> => {
    const productId = await makeProduct(product);
    return String((await caller.send("POST", "/product-links", { productId, ...link }))["linkIdentity"]);
  };
  const inactive = await makeLink({ ...dates, title: "تمر خلاص" });
  await caller.send("PATCH", `/product-links/${inactive}`, { isActive: false });
  return {
    stock: await makeLink({ ...dates, stockQty: 40 }, { quantity: 2 }),
    coupon: await seedCoupons(caller, makeProduct, pictures.coffee),
    outOfStock: await makeLink({ title: "دلّة قهوة نحاسية", price: "240.00", stockQty: 0 }),
    digital: await makeLink({ title: "كتاب إلكتروني: نخيل نجد", price: "39.00", isDigital: true }),
    clientPaysFees: await makeLink({ ...dates, title: "تمر عجوة المدينة" }, { clientPaysFees: true }),
    agreement: await makeLink(
      { title: "اشتراك قهوة شهري", price: "120.00" },
      {
        agreement: {
          title: "شروط الاشتراك",
          text: "يُجدَّد الاشتراك كل شهر، ويمكن إيقافه قبل التجديد بثلاثة أيام.",
        },
      },
    ),
    expired: await seedExpired(server, await makeLink({ ...dates, title: "عرض اليوم الوطني" })),
    inactive,
  };
}

async function seedCoupons(
  caller: DemoCaller,
  makeProduct: (product: object) => Promise<number>,
  imageId: string,
): Promise<string> {
  const title = "قهوة سعودية محمّصة";
  const productId = await makeProduct({ title, description: "500 جم", price: "64.50", imageId });
  const coupons = [
    { code: demoCouponCodes[0], discount: { type: "PERCENTAGE", value: "10" } },
    { code: demoCouponCodes[1], discount: { type: "FIXED", value: "20.00" }, usageLimitPerMobile: 1 },
  ];
  for (const coupon of coupons) await caller.send("POST", "/coupons", { ...coupon, productId });
  return String((await caller.send("POST", "/product-links", { productId }))["linkIdentity"]);
}

/** A link that has expired: the API takes ends in the future only, so this one is moved into the past. */
async function seedExpired({ services }: RunningServer, linkIdentity: string): Promise<string> {
  await services.db.kysely
    .updateTable("product_links")
    .set({ expires_at: new Date(services.clock.now() - 60 * 60_000) })
    .where("link_identity", "=", linkIdentity)
    .execute();
  return linkIdentity;
}
