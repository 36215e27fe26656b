/** Types of what the server hands to page rendering. The web bundle imports these and nothing of the server. */

import type { FrameParents } from "#core/address/frame-parents.ts";
import type { AttemptState } from "#core/attempt-status.ts";
import type { Language } from "#core/language.ts";
import type { Minor } from "#core/money.ts";
import type { OrderStanding } from "#core/order-status.ts";
import type { FaultOf, FormDrafts } from "#core/page-forms.ts";
import type { DialCode } from "#core/phone/mobile.ts";
import type { QuoteState } from "#core/quote-state.ts";
import type { ReturnState } from "#core/return-request.ts";
import type { TaxDocumentKind } from "#core/tax/tax-invoice.ts";
import type { InstalmentMethod, ReferenceMethod } from "#methods/allowed.ts";
import type { ReferenceReply } from "#methods/reference-replies.ts";
import type { OrderPageModel, VatLineModel } from "./order.ts";
import type { PaymentResult } from "./payment.ts";
import type { ProductLinkModel } from "./product.ts";
import type { CardSettings, ThemeModel } from "./settings.ts";

/** Addresses and public keys of the accounts of methods, by method id and name; nothing secret. */
export type MethodSettings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** An order as pages get it. */
export type LoadedOrder = {
  readonly model: OrderPageModel;
  readonly theme: ThemeModel;
  /** Who may put its payment frame into a page (decision K10). */
  readonly frameParents: FrameParents;
};

/** A shop beside what it sells: how it is called, how it is reached, who it is by law. */
export type ShopModel = Pick<OrderPageModel, "merchant" | "merchantContact" | "seller">;

/** What a shop has filled in of a product link for one buyer; empty texts are left to the buyer. */
export type FilledIn = {
  readonly name: string;
  /** As the field shows it: without the code of the country. */
  readonly mobile: string;
  readonly country: DialCode | null;
  readonly quantity: number | null;
  /** Major units; of links whose buyer chooses the amount. */
  readonly amount?: string;
  readonly couponCode: string;
  /** As it is in the address; goes with the checkout. */
  readonly token: string;
};

/** A quote as its page gets it: the order that it would become, and what it is itself. */
export type LoadedQuote = LoadedOrder & {
  readonly quote: {
    readonly quoteNumber: string;
    /** As printed: "Q-000042". */
    readonly number: string;
    readonly state: QuoteState;
    /** The last day on which it can be accepted. */
    readonly validUntil: string;
    /** Of the invoice that it has become. */
    readonly orderNumber: string | null;
    /** It would come to another amount now: the shop must make a new one. */
    readonly isOutdated: boolean;
  };
};

/** All that one buyer has of one shop. */
export type BuyersDocuments = {
  readonly shop: ShopModel;
  readonly theme: ThemeModel;
  /** Newest first. */
  readonly invoices: readonly BuyersInvoice[];
};

export type BuyersInvoice = {
  readonly orderNumber: string;
  readonly standing: OrderStanding;
  readonly currency: string;
  /** Major units. */
  readonly total: number;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  /** The first line's title. */
  readonly title: string;
  readonly receiptUrl: string | null;
  readonly taxDocuments: readonly {
    readonly kind: TaxDocumentKind;
    readonly number: string;
    readonly url: string;
  }[];
};

/** A service that a link can be paid by in four parts, and what it takes: minor units of the link's currency, null for no limit. */
export type InstalmentService = {
  readonly id: InstalmentMethod;
  readonly lowest: Minor | null;
  readonly highest: Minor | null;
};

/** A product link as pages get it. Who sells is known, whether it can be used or not. */
export type LoadedLink = { readonly shop: ShopModel; readonly theme: ThemeModel } & (
  | {
      readonly kind: "open";
      readonly model: ProductLinkModel;
      /** In display order. */
      readonly instalments: readonly InstalmentService[];
      readonly filledIn?: FilledIn | null;
    }
  | {
      readonly kind: "closed";
      /** It has expired; the merchant took it or its product off; the merchant sells nothing any more. */
      readonly reason: "expired" | "withdrawn" | "shop_closed";
      readonly linkIdentity: string;
      readonly productTitle: string;
    }
);

/** Something that a paid order delivers. */
export type DigitalGood = {
  /** Of the line. */
  readonly title: string;
  /** As the merchant wrote it, with its lines. */
  readonly text: string | null;
  /** The confirmed address that it is mailed to, masked; null where there is none. */
  readonly sentTo: string | null;
  /** `address` is good for an hour. */
  readonly file: {
    readonly name: string;
    readonly byteLength: number;
    readonly address: string;
  } | null;
};

/** The tax invoice of an order for its page to print, which is a simplified one itself, and leads to a standard one. */
export type PrintedTaxInvoice = NamedTaxInvoice | SimplifiedTaxInvoice;

export type NamedTaxInvoice = {
  readonly form: "standard";
  /** Such as "Tax invoice – Awaiting clearance". */
  readonly title: Readonly<Record<Language, string>>;
  /** As printed: "INV-000042". */
  readonly number: string;
};

/** What a simplified tax invoice states beside the order itself, from the content that was kept when it was issued. */
export type SimplifiedTaxInvoice = {
  readonly form: "simplified";
  /** "Simplified tax invoice", and whether it was rejected. */
  readonly title: Readonly<Record<Language, string>>;
  /** As printed: "INV-000042". */
  readonly number: string;
  /** RFC 3339, UTC. */
  readonly issuedAt: string;
  /** Its QR code has the stamp in it, nine tags (phase 2 of e-invoicing). */
  readonly isStamped: boolean;
  readonly seller: {
    readonly name: string;
    readonly commercialRegistration: string | null;
    readonly vatNumber: string | null;
    readonly address: string | null;
    /** Name and address in English, as far as they were given: papers state them beside the Arabic ones. */
    readonly inEnglish: readonly string[];
  };
  readonly buyer: {
    /** The legal one, if it is known. */
    readonly name: string | null;
    readonly vatNumber: string | null;
    readonly address: string | null;
  } | null;
  readonly vatLines: readonly VatLineModel[];
  /** What the number of the order is called beside the number of the tax invoice. */
  readonly orderLabel: Readonly<Record<Language, string>>;
  /** VAT and total in riyals, halalas in decimals, of a sale in another currency: the law wants them stated. */
  readonly inRiyals: readonly {
    readonly label: Readonly<Record<Language, string>>;
    readonly amount: number;
  }[];
};

/** A tax document as its holder compares it with the paper. */
export type IssuedPaper = {
  readonly kind: TaxDocumentKind;
  readonly number: string;
  readonly currency: string;
  /** Major units. */
  readonly total: number;
  /** RFC 3339, UTC. */
  readonly issuedAt: string;
  /** Equal as long as nothing of it was changed. */
  readonly fingerprint: string;
};

/** A bill or an account for a transfer that is out, and what its method's own call replies with for it. */
export type OpenReference = ReferenceReply & {
  /** Its status with sending it by e-mail; left out where the installation sends no mail. */
  readonly mail?: ReferenceMail;
};

export type ReferenceMail = {
  /** Why what was just asked for was not done; null when nothing was, or nothing was wrong. */
  readonly problem: FaultOf<"/rest/pay/mailReference/:orderNumber"> | null;
  /** The last mail of the order: where to, masked; and whether it was handed over or is about to be. */
  readonly last: { readonly address: string; readonly isSent: boolean } | null;
  /** The address that was typed, where something was wrong. */
  readonly typed?: string;
};

/** A payment that its buyer has begun and not finished. */
export type BegunPayment =
  /** The number that was given out last has ended, and is not to be paid any more. */
  | { readonly kind: "number_over"; readonly method: ReferenceMethod }
  /** Its bank's 3-D Secure page; `address` opens it again, in the browser that began it alone. */
  | { readonly kind: "bank"; readonly address: string | null }
  /** A one-time code that was sent some seconds ago. */
  | {
      readonly kind: "code";
      readonly method: string;
      readonly session: { readonly paymentSessionId: string; readonly signature: string };
      /** Last digits of the wallet's mobile. */
      readonly mobileEnd: string;
      /** How many wrong codes may still be typed. */
      readonly triesLeft: number;
      readonly secondsAgo: number;
    };

export type LoadedResult = {
  readonly result: PaymentResult;
  /** Of the payment that is shown, or else of the last try. */
  readonly attemptState: AttemptState | null;
  /** Where the receipt went, masked; null where none was sent. */
  readonly receiptSentTo: string | null;
};

/** What an order's page says of returns. */
export type ReturnOfOrder = {
  /** Until when its buyer can ask for one, RFC 3339; null: not (any more). */
  readonly askedUntil: string | null;
  /** The last request. */
  readonly last: AskedReturn | null;
};

export type AskedReturn = {
  readonly state: ReturnState;
  readonly askedAt: string;
  /** The shop's words to the buyer. */
  readonly answer: string | null;
  /** Places from 1 and how much of each; empty: the whole order. */
  readonly lines: readonly { readonly position: number; readonly quantity: number }[];
};

/** What pages may ask of the server while they render. Each call is one statement or few, whatever the shop has. */
export type PageServices = {
  /**
   * The order page model, or null when there is no such order. `input` is what stood in the address, `emailProof` what
   * the browser has kept.
   */
  readonly loadOrder: (input: string, emailProof?: string | null) => Promise<LoadedOrder | null>;
  readonly cardSettings: (merchantId: number) => Promise<CardSettings>;
  /** What pages may know of a merchant's methods, by method id; of the installation's own for merchant 0. */
  readonly methodSettings: (merchantId: number) => Promise<MethodSettings>;
  /** Methods of a merchant whose provider does not answer now, or is slow to, by method id. */
  readonly troubledMethods: (merchantId: number) => Promise<ReadonlyMap<string, "slow" | "down">>;
  /** The result of an order's payment as the server knows it now, signed; null when there is no such order. */
  readonly loadResult: (input: string, language: Language) => Promise<LoadedResult | null>;
  /** Whether a result from an address was signed by this server, lately and for these very values (decision K1). */
  readonly isResultSigned: (result: Partial<PaymentResult>) => boolean;
  /** The text of the terms of sale that the buyer must accept, or null. */
  readonly loadAgreement: (orderNumber: string) => Promise<ShownTerms | null>;
  /** Whether the shop of an expired invoice has been asked for a fresh link. */
  readonly isRenewalAsked: (orderNumber: string) => Promise<boolean>;
  /** Whether a return of a paid order can be asked for, and the result of the last request. */
  readonly loadReturn: (orderNumber: string) => Promise<ReturnOfOrder>;
  /** The bills and accounts that are out for an order and can still be paid, the newest first. */
  readonly loadOpenReferences: (orderNumber: string) => Promise<readonly OpenReference[]>;
  /** The payment of an order that its buyer has begun, or null; `bankStep` is what the browser has kept of one. */
  readonly loadBegunPayment: (orderNumber: string, bankStep: string | null) => Promise<BegunPayment | null>;
  /** The tax invoice of an order, or null when none was issued. */
  readonly loadTaxInvoice: (orderNumber: string) => Promise<PrintedTaxInvoice | null>;
  /** The tax documents of an order that may be handed out, in order of issue. */
  readonly loadIssuedPapers: (orderNumber: string) => Promise<readonly IssuedPaper[]>;
  /** A quote, or null when there is no such one; `language` of refusals. */
  readonly loadQuote: (input: string, language: Language) => Promise<LoadedQuote | null>;
  /** What a buyer has of a shop, by what stood in the address of a link that was sent to them; null once that is over. */
  readonly loadBuyersDocuments: (token: string) => Promise<BuyersDocuments | null>;
  /** What a paid order delivers; nothing for any other one. */
  readonly loadDigitalGoods: (orderNumber: string) => Promise<readonly DigitalGood[]>;
  /** A product link, or null when there is no such one. `input` is what stood in the address. */
  readonly loadProductLink: (input: string, prefill?: string | null) => Promise<LoadedLink | null>;
  /** A shop's own rules of returns by its username, or null. */
  readonly loadReturns: (username: string) => Promise<ShopReturns | null>;
  /** The terms of sale of a product link, or null; `linkIdentity` as in its model. */
  readonly loadLinkAgreement: (linkIdentity: string) => Promise<ShownTerms | null>;
};

/** What a shop says of returns, with its lines; `english` null: all read the first. */
export type ShopReturns = {
  readonly shopName: string;
  readonly text: string;
  readonly english: string | null;
};

/** Terms of sale; `english` for pages in English, null: all see the first. */
export type ShownTerms = TermsText & { readonly english: TermsText | null };

type TermsText = { readonly title: string; readonly text: string };

/** One request for a page, as the rendering bundle sees it. */
export type PageRequest = {
  /** Path and query, already decoded by the URL class. */
  readonly url: URL;
  readonly language: Language | null;
  readonly languageCookie: string | null;
  /** What the browser has kept of confirming an e-mail address; the server judges it. */
  readonly emailProofCookie: string | null;
  /** What the browser has kept of a bank's page on which it began to pay; the server judges it. */
  readonly bankStepCookie: string | null;
  /** The method that the browser began to pay by last, here or in another shop; the client's word. */
  readonly methodCookie: string | null;
  /** The forms that this browser sent last and that were not taken. */
  readonly drafts: FormDrafts;
  readonly acceptLanguage: string | null;
  readonly nonce: string;
  readonly userAgent: string;
};

/** Whom a page lets in beside us. */
export type PageSources = {
  /** Addresses of others' scripts that may run beside ours: the gateway's card fields, a wallet's button. */
  readonly gatewayScripts: readonly string[];
  /** Origins whose pages the page may put into a frame, such as a provider's about itself; the frame waits for the buyer. */
  readonly frameOrigins: readonly string[];
  /** Addresses that those scripts talk to. */
  readonly talksTo: readonly string[];
};

/** What a page became. */
export type PageReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The whole document; or, when the data is slow, the loading screen first and the rest as it comes. */
  readonly html: string | AsyncIterable<string>;
  /** What failed, where `html` says that something of ours did. */
  readonly failure?: unknown;
  readonly sources: PageSources;
  /** Who may frame this very answer, where the page decides that by its order; else the list of addresses does. */
  readonly frameParents: FrameParents | null;
};

/** What is the same for every page of an installation. */
export type PageEnvironment = {
  readonly version: string;
  readonly isTestingPhase: boolean;
  /** The page takes card data itself; otherwise the gateway's own fields do (decision K4). */
  readonly directApi: boolean;
  /** True on every environment except `live`. */
  readonly hasTestPages: boolean;
};
