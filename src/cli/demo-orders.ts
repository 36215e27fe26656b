/** Orders of the demo merchant, one in every status, made by the calls of merchants and buyers. */
import type { DemoCaller } from "./demo-caller.ts";
import type { DemoPictures } from "./demo-pictures.ts";

type Goods = { readonly dates: object; readonly coffee: object };

/** What the demo sells, as lines of invoices. */
export function goodsOf(pictures: DemoPictures): Goods {
  return {
    dates: {
      title: "تمر سكري مفتّل",
      description: "صندوق هدية، 1 كجم",
      quantity: 2,
      unitPrice: "85.00",
      vatRate: "15",
      imageId: pictures.dates,
    },
    coffee: {
      title: "قهوة سعودية",
      description: "محمّصة، 500 جم",
      quantity: 1,
      unitPrice: "64.50",
      vatRate: "15",
      imageId: pictures.coffee,
    },
  };
}

/** Issues the orders that can still be paid. Gives their numbers by what they show. */
export async function seedOpenOrders(
  caller: DemoCaller,
  { dates, coffee }: Goods,
): Promise<Record<string, string>> {
  const pending = await caller.issue({ lines: [dates, coffee] });
  // A decline: the bank refuses cards that expire 05/39.
  await caller.pay(pending, { expiry: "05/39" });
  return {
    created: await caller.issue({
      lines: [dates, coffee],
      discount: { type: "PERCENTAGE", value: "10" },
      note: "شكرًا لتسوقكم معنا",
      externalOrderNumber: "NK-1001",
    }),
    pending,
    digital: await caller.issue({
      lines: [
        { title: "كتاب إلكتروني: نخيل نجد", quantity: 1, unitPrice: "39.00", vatRate: "15", isDigital: true },
      ],
    }),
    agreement: await caller.issue({
      lines: [coffee],
      agreement: {
        title: "اتفاقية البيع",
        text: "يُسلَّم الطلب خلال ثلاثة أيام عمل. يمكن إرجاع المنتج خلال سبعة أيام ما لم يُفتح.",
      },
    }),
    foreignCurrency: await caller.issue({
      lines: [dates],
      foreignEquivalent: { currency: "USD", amount: "52.13" },
    }),
    callback: await caller.issue({
      lines: [coffee],
      callbackUrl: "https://shop.nakheel.example/done",
      cancelUrl: "https://shop.nakheel.example/cart",
    }),
    discountFixed: await caller.issue({
      lines: [dates, coffee],
      discount: { type: "FIXED", value: "20.00" },
    }),
    cardOnly: await caller.issue({ lines: [coffee], allowedMethods: ["creditcard"] }),
    expiring: await caller.issue({
      lines: [coffee],
      expiresAt: new Date(Date.now() + 24 * 60 * 60_000).toISOString(),
    }),
  };
}

/** A buyer with a VAT number gets a standard tax invoice; a line without VAT says on it why. */
const business = {
  legalName: "شركة واحة الخليج للتجارة",
  mobile: "0551234567",
  vatNumber: "300000000000003",
  postalAddress: {
    street: "شارع العليا",
    buildingNumber: "7525",
    district: "الورود",
    postalCode: "12252",
    city: "الرياض",
  },
};
const firstAid = {
  title: "حقيبة إسعافات أولية",
  quantity: 3,
  unitPrice: "40.00",
  vatRate: "0",
  vatExemption: "VATEX-SA-35",
};

/** Issues the orders that are paid, given back or cancelled. Gives their numbers by what they show. */
export async function seedClosedOrders(
  caller: DemoCaller,
  { dates, coffee }: Goods,
): Promise<Record<string, string>> {
  const paidOrder = async (lines: readonly object[], rest: object = {}): Promise<string> => {
    const order = await caller.issue({ lines, ...rest });
    await caller.pay(order, {});
    return order;
  };
  const paid = await paidOrder([dates]);
  const completedInvoice = await paidOrder([coffee]);
  await caller.act(completedInvoice, "complete", { as: "COMPLETED_INVOICE" });
  const completedOrder = await paidOrder([dates, coffee]);
  await caller.act(completedOrder, "complete", { as: "COMPLETED_ORDER" });
  const refunded = await paidOrder([coffee]);
  await caller.act(refunded, "refunds", {});
  const partlyRefunded = await paidOrder([dates, coffee]);
  await caller.act(partlyRefunded, "refunds", { amount: "50.00", reason: "عبوة ناقصة" });
  const cancelled = await caller.issue({ lines: [dates] });
  await caller.act(cancelled, "cancel", {});
  return {
    paid,
    completedInvoice,
    completedOrder,
    refunded,
    partlyRefunded,
    standardInvoice: await paidOrder([dates, coffee, firstAid], { client: business }),
    cancelled,
  };
}
