/** Tax documents of every kind for tests: what is priced as the program prices it, in words that people type. */
import fc from "fast-check";
import { minor, timesRatio, zero } from "#core/money.ts";
import { type PricedOrder, priceOrder } from "#core/pricing/pricing.ts";
import { quantity, wholeQuantity } from "#core/pricing/quantity.ts";
import { unitCodes } from "#core/pricing/unit-code.ts";
import { unitPriceText, type VatExemption, vatExemptions } from "#core/tax/tax-invoice.ts";
import { riyadhTimestamp } from "#core/tax/tax-qr.ts";
import {
  type EInvoice,
  type EInvoiceBuyer,
  type EInvoiceLine,
  type EInvoiceSeller,
  firstPreviousHash,
} from "#core/zatca/e-invoice.ts";
import { exemptionTexts } from "#server/texts/line-texts.ts";

/** A registered seller. */
export const eSeller: EInvoiceSeller = {
  name: "شركة النخيل للتجارة",
  vatNumber: "310122393500003",
  identification: { scheme: "CRN", value: "1010123456" },
  address: {
    street: "طريق التخصصي",
    buildingNumber: "7525",
    additionalNumber: "3456",
    district: "العليا",
    postalCode: "12252",
    city: "الرياض",
    country: "SA",
  },
};

/** A company in Saudi Arabia, one abroad, a citizen, and a person of whom a name is known. */
export const eBuyers = {
  company: {
    name: "شركة الواحة <المحدودة> & أبناؤه",
    vatNumber: "399999999800003",
    identification: null,
    address: {
      street: "صلاح الدين",
      buildingNumber: "1111",
      additionalNumber: null,
      district: "المروج",
      postalCode: "12222",
      city: "الرياض",
      country: "SA",
    },
  },
  foreign: {
    name: "Gulf Trading L.L.C.",
    vatNumber: "AE100200300",
    identification: null,
    address: {
      street: "Sheikh Zayed Road",
      buildingNumber: null,
      additionalNumber: null,
      district: null,
      postalCode: null,
      city: "Dubai",
      country: "AE",
    },
  },
  citizen: {
    name: "نورة العتيبي",
    vatNumber: null,
    identification: { scheme: "NAT", value: "1098273645" },
    address: null,
  },
  person: { name: "Anyone", vatNumber: null, identification: null, address: null },
} as const satisfies Record<string, EInvoiceBuyer>;

const anyTitle = fc.oneof(
  fc.constantFrom(
    "قهوة عربية مختصة - 250 جرام",
    'Cable <USB-C> 2 m & "charger"',
    "It's 5 > 4",
    "خدمة\tشهرية",
    "Mug ☕️ 350 ml",
  ),
  fc.string({ minLength: 3, maxLength: 40, unit: "grapheme" }).map((text) => `صنف ${text}`),
);

/** A rate, or the reason of none. */
const anyVat: fc.Arbitrary<1_500 | 500 | VatExemption> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(1_500 as const) },
  { weight: 1, arbitrary: fc.constant(500 as const) },
  { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(vatExemptions) as VatExemption[])) },
);

const anyLine = fc.record({
  title: anyTitle,
  unit: fc.constantFrom(...unitCodes),
  qty: fc.oneof(
    fc.integer({ min: 1, max: 200 }).map(wholeQuantity),
    fc.integer({ min: 1, max: 30_000 }).map(quantity),
  ),
  unitPrice: fc.integer({ min: 1, max: 2_000_000 }).map(minor),
  vat: anyVat,
});

type Line = typeof anyLine extends fc.Arbitrary<infer T> ? T : never;

/** What is sold, to whom, and in which currency, before it is priced. */
export const anyOrder = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
  discount: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 0, max: 5_000 }).map((bps) => ({ type: "PERCENTAGE" as const, bps })),
    fc.integer({ min: 0, max: 500_000 }).map((amount) => ({ type: "FIXED" as const, amount: minor(amount) })),
  ),
  pricesIncludeVat: fc.boolean(),
  kind: fc.constantFrom("tax_invoice" as const, "credit_note" as const, "debit_note" as const),
  currency: fc.constantFrom("SAR", "SAR", "USD"),
  buyer: fc.constantFrom("company" as const, "person" as const, null),
  counter: fc.integer({ min: 1, max: 2_000_000_000 }),
  uuid: fc.uuid(),
  at: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 9, 31) }),
  payment: fc.constantFrom("cash" as const, "transfer" as const, "card" as const, "other" as const),
});

/** A document of any kind, form, currency and mix of rates that merchants can issue. */
export const anyEInvoice: fc.Arbitrary<EInvoice> = anyOrder.map((input) => {
  const vats = vatsOf(input);
  const priced = priceOrder({
    lines: input.lines.map(({ qty, unitPrice }, index) => {
      const vat = vats[index];
      return { qty, unitPrice, vatBps: typeof vat === "number" ? vat : 0 };
    }),
    discount: input.discount,
    pricesIncludeVat: input.pricesIncludeVat,
    clientPaysFees: false,
    commissionRateBps: 0,
    vatApplies: true,
  });
  if (priced.kind === "refused") return oneLineOf(input.uuid);
  return fromPriced(input, { vats, priced });
});

/** One reason per category, as invoices have it: the first of each. */
export function vatsOf({ lines }: { readonly lines: readonly Line[] }): (1_500 | 500 | VatExemption)[] {
  const reasons = new Map<string, VatExemption>();
  return lines.map(({ vat }) => {
    if (typeof vat === "number") return vat;
    const category = vatExemptions[vat];
    const first = reasons.get(category) ?? vat;
    reasons.set(category, first);
    return first;
  });
}

/** Citizens' lines name their buyer, exports go to a foreign company; else it is as drawn. */
export function buyerOf(
  vats: readonly (number | VatExemption)[],
  drawn: "company" | "person" | null,
): keyof typeof eBuyers | null {
  if (vats.some((vat) => vat === "VATEX-SA-EDU" || vat === "VATEX-SA-HEA")) return "citizen";
  return vats.some((vat) => typeof vat === "string" && /^VATEX-SA-3[234]/.test(vat)) ? "foreign" : drawn;
}

function fromPriced(
  input: Omit<typeof anyOrder extends fc.Arbitrary<infer T> ? T : never, "pricesIncludeVat" | "discount">,
  { vats, priced }: { readonly vats: readonly (number | VatExemption)[]; readonly priced: PricedOrder },
): EInvoice {
  const buyer = buyerOf(vats, input.buyer);
  const lines = input.lines.map((line, index) =>
    lineOf(line, { vat: vats[index], priced: priced.lines[index], currency: input.currency }),
  );
  const taxable = minor(priced.subTotal - priced.discount);
  return {
    kind: input.kind,
    form: buyer === "company" || buyer === "foreign" ? "standard" : "simplified",
    number: "INV-000042",
    uuid: input.uuid,
    issuedAt: riyadhTimestamp(input.at),
    counter: input.counter,
    previousHash: firstPreviousHash,
    currency: input.currency,
    lines,
    taxable,
    vat: priced.vat,
    total: priced.total,
    vatInRiyals: input.currency === "SAR" ? priced.vat : timesRatio(priced.vat, 375, 100),
    seller: eSeller,
    buyer: buyer === null ? null : eBuyers[buyer],
    suppliedOn: riyadhTimestamp(input.at).slice(0, 10),
    payment: input.payment,
    correction: correctionOf(input),
  };
}

/** Every second credit note takes back a debit note. */
function correctionOf({ kind, counter }: Pick<EInvoice, "kind" | "counter">): EInvoice["correction"] {
  if (kind === "tax_invoice") return null;
  const isOfDebitNote = kind === "credit_note" && counter % 2 === 0;
  return { number: "INV-000007", reason: "إرجاع <بضاعة>", ...(isOfDebitNote && { debitNote: "DN-000003" }) };
}

function lineOf(
  line: Line,
  {
    vat,
    priced,
    currency,
  }: {
    readonly vat: number | VatExemption | undefined;
    readonly priced: PricedOrder["lines"][number] | undefined;
    readonly currency: string;
  },
): EInvoiceLine {
  if (!priced || vat === undefined) throw new Error("a line was not priced");
  const net = priced.lineNet;
  return {
    title: line.title,
    quantity: line.qty,
    unit: line.unit,
    unitPrice: unitPriceText({ net, qty: line.qty, unitPrice: priced.soldUnitPrice }, currency),
    discount: priced.lineDiscount,
    taxable: priced.lineTaxable,
    vatBps: typeof vat === "number" ? vat : 0,
    category: typeof vat === "number" ? "S" : vatExemptions[vat],
    exemption: typeof vat === "number" ? null : { code: vat, reason: exemptionTexts(vat).ar },
    vat: priced.lineVat,
  };
}

/** A simplified invoice of one line over SAR 115.00. */
export function oneLineOf(uuid = "8e6000cf-1a98-4174-b3e7-b5d5954bc10d"): EInvoice {
  const line: EInvoiceLine = {
    title: "قهوة عربية",
    quantity: wholeQuantity(1),
    unit: "PCE",
    unitPrice: "100.00",
    discount: zero,
    taxable: minor(10_000),
    vatBps: 1_500,
    category: "S",
    exemption: null,
    vat: minor(1_500),
  };
  return {
    kind: "tax_invoice",
    form: "simplified",
    number: "INV-000042",
    uuid,
    issuedAt: "2026-10-20T02:05:09",
    counter: 1,
    previousHash: firstPreviousHash,
    currency: "SAR",
    lines: [line],
    taxable: minor(10_000),
    vat: minor(1_500),
    total: minor(11_500),
    vatInRiyals: minor(1_500),
    seller: eSeller,
    buyer: null,
    suppliedOn: "2026-10-19",
    payment: "card",
    correction: null,
  };
}
