/**
 * A world in which every question of a page has an answer, and each form with something wrong in it is shown again: the most that
 * each page may show, for tests of what a page must bring for it.
 */
import type { OrderPageModel } from "#contract/order.ts";
import type { InstalmentService, PageServices, ShownTerms } from "#contract/pages.ts";
import { type FaultOf, type FormDraft, type PageForm, pageForms } from "#core/page-forms.ts";
import { instalmentMethods } from "#methods/allowed.ts";
import type { Filled } from "./fullest-order.ts";
import { orderPage } from "./order-page.ts";
import type { World } from "./page-renderer.ts";
import { productPage } from "./product-page.ts";

/** What a world says of the installation, the shop's look and the last payment, and not in answer to a page's question. */
type NoAnswer =
  | ("theme" | "frameParents" | "methodSettings" | "directApi" | "isTestingPhase" | "hasTestPages")
  | ("loadOrder" | "attemptState" | "result" | "isResultSigned" | "shop");

/**
 * The part of a world that answers each question of a page, `never` where it is no answer of a form or a text: without a row for a
 * question that is added nothing here compiles, and its part is asked for below.
 */
type PartOf = {
  loadOrder: "order";
  cardSettings: never;
  methodSettings: never;
  troubledMethods: "troubled";
  loadResult: "receiptSentTo";
  isResultSigned: never;
  loadAgreement: "agreement";
  isRenewalAsked: "isRenewalAsked";
  loadReturn: "returnOfOrder";
  loadOpenReferences: "openReferences";
  loadBegunPayment: "begun";
  loadTaxInvoice: "taxInvoice";
  loadIssuedPapers: "issuedPapers";
  loadQuote: "quote";
  loadBuyersDocuments: "buyersDocuments";
  loadDigitalGoods: "digitalGoods";
  loadProductLink: "product" | "instalments";
  loadReturns: "returns";
  loadLinkAgreement: "linkAgreement";
};

/** A form that may be refused. */
export type RefusableForm = { [Form in PageForm]: [FaultOf<Form>] extends [never] ? never : Form }[PageForm];

/**
 * What a fault comes from. What was sent: the page is as it was before. Anything else, such as a state of the order or of the installation:
 * the world that the page is drawn in then, in which the form may not be there any more, and the page says the fault all the same.
 */
type Cause = "what was sent" | ((fullest: Answers) => Answers);

type Refused<Form extends RefusableForm> = {
  /** What the address of the page says then beside the fault: `&method=sadad`. */
  readonly beside: string;
  /** What was sent; the page shows it again: in each field another value than an empty form has. */
  readonly draft: FormDraft;
  readonly causes: { readonly [Fault in FaultOf<Form>]: Cause };
};

/** How a page comes to show what is wrong with a form, for each that has faults (core/page-forms.ts). */
export const refusedForms: { readonly [Form in RefusableForm]: Refused<Form> } = {
  "/rest/pay/mailReference/:orderNumber": {
    beside: "&method=sadad",
    draft: { email: ["noura.example.com"], method: ["sadad"] },
    causes: {
      invalid: "what was sent",
      limit: (fullest) => ({
        ...fullest,
        openReferences: fullest.openReferences.map((reference) => ({
          ...reference,
          mail: { problem: null, last: { address: "n•••@example.com", isSent: true } },
        })),
      }),
      // The pages of an installation that sends no mail have no such form, but for a number that was just issued.
      off: (fullest) => ({
        ...fullest,
        openReferences: fullest.openReferences.map(({ mail: _, ...reference }) => reference),
      }),
    },
  },
  "/rest/pay/askReturn/:orderNumber": {
    beside: "",
    draft: { reason: ["damaged"], words: ["مكسور"], what: ["lines"], line: ["1"], quantity_1: ["1"] },
    causes: {
      reason: "what was sent",
      lines: "what was sent",
      card_number: "what was sent",
      too_long: "what was sent",
      too_late: (fullest) => ({ ...fullest, returnOfOrder: { askedUntil: null, last: null } }),
    },
  },
};

/** The forms that may be refused. */
export const refusableForms = Object.keys(refusedForms) as RefusableForm[];

/** What the address of a page says of each fault of a form, such as `return=lines`. */
export function faultQueries(form: RefusableForm): readonly string[] {
  const { parameter, names } = pageForms[form].faults;
  return names.map((name) => `${parameter}=${name}${refusedForms[form].beside}`);
}

/** The world in which a fault of a form is given, made of the fullest one; null for that one. */
export function worldOfFault(form: RefusableForm, fault: string, fullest: Answers): Answers | null {
  const causes: Readonly<Record<string, Cause>> = refusedForms[form].causes;
  const cause = causes[fault];
  return typeof cause === "function" ? cause(fullest) : null;
}

type Answers = Required<Omit<World, NoAnswer> & Pick<World, PartOf[keyof PageServices]>>;

const at = "2026-11-20T10:00:00Z";
/** What a number that is open looks like on the pages: each method has its own reply, and one for all is the bill's. */
const bill = {
  paymentSessionId: "047123456789",
  billerCode: "901",
  billerName: "Rosom",
  amount: 115,
  currency: "SAR",
  expiresAt: "2026-12-15T20:59:59.999Z",
  lastDay: "2026-12-15",
};
const terms: ShownTerms = { title: "الشروط", text: "لا إرجاع للتمر.", english: null };

/** The world around the fullest order of a status. What a page is answered must be here, and everything that `World` gets: the compiler asks. */
export function fullestWorld(order: Filled<OrderPageModel>): Answers {
  const { orderNumber } = order;
  const currency = order.order.currencyName;
  const tax = { kind: "tax_invoice", number: "INV-000042" } as const;
  return {
    order,
    product: productPage({ hasAgreement: true }),
    quote: {
      ...{ model: order, theme: {}, frameParents: [] },
      quote: {
        ...{ quoteNumber: "8N4P0Y3RST5V6W7X", number: "Q-000042", state: "open", validUntil: "2026-12-24" },
        ...{ orderNumber: null, isOutdated: false },
      },
    },
    buyersDocuments: {
      ...{ shop: orderPage(), theme: {} },
      invoices: [
        {
          ...{ orderNumber, standing: "paid", currency, total: 1150, createdAt: at, title: "تمر" },
          ...{
            receiptUrl: "https://pay.example/receipt",
            taxDocuments: [{ ...tax, url: "https://pay.example/tax" }],
          },
        },
      ],
    },
    returnOfOrder: {
      askedUntil: "2026-12-12",
      last: { state: "requested", askedAt: at, answer: "نعم", lines: [{ position: 1, quantity: 1 }] },
    },
    returns: { shopName: "دار رنا", text: "سبعة أيام.", english: null },
    digitalGoods: [
      {
        ...{ title: "بطاقة هدية", text: "AB-12", sentTo: "n•••@example.com" },
        file: { name: "card.pdf", byteLength: 1_000, address: "/file" },
      },
    ],
    issuedPapers: [{ ...tax, currency, total: 1150, issuedAt: at, fingerprint: "5f".repeat(32) }],
    taxInvoice: {
      ...{ form: "simplified", title: { ar: "فاتورة", en: "Invoice" }, number: tax.number, issuedAt: at },
      ...{ isStamped: true, vatLines: [], orderLabel: { ar: "رقم الطلب", en: "Order no." } },
      seller: {
        ...{ name: "شركة دار رنا", commercialRegistration: "1010123456", vatNumber: "310122393500003" },
        ...{ address: "الرياض", inEnglish: ["Dar Rana", "Riyadh"] },
      },
      buyer: { name: "شركة الأفق", vatNumber: "310987654300003", address: "الرياض" },
      inRiyals: [{ label: { ar: "الضريبة بالريال", en: "VAT in riyals" }, amount: 645.75 }],
    },
    agreement: terms,
    linkAgreement: terms,
    instalments: instalmentMethods.map((id): InstalmentService => ({ id, lowest: null, highest: null })),
    openReferences: [{ method: "sadad", reply: bill, mail: { problem: null, last: null } }],
    troubled: { card: "slow", stcpay: "down" },
    isRenewalAsked: true,
    receiptSentTo: "n•••@example.com",
    begun: { kind: "number_over", method: "sadad" },
    request: {
      drafts: Object.fromEntries(refusableForms.map((form) => [form, refusedForms[form].draft])),
    },
  };
}
