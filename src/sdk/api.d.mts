/** Generated from docs/openapi.json by `npm run docs`: what the merchant API takes and gives. */

export type AccountLimits = {
  readonly lowestAmount: string | null;
  readonly highestAmount: string | null;
};

export type AccountSetting = {
  /** The setting's name in the body of PUT; a dot leads into a group. */
  readonly path: string;
  /** text: an identifier or an address. secret: a password or key of the provider's portal. pem: a certificate or its key, with line breaks. own_secret: a secret of your own choice, by which the provider's messages to us are recognised. */
  readonly kind: "text" | "secret" | "pem" | "own_secret";
  /** What nearly all accounts have. */
  readonly usual: string | null;
  /** Its name, as the provider's portal has it. */
  readonly label: {
    readonly ar: string;
    readonly en: string;
  };
};

/** As you have agreed with the provider of a method. Providers do not state them to programs. */
export type AccountTerms = {
  readonly method: string;
  /** What the provider keeps of each payment, without VAT. */
  readonly feeRate: Percent;
  /** What it keeps besides of each payment, in riyals, without VAT. */
  readonly feeFixed: Amount;
  /** Bank days (Sunday to Thursday) from the day of a payment until it is in your bank. */
  readonly settlementDays: number;
  readonly updatedAt: Instant;
};

export type Agreement = {
  readonly version: number;
  readonly title: string;
  readonly text: string;
  readonly english: {
    readonly title: string;
    readonly text: string;
  } | null;
  /** Of the text, in UTF-8; with English, of both texts with a line feed between them. The same that a buyer's acceptance names. */
  readonly sha256: string;
  readonly createdAt: Instant;
  /** New invoices and links that state no terms have this version. */
  readonly isStandard: boolean;
  /** Invoices, those of links too, whose buyer has accepted it. */
  readonly acceptedInvoices: number;
};

export type AgreementAcceptance = {
  readonly acceptedAt: Instant;
  /** SHA-256 of the text that was accepted, hexadecimal. */
  readonly sha256: string;
};

/** An amount of money as a decimal text, never a float; its currency stands beside it. At most the decimals of the currency (SAR: 2, KWD: 3, JPY: 0) when sent, exactly that many when received. */
export type Amount = string;

export type ApiKey = {
  readonly id: number;
  readonly name: string;
  /** The first characters, to tell keys apart. */
  readonly prefix: string;
  readonly scopes: ReadonlyArray<"read" | "issue" | "refund" | "manage">;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  /** To the minute. */
  readonly lastUsedAt: Instant | null;
  /** From where it was last used; of IPv6 the network. */
  readonly lastUsedAddress: string | null;
  readonly revokedAt: Instant | null;
};

export type ApiKeyExchange = {
  /** How long the old key is still taken; 24 when left out. */
  readonly overlapHours?: number;
  /** When the new key ends. Left out: after as long a time as the old one was made for, and never where that had no end. */
  readonly expiresAt?: SentInstant;
};

export type ApiRequest = {
  readonly id: number;
  readonly at: Instant;
  readonly key: {
    readonly id: number;
    readonly name: string;
    readonly prefix: string;
  };
  readonly method: string;
  /** The call's pattern: an address may hold an order's number, which is a key. */
  readonly route: string;
  readonly status: number;
  /** Of the problem that it was refused with. */
  readonly code: string | null;
  readonly durationMs: number;
  /** From where; of IPv6 the network. */
  readonly address: string;
  /** As the answer named it in X-Request-Id. */
  readonly requestId: string;
  /** Of your invoice that it named or has issued; null for all other calls. */
  readonly orderNumber: string | null;
};

export type AskedField = {
  readonly key: string;
  /** text: a line; number; choice: one of choices. */
  readonly type: "text" | "number" | "choice";
  readonly label: TextInTwoLanguages;
  readonly isRequired: boolean;
  readonly choices: ReadonlyArray<TextInTwoLanguages>;
};

export type Attention = {
  /** return_requests: returns that buyers ask for, to be answered. renewal_requests: buyers of expired invoices who ask for a fresh link. refund_declined: refunds that were declined in the last 30 days, at once or later, each the last of its invoice, so that the buyer has nothing back; make it again, or send the money yourself and record that (`byHand`). surplus_money: money that arrived and is no invoice's, to be given back. uncollected_money: payments that their provider guaranteed more than a day ago and does not pay out, while their invoices count as paid; ask the provider. rejected_tax_documents: to be corrected. stopped_tax_unit: nothing is reported until it continues. held_tax_unit: no tax document is issued until the operator has released it. disabled_webhook_endpoint: it failed for days and gets no events. failed_messages: of the last 7 days. account_refused: no payment of the last 24 hours was taken by this account, and three or more were turned away by the provider itself; or your account for messages was refused. refund_approvals: refunds above your limits, which wait for a second person. */
  readonly kind: "return_requests" | "renewal_requests" | "refund_declined" | "surplus_money" | "uncollected_money" | "rejected_tax_documents" | "stopped_tax_unit" | "held_tax_unit" | "disabled_webhook_endpoint" | "failed_messages" | "account_refused" | "refund_approvals";
  readonly count: number;
  /** Of refund_declined, surplus_money, uncollected_money and refund_approvals; otherwise empty. */
  readonly amounts: ReadonlyArray<{
    readonly currency: Currency;
    readonly amount: Amount;
  }>;
  /** Of account_refused: the provider's account, or the channel of messages. */
  readonly account: string | null;
  /** The call that lists them, if there is one. */
  readonly list: string | null;
};

export type BuyerAmount = {
  /** More than zero. */
  readonly least: Amount;
  /** At least as much as least. */
  readonly most: Amount;
  /** Buttons beside the field, in this order; each within the bounds. */
  readonly suggested: ReadonlyArray<Amount>;
};

/** What the buyer answered to a question of the product link. */
export type BuyerAnswer = {
  readonly key: string;
  /** As the buyer saw it. */
  readonly label: TextInTwoLanguages;
  /** In both languages of a choice, else twice the same. */
  readonly answer: TextInTwoLanguages;
};

export type BuyerIdentification = {
  readonly scheme: BuyerScheme;
  readonly value: string;
};

/** TIN: tax number, 10 digits from 3. CRN, 700, MOM, MLS, SAG: as of sellers. NAT: national id, 10 digits from 1. IQA: residence permit, 10 digits from 2. GCC: id of a GCC country. PAS: passport. OTH: any other. */
export type BuyerScheme = "700" | "TIN" | "CRN" | "MOM" | "MLS" | "SAG" | "NAT" | "IQA" | "GCC" | "PAS" | "OTH";

export type BuyerToErase = {
  /** The person's mobile (abroad with + and dial code) or e-mail address. */
  readonly buyer: string;
};

export type Caller = {
  readonly kind: "person" | "key";
  readonly id: number;
  /** Of the person, or of the key. */
  readonly name: string | null;
};

/** A client as the next invoice states it. Invoices that state exactly the same of a client with a mobile are one client's; those that state something else are another one's, until the two are merged. */
export type Client = {
  /** In the directory of your clients (GET /api/v1/clients/{id}). */
  readonly id: number;
  readonly name: string | null;
  /** International form, +966551234567. */
  readonly mobile: string | null;
  readonly countryCode: string | null;
  readonly email: string | null;
  readonly vatNumber: string | null;
  readonly legalName: string | null;
  readonly identification: BuyerIdentification | null;
  readonly address: string | null;
  readonly postalAddress: PostalAddress | null;
  /** Your own; on no paper and no page. */
  readonly notes: string | null;
  /** In which you write to this client. */
  readonly language: "ar" | "en" | null;
  readonly createdAt: Instant;
};

/** What is left out stays, null takes away; a name, a registered name or a mobile remains. Registered names, tax numbers and addresses decide the form of the tax invoice: to state others, state them with the next invoice. */
export type ClientChanges = {
  /** On the next invoices; those that were issued keep the name that they state. */
  readonly name?: string | null;
  /** In any writing. On the next invoices; messages about all of the client's invoices go there. */
  readonly mobile?: string | null;
  /** ISO 3166; the country of the mobile. */
  readonly countryCode?: string;
  /** Shown with all invoices of this client, and given to payment providers with the next payments; null takes it away. */
  readonly email?: string | null;
  /** Erased with the client's other data; keep no card numbers and no secrets here. */
  readonly notes?: string | null;
  readonly language?: "ar" | "en" | null;
};

export type ClientHit = {
  readonly type: "client";
  readonly match: SearchMatch;
  readonly id: number;
  readonly name: string | null;
  readonly legalName: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
};

export type ClientMerge = {
  /** The id of the other client. Reads of it give the one that it was merged into. */
  readonly duplicateId: number;
};

/** Oldest first. Checkouts of product links that were not paid are owed by no client and are not in it; a debit note is a tax document, and what it states is invoiced by itself. */
export type ClientStatement = {
  readonly items: ReadonlyArray<StatementEntry>;
  /** null: this was the last page. */
  readonly nextCursor: string | null;
  readonly clientId: number;
  readonly from: Day | null;
  readonly to: Day;
  /** One for each currency; sums of two currencies are never mixed. */
  readonly balances: ReadonlyArray<StatementBalance>;
};

export type ClosedMethod = {
  readonly method: string;
  readonly account: string;
  readonly currency: Currency;
  /** How many were taken. */
  readonly payments: number;
  /** What the payments brought. */
  readonly gross: Amount;
  /** What was given back in the period, of whichever payments. */
  readonly refunds: Amount;
  /** The part of gross that buyers paid as service fee. What providers keep is not known here. */
  readonly fees: Amount;
  /** gross without refunds and fees. */
  readonly net: SignedAmount;
  /** What the provider keeps by your terms; null without terms for the method, and for money that is not in riyals. What a refund gives back of a fee is not known. */
  readonly expected: ProviderFees | null;
  readonly state: "agrees" | "differs" | "not_reported";
};

/** Your payments and refunds of a day by the account that they went through. The provider's side is ours with the differences that were found of your payments. */
export type ComparedDay = {
  readonly day: Day;
  readonly account: string;
  /** What was paid or given back through the account. */
  readonly methods: ReadonlyArray<string>;
  readonly currency: Currency;
  /** false: the installation's, which serves other shops, too. */
  readonly isOwnAccount: boolean;
  readonly taken: {
    readonly ours: Amount;
    /** By the provider's books; null where it does not tell. */
    readonly theirs: Amount | null;
  };
  readonly givenBack: {
    readonly ours: Amount;
    /** By the provider's books; null where it does not tell. */
    readonly theirs: Amount | null;
  };
  /** Theirs less ours, of both; null while it is not reported. */
  readonly difference: SignedAmount | null;
  /** How many were found. */
  readonly differences: number;
  readonly state: "agrees" | "differs" | "not_reported";
};

export type ComparedSum = {
  readonly day: Day;
  readonly account: string;
  readonly currency: Currency;
  readonly orders: number;
  readonly taken: {
    readonly ours: Amount;
    /** By the provider's books; null where it does not tell. */
    readonly theirs: Amount | null;
  };
  readonly givenBack: {
    readonly ours: Amount;
    /** By the provider's books; null where it does not tell. */
    readonly theirs: Amount | null;
  };
};

export type ConfirmedEmail = {
  readonly address: string;
  readonly confirmedAt: Instant;
};

/** What is left out stays as the rejected document has it; null takes it away. */
export type CorrectedClient = {
  /** The registered name of a business; on the tax invoice in place of name. */
  readonly legalName?: string;
  readonly identification?: NewBuyerIdentification | null;
  readonly postalAddress?: NewPostalAddress;
  readonly vatNumber?: string | null;
};

export type Coupon = {
  readonly id: number;
  readonly code: string;
  readonly discount: {
    readonly type: "FIXED" | "PERCENTAGE";
    readonly value: string;
  };
  readonly productId: number | null;
  readonly usageLimit: number | null;
  readonly usageLimitPerMobile: number | null;
  /** Orders that have used it or hold it while they are open. */
  readonly usedCount: number;
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly isActive: boolean;
  readonly createdAt: Instant;
};

/** What is left out stays; null takes a limit away. Orders that were made keep their price. */
export type CouponChanges = {
  readonly discount?: NewCouponDiscount;
  /** Not below what is used; null: no limit. */
  readonly usageLimit?: number | null;
  readonly usageLimitPerMobile?: number | null;
  readonly startsAt?: SentInstant | null;
  readonly endsAt?: SentInstant | null;
  readonly isActive?: boolean;
};

export type CreatedApiKey = {
  readonly id: number;
  readonly name: string;
  /** The first characters, to tell keys apart. */
  readonly prefix: string;
  readonly scopes: ReadonlyArray<"read" | "issue" | "refund" | "manage">;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  /** To the minute. */
  readonly lastUsedAt: Instant | null;
  /** From where it was last used; of IPv6 the network. */
  readonly lastUsedAddress: string | null;
  readonly revokedAt: Instant | null;
  /** The key itself. This is the only time that it can be read: null when the request was a repetition (Idempotent-Replayed). */
  readonly key: string | null;
};

/** An ISO 4217 code, upper case. */
export type Currency = string;

/** A day of Riyadh, as in GET /api/v1/reports/sales. */
export type DailyClose = {
  readonly day: Day;
  /** When the figures were read. */
  readonly at: Instant;
  /** false: the day is not over in Riyadh. */
  readonly isOver: boolean;
  readonly methods: ReadonlyArray<ClosedMethod>;
  /** One for each currency. */
  readonly totals: ReadonlyArray<{
    readonly currency: Currency;
    /** How many were taken. */
    readonly payments: number;
    /** What the payments brought. */
    readonly gross: Amount;
    /** What was given back in the period, of whichever payments. */
    readonly refunds: Amount;
    /** The part of gross that buyers paid as service fee. What providers keep is not known here. */
    readonly fees: Amount;
    /** gross without refunds and fees. */
    readonly net: SignedAmount;
    /** null where those of a method are not known. */
    readonly expected: ProviderFees | null;
  }>;
  /** How many were done. */
  readonly refunds: number;
  readonly invoices: {
    /** On the day, whatever has happened to them since. */
    readonly issued: number;
    /** Invoices that were paid on the day, in full or in part, by currency. */
    readonly paid: ReadonlyArray<{
      readonly currency: Currency;
      readonly count: number;
    }>;
  };
  readonly state: "agrees" | "differs" | "not_reported";
  readonly differences: ReadonlyArray<FoundDifference>;
};

/** A day of the Gregorian calendar, in Riyadh. */
export type Day = string;

export type Delivery = {
  readonly city: string | null;
  readonly address: string | null;
};

export type DigitalContent = {
  readonly text: string | null;
  readonly fileId: DigitalFileId | null;
};

/** One mail with the digital goods of an order. */
export type DigitalDelivery = {
  readonly address: string;
  /** merchant: you asked for it again. */
  readonly cause: "paid" | "merchant";
  /** due: being tried. sent: the mail server has taken it. refused: it takes nothing for this address. failed: it could not be reached for two days. dropped: the order was refunded before. */
  readonly state: "due" | "sent" | "refused" | "failed" | "dropped";
  /** Newest first. */
  readonly tries: ReadonlyArray<{
    readonly at: Instant;
    readonly outcome: "sent" | "refused" | "unreachable";
  }>;
  readonly nextTryAt: Instant | null;
  readonly createdAt: Instant;
  readonly sentAt: Instant | null;
};

export type DigitalFile = {
  readonly id: DigitalFileId;
  readonly fileName: string;
  readonly contentType: string;
  readonly byteLength: number;
};

/** The id of a file that you have uploaded for delivery. */
export type DigitalFileId = string;

export type DocumentSeries = {
  readonly prefix: string;
  /** The number that the next document gets. */
  readonly next: string;
  /** It has documents: only a series of another prefix can follow it. */
  readonly isUsed: boolean;
};

export type DueAtBank = {
  readonly method: string;
  readonly account: string;
  readonly currency: Currency;
  /** false: the installation's operator receives it, and pays it on to you. */
  readonly isOwnAccount: boolean;
  readonly terms: AccountTerms;
  /** The sum of the days. */
  readonly amount: SignedAmount;
  /** Expected today or later, the next first. */
  readonly days: ReadonlyArray<DueDay>;
};

export type DueDay = {
  /** The day in Riyadh of the payments and refunds. */
  readonly paidOn: Day;
  /** When it is expected in the bank: never a Friday or Saturday. */
  readonly arrivesOn: Day;
  readonly payments: number;
  /** What the payments brought. */
  readonly gross: Amount;
  /** What was given back in the period, of whichever payments. */
  readonly refunds: Amount;
  /** The provider's fees by your terms, with VAT; on an account of the installation the service fee, too. */
  readonly kept: Amount;
  /** gross without refunds and kept. */
  readonly amount: SignedAmount;
};

/** Holidays of banks are not known. Whether money has arrived is for your bank to say. */
export type DueReport = {
  readonly today: Day;
  readonly due: ReadonlyArray<DueAtBank>;
  /** Methods that took money in the last two months and whose terms are not known. */
  readonly withoutTerms: ReadonlyArray<string>;
};

export type Erasure = {
  readonly erased: {
    /** Rows from which the person's data were removed. */
    readonly clients: number;
    /** Rows from which the person's data were removed. */
    readonly attempts: number;
    /** Rows from which the person's data were removed. */
    readonly paymentsByHand: number;
    /** Rows from which the person's data were removed. */
    readonly confirmedEmails: number;
    /** Rows from which the person's data were removed. */
    readonly emailCodes: number;
    /** Rows from which the person's data were removed. */
    readonly deliveries: number;
    /** Rows from which the person's data were removed. */
    readonly referenceMails: number;
    /** Rows from which the person's data were removed. */
    readonly messages: number;
    /** Rows from which the person's data were removed. */
    readonly checkouts: number;
    /** Rows from which the person's data were removed. */
    readonly couponUses: number;
    /** Rows from which the person's data were removed. */
    readonly linkAnswers: number;
    /** Rows from which the person's data were removed. */
    readonly keptAnswers: number;
    /** Rows from which the person's data were removed. */
    readonly paylinkHashes: number;
    /** Rows from which the person's data were removed. */
    readonly returnRequests: number;
    /** Rows from which the person's data were removed. */
    readonly acceptancePlaces: number;
    /** Rows from which the person's data were removed. */
    readonly drafts: number;
  };
  readonly kept: {
    /** Orders of this buyer that are not over; ask again when they are. */
    readonly openOrders: ReadonlyArray<string>;
    /** Tax invoices and credit notes, which the law wants kept as issued. */
    readonly taxDocuments: number;
  };
};

export type Event = {
  /** Stable: the same in every delivery and repetition. Keep it to notice what came twice. */
  readonly id: string;
  readonly type: EventType;
  readonly version: PayloadVersion;
  /** false: of a test world, or of an installation for tests; no real money is paid or given back. */
  readonly livemode: boolean;
  /** When it happened. */
  readonly timestamp: Instant;
  readonly data: EventData;
};

export type EventData = {
  /** Left out where an event is of no invoice. */
  readonly invoice?: EventInvoice;
  /** Every payment that was tried for the invoice, newest first, fifty at most. */
  readonly payments?: ReadonlyArray<EventPayment>;
  /** In invoice.updated: the fields that you have changed. */
  readonly changed?: ReadonlyArray<string>;
  /** Which of them the event is of. */
  readonly paymentId?: string;
  /** In payment.failed. */
  readonly failure?: PaymentFailure;
  /** In invoice.refunded, also of a part, and in refund.declined. */
  readonly refund?: {
    readonly id: string;
    readonly amount: Amount;
    readonly currency: Currency;
    readonly reason: string | null;
  };
  /** In refund.approval_requested and refund.approval_ended: a refund above a limit of yours, which waits for a second person. */
  readonly refundApproval?: {
    readonly id: string;
    readonly state: "requested" | "approved" | "refused" | "withdrawn" | "expired";
    readonly amount: Amount;
    readonly currency: Currency;
    readonly reason: string | null;
  };
  /** In return.requested, return.answered and return.withdrawn: what the buyer asks for. Lines and words: GET /api/v1/return-requests/{requestId}. */
  readonly returnRequest?: {
    readonly id: number;
    readonly state: "requested" | "accepted" | "declined" | "withdrawn";
    readonly reason: "changed_mind" | "damaged" | "wrong_item" | "not_as_described" | "not_arrived" | "other";
  };
  /** In events of quotes. With quote.accepted, invoice is what it has become. */
  readonly quote?: {
    readonly quoteNumber: string;
    readonly number: string;
    readonly state: "open" | "expired" | "accepted" | "declined" | "withdrawn";
    readonly currency: Currency;
    readonly total: Amount;
    readonly validUntil: Day;
    readonly decidedBy: "buyer" | "shop" | null;
  };
  /** In events of tax documents. */
  readonly taxDocument?: {
    readonly kind: "tax_invoice" | "credit_note" | "debit_note";
    readonly number: string;
    readonly issuedAt: Instant;
    readonly currency: Currency;
    readonly total: Amount;
    readonly vat: Amount;
    /** In tax_document.issued: the rejected document whose place it takes. */
    readonly replaces?: string;
  };
  /** In tax_document.reported, .cleared, .rejected and .delayed: what the tax authority says of the document, if you are in phase 2 of e-invoicing. */
  readonly taxSubmission?: {
    /** Why it was rejected. */
    readonly errors: ReadonlyArray<TaxAuthorityFinding>;
    readonly warnings: ReadonlyArray<TaxAuthorityFinding>;
    /** In tax_document.delayed: 12, 20 or 24; a report is due within 24. */
    readonly waitingHours?: number;
  };
  /** In tax_unit.stopped: your documents are stamped and not sent until its certificate is renewed, or the operator starts it again. In tax_unit.held: none is issued, since the database came from a backup (restored) or the operator said so (by_operator); payments continue, and their documents follow. */
  readonly taxUnit?: {
    readonly serial: string;
    readonly environment: "sandbox" | "simulation" | "production";
    readonly reason: "certificate_refused" | "rejected_in_a_row" | "restored" | "by_operator";
  };
  /** In message.sent and message.failed. refused: the provider does not take it, or the receiver cannot get it; unreachable: no provider, or no receiver, could be reached for too long. */
  readonly message?: {
    readonly kind: "email_code" | "digital_goods" | "payment_reference" | "payment_link" | "receipt" | "refund_notice" | "reminder_before_due" | "reminder_after_due" | "sadad_number" | "transfer_details" | "documents_link" | "return_answer" | "quote" | "payment_notice";
    readonly channel: "email" | "sms" | "whatsapp";
    readonly outcome: "sent" | "refused" | "unreachable";
    /** Of the delivery log (GET /api/v1/messages/{messageId}). */
    readonly id?: number;
    /** Of a message that brings a quote. */
    readonly quoteNumber?: string;
  };
  /** In events of webhook endpoints. */
  readonly webhookEndpoint?: {
    readonly id: number;
    readonly url: string;
  };
};

/** The invoice right after the event; it may have changed since. */
export type EventInvoice = {
  readonly orderNumber: string;
  readonly externalOrderNumber: string | null;
  readonly status: InvoiceStatus;
  readonly currency: Currency;
  readonly total: Amount;
  readonly paidTotal: Amount;
  /** What could still be paid; zero once the invoice is closed. */
  readonly dueTotal: Amount;
  readonly refundedTotal: Amount;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly paidAt: Instant | null;
  readonly cancelledAt: Instant | null;
  readonly dueDate?: Day | null;
  /** What the buyer answered on a product link that asks; else left out. */
  readonly answers?: ReadonlyArray<BuyerAnswer>;
  /** Left out, like dueDate, in events of before them. */
  readonly metadata?: Metadata;
  /** Money that pays the invoice, oldest first; their sum is paidTotal. Left out in events of before this field. */
  readonly payments?: ReadonlyArray<Payment>;
};

export type EventPayment = {
  readonly id: string;
  readonly method: string;
  readonly state: "in_flight" | "awaiting_buyer" | "offered" | "unknown" | "authorised" | "captured" | "declined" | "cancelled" | "expired" | "superseded" | "surplus" | "refunded";
  readonly reason: "card_declined" | "insufficient_funds" | "expired_card" | "wrong_security_code" | "card_not_supported" | "three_ds_failed" | "three_ds_not_enabled" | "otp_wrong" | "otp_expired" | "limit_exceeded" | "rejected_by_provider" | "suspected_fraud" | "cancelled_by_buyer" | "other" | null;
  readonly amount: Amount;
  readonly receivedAmount: Amount | null;
  readonly card: {
    readonly brand: string | null;
    readonly lastFour: string | null;
  } | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

export type EventType = "invoice.created" | "invoice.viewed" | "invoice.updated" | "invoice.paid" | "invoice.expired" | "invoice.renewal_requested" | "invoice.cancelled" | "invoice.refunded" | "payment.attempted" | "payment.failed" | "payment.unknown" | "payment.surplus" | "refund.declined" | "refund.approval_requested" | "refund.approval_ended" | "return.requested" | "return.answered" | "return.withdrawn" | "quote.created" | "quote.accepted" | "quote.declined" | "quote.withdrawn" | "quote.expired" | "message.sent" | "message.failed" | "tax_document.issued" | "tax_document.reported" | "tax_document.cleared" | "tax_document.rejected" | "tax_document.delayed" | "tax_unit.stopped" | "tax_unit.held" | "webhook_endpoint.disabled" | "webhook_endpoint.test";

export type ExportCount = {
  /** At most 10000. */
  readonly count: number;
  /** There are more than that. */
  readonly isMore: boolean;
};

export type FailedPayment = {
  readonly payment: ListedPayment;
  /** send_again: the buyer can pay by the same link, remind them. offer_other_method: the same card or account will not do. check_account: the provider does not take payments for your account. wait: do not ask now. */
  readonly nextStep: "send_again" | "offer_other_method" | "check_account" | "wait";
};

export type FeesReport = {
  readonly from: SentDay;
  /** The last day, which is part of the period of at most 366. Days of Riyadh. */
  readonly to: SentDay;
  readonly rows: ReadonlyArray<FeesRow>;
};

export type FeesRow = {
  readonly method: string;
  /** The account at the provider, such as mpgs-cards. */
  readonly account: string;
  readonly currency: Currency;
  /** How many were taken. */
  readonly payments: number;
  /** What the payments brought. */
  readonly gross: Amount;
  /** The service fee that buyers paid inside gross. */
  readonly charged: Amount;
  /** What the provider keeps by your terms; null without terms for the method, and for money that is not in riyals. What a refund gives back of a fee is not known. */
  readonly expected: ProviderFees | null;
  readonly terms: AccountTerms | null;
};

export type FoundDifference = {
  readonly day: Day;
  readonly foundAt: Instant;
  readonly kind: "payment_unknown_to_us" | "payment_unknown_to_provider" | "payment_amount" | "refund_unknown_to_us" | "refund_unknown_to_provider" | "refund_amount" | "currency";
  readonly account: string;
  /** null: money of no invoice of yours. */
  readonly orderNumber: string | null;
  /** The provider's own name of the payment, or of several. */
  readonly reference: string;
  readonly currency: Currency;
  readonly ours: Amount;
  readonly theirs: Amount;
};

export type FunnelReport = {
  readonly from: Day;
  readonly to: Day;
  readonly linkIdentity: string | null;
  /** How often the page of the link was opened; null for invoices, which are issued, not looked for. */
  readonly looked: number | null;
  /** Invoices that were issued in the period, or orders that the link made. All further steps are of these. */
  readonly issued: number;
  /** Those whose link went out by e-mail, SMS or WhatsApp. What you sent by yourself is not known here. */
  readonly sent: number;
  /** Those that their buyer opened. */
  readonly opened: number;
  /** Those that somebody began to pay. */
  readonly started: number;
  /** Those of which a payment was declined, whether another one was taken or not. */
  readonly declined: number;
  /** Those that were paid, also where it was given back since. */
  readonly paid: number;
  /** Why they were declined: by the last declined payment of each, the most frequent first. */
  readonly reasons: ReadonlyArray<{
    readonly code: "card_declined" | "insufficient_funds" | "expired_card" | "wrong_security_code" | "card_not_supported" | "three_ds_failed" | "three_ds_not_enabled" | "otp_wrong" | "otp_expired" | "limit_exceeded" | "rejected_by_provider" | "suspected_fraud" | "cancelled_by_buyer" | "other" | "expired";
    readonly count: number;
  }>;
};

/** Days are those of Riyadh. */
export type Home = {
  readonly at: Instant;
  readonly today: Day;
  readonly money: {
    readonly today: MoneyIn;
    /** Since Sunday. */
    readonly week: MoneyIn;
    /** Since the first of the Gregorian month. */
    readonly month: MoneyIn;
  };
  /** Of this month. What a provider pays out, and when, is not known. */
  readonly methods: ReadonlyArray<MethodMoney>;
  /** Of the methods that took money this month or were tried in the last 24 hours. */
  readonly health: ReadonlyArray<MethodHealth>;
  /** One for each currency. */
  readonly unpaid: ReadonlyArray<UnpaidSum>;
  /** Of the last 7 days, newest first, ten at most: the last failed one of each order that can still be paid. */
  readonly failedPayments: ReadonlyArray<FailedPayment>;
  readonly attention: ReadonlyArray<Attention>;
};

export type Image = {
  readonly id: ImageId;
  /** Pixels of the largest size that is kept. */
  readonly width: number;
  readonly height: number;
};

/** The id of an image that you have uploaded. */
export type ImageId = string;

/** An RFC 3339 instant with an offset. Answers are in UTC with milliseconds. */
export type Instant = string;

/** All amounts are computed here from the lines: subTotal - discount + vat = total, per line and in total. */
export type Invoice = {
  /** Our number; 16 characters. */
  readonly orderNumber: string;
  /** false: of a test world, or of an installation for tests; nothing of it is paid with real money. Left out in an answer that is repeated from before there was this field. */
  readonly livemode?: boolean;
  readonly externalOrderNumber: string | null;
  readonly status: InvoiceStatus;
  readonly currency: Currency;
  readonly total: Amount;
  readonly paidTotal: Amount;
  /** What can be paid now; zero once the invoice is closed. */
  readonly dueTotal: Amount;
  readonly refundedTotal: Amount;
  /** The invoice's page, to be given to the buyer. */
  readonly url: string;
  /** The payment page. */
  readonly paymentUrl: string;
  readonly createdAt: Instant;
  /** When its status, money or buyer changed last. */
  readonly updatedAt: Instant;
  /** Until when it should be paid. */
  readonly dueDate: Day | null;
  readonly expiresAt: Instant | null;
  readonly paidAt: Instant | null;
  readonly cancelledAt: Instant | null;
  readonly metadata: Metadata;
  /** Who pays, as the buyer typed it: of the payment, else of the last try. null: no buyer has tried, or nothing was asked for (the simple page). */
  readonly payer: Payer | null;
  /** Where to deliver, as the same buyer typed it; null: nothing was typed. */
  readonly delivery: Delivery | null;
  /** The address that the buyer of digital goods has confirmed by a code. */
  readonly confirmedEmail: ConfirmedEmail | null;
  /** When the buyer accepted your terms of sale, and which. */
  readonly agreementAcceptance: AgreementAcceptance | null;
  /** link: ordered from a product link. */
  readonly source: "api" | "link";
  /** The product link that it was ordered from. */
  readonly linkIdentity: string | null;
  /** What that link sells. */
  readonly productId: number | null;
  /** Oldest first; their sum is paidTotal. */
  readonly payments: ReadonlyArray<Payment>;
  readonly lines: ReadonlyArray<InvoiceLine>;
  /** Of all lines, without VAT, before the discount. */
  readonly subTotal: Amount;
  readonly discount: {
    readonly type: "FIXED" | "PERCENTAGE";
    readonly value: string;
    /** What it takes off subTotal. */
    readonly amount: Amount;
  } | null;
  /** The rate of all lines, or what VAT comes to on a mixed invoice. */
  readonly vatRate: Percent;
  readonly vat: Amount;
  /** The rate behind serviceFees. */
  readonly commissionRate: Percent;
  /** The part of subTotal that the service fee added. */
  readonly serviceFees: Amount;
  readonly pricesIncludeVat: boolean;
  readonly foreignEquivalent: {
    readonly currency: Currency;
    readonly amount: Amount;
  } | null;
  readonly client: InvoiceClient | null;
  /** null: the day of payment. */
  readonly supplyDate: Day | null;
  /** The form of the tax invoice; null where none is issued, and of invoices of before. */
  readonly taxForm: "standard" | "simplified" | null;
  /** When its buyer found that it had expired, and asked for a fresh link; null once it has more time or is closed. */
  readonly renewalRequestedAt: Instant | null;
  /** The number that this one was issued in place of. */
  readonly replaces: string | null;
  /** The number that was issued in its place. */
  readonly replacedBy: string | null;
  readonly note: string | null;
  /** To what the product link asks; empty where nothing was answered, or it was erased. */
  readonly answers: ReadonlyArray<BuyerAnswer>;
  readonly callbackUrl: string | null;
  readonly cancelUrl: string | null;
  readonly allowedMethods: ReadonlyArray<PaymentMethod>;
  readonly agreement: {
    readonly version: number;
    readonly title: string;
    readonly text: string;
    readonly english: {
      readonly title: string;
      readonly text: string;
    } | null;
  } | null;
  /** Opens WhatsApp on your own phone with a message to the buyer that has the link; you send it. null once the invoice cannot be paid. */
  readonly whatsappLink: {
    readonly ar: string;
    readonly en: string;
  } | null;
  /** The receipt as a PDF file; null until paid. */
  readonly receiptUrl: string | null;
  /** Issued when the invoice is paid, if you have a VAT number. The corrected one, where one has replaced a rejected one. */
  readonly taxInvoice: TaxDocument | null;
  /** Oldest first: one per refund, in phase 2 of e-invoicing once the tax authority has accepted the invoice, and those that take back debit notes. */
  readonly creditNotes: ReadonlyArray<TaxDocument>;
  /** Oldest first. */
  readonly debitNotes: ReadonlyArray<TaxDocument>;
  /** Newest first. */
  readonly attempts: ReadonlyArray<PaymentAttempt>;
};

/** What is left out stays; null takes away. Lines are sent whole, with every line that remains. Amounts are computed again when lines, discount, pricesIncludeVat or clientPaysFees are sent, at your rates of now, and stay otherwise. Metadata can always be changed; all else only while the invoice is unpaid. */
export type InvoiceChanges = {
  readonly externalOrderNumber?: string | null;
  /** In place of all lines. */
  readonly lines?: ReadonlyArray<NewInvoiceLine>;
  readonly discount?: NewDiscount | null;
  /** unitPrice and a fixed discount are meant with VAT. Otherwise VAT comes on top. */
  readonly pricesIncludeVat?: boolean;
  /** The commission of your account is added to the unit prices. */
  readonly clientPaysFees?: boolean;
  readonly client?: NewClient | null;
  readonly supplyDate?: SentDay | null;
  /** The form of the tax invoice, if you have a VAT number; by law when left out: standard for exports and for legal persons (VAT number, identification of a legal person, isBusiness), else simplified. A simplified one is refused (standard_required) for exports, and to legal persons from SAR 1,000 on. */
  readonly taxForm?: "standard" | "simplified";
  readonly note?: string | null;
  readonly callbackUrl?: string | null;
  readonly cancelUrl?: string | null;
  readonly allowedMethods?: ReadonlyArray<PaymentMethod> | null;
  readonly agreement?: {
    readonly title: string;
    readonly text: string;
    /** The same terms for buyers whose page is in English; all buyers see the first text when left out. */
    readonly english?: {
      readonly title: string;
      readonly text: string;
    } | null;
  } | null | null;
  readonly foreignEquivalent?: {
    readonly currency: Currency;
    readonly amount: Amount;
  } | null;
  readonly dueDate?: SentDay | null;
  readonly expiresAt?: SentInstant | null;
  readonly metadata?: MetadataChanges;
  /** Language that the links of the answer open in and messages are in; the buyer's own when left out. */
  readonly language?: "ar" | "en";
};

export type InvoiceClient = {
  /** In the directory of your clients (GET /api/v1/clients/{id}). */
  readonly id: number;
  readonly name: string | null;
  /** International form, +966551234567. */
  readonly mobile: string | null;
  readonly countryCode: string | null;
  readonly email: string | null;
  readonly vatNumber: string | null;
  readonly legalName: string | null;
  readonly identification: BuyerIdentification | null;
  readonly address: string | null;
  readonly postalAddress: PostalAddress | null;
};

export type InvoiceDraft = {
  readonly id: string;
  readonly invoice: {
    readonly externalOrderNumber?: unknown;
    readonly currency?: unknown;
    readonly lines?: unknown;
    readonly discount?: unknown;
    readonly pricesIncludeVat?: unknown;
    readonly clientPaysFees?: unknown;
    readonly client?: unknown;
    readonly clientId?: unknown;
    readonly supplyDate?: unknown;
    readonly taxForm?: unknown;
    readonly note?: unknown;
    readonly callbackUrl?: unknown;
    readonly cancelUrl?: unknown;
    readonly allowedMethods?: unknown;
    readonly agreement?: unknown;
    readonly foreignEquivalent?: unknown;
    readonly dueDate?: unknown;
    readonly expiresAt?: unknown;
    readonly metadata?: unknown;
    readonly send?: unknown;
    readonly language?: unknown;
  };
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** Fields of NewInvoice, each with any value or left out: what is wrong or missing is named when the draft is issued. Card numbers and secrets are refused here, too. */
export type InvoiceDraftBody = {
  readonly externalOrderNumber?: unknown;
  readonly currency?: unknown;
  readonly lines?: unknown;
  readonly discount?: unknown;
  readonly pricesIncludeVat?: unknown;
  readonly clientPaysFees?: unknown;
  readonly client?: unknown;
  readonly clientId?: unknown;
  readonly supplyDate?: unknown;
  readonly taxForm?: unknown;
  readonly note?: unknown;
  readonly callbackUrl?: unknown;
  readonly cancelUrl?: unknown;
  readonly allowedMethods?: unknown;
  readonly agreement?: unknown;
  readonly foreignEquivalent?: unknown;
  readonly dueDate?: unknown;
  readonly expiresAt?: unknown;
  readonly metadata?: unknown;
  readonly send?: unknown;
  readonly language?: unknown;
};

export type InvoiceDraftPage = {
  /** The page as it is now whenever it is opened, without its scripts, for the console to show in a frame; `lang` (ar, en) and `scheme` (light, dark) can be added. */
  readonly url: string;
  readonly expiresAt: Instant;
};

export type InvoiceHit = {
  readonly type: "invoice";
  readonly match: SearchMatch;
  readonly orderNumber: string;
  readonly externalOrderNumber: string | null;
  readonly status: InvoiceStatus;
  readonly total: Amount;
  readonly currency: Currency;
  readonly refundedTotal: Amount;
  readonly dueDate: string | null;
  readonly expiresAt: Instant | null;
  readonly clientName: string | null;
  readonly clientMobile: string | null;
  /** Who pays it, or tried to last: its client may be a mobile alone. */
  readonly payer: {
    readonly name: string | null;
    readonly mobile: string | null;
  } | null;
  readonly createdAt: Instant;
};

export type InvoiceLine = {
  readonly title: string;
  readonly description: string | null;
  readonly quantity: Quantity;
  readonly unit: UnitCode;
  /** As you sent it. */
  readonly unitPrice: Amount;
  /** What the buyer is shown: without VAT, with the service fee. */
  readonly soldUnitPrice: Amount;
  /** null: no VAT applies. */
  readonly vatRate: Percent | null;
  readonly vatExemption: VatExemption | null;
  /** The tax authority's letter: S taxed, Z zero-rated, E exempt, O outside the scope of VAT. null: no VAT applies. */
  readonly vatCategory: "S" | "Z" | "E" | "O" | null;
  /** Why no VAT is charged, as the tax invoice says it. */
  readonly vatReason: {
    readonly ar: string;
    readonly en: string;
  } | null;
  /** Of all units, without VAT, before the discount. */
  readonly net: Amount;
  /** This line's share of the discount. */
  readonly discount: Amount;
  readonly vat: Amount;
  /** net - discount + vat. */
  readonly total: Amount;
  readonly isDigital: boolean;
  /** What the line delivers. */
  readonly digitalContent: DigitalContent | null;
  readonly imageId: ImageId | null;
};

/** CREATED: can be paid; PENDING: can be paid, and a payment was tried; PAID: paid; PAID_LINK: paid, and made from a product link; COMPLETED_INVOICE: paid, and marked as fulfilled; COMPLETED_ORDER: paid, and marked as fulfilled; CANCELLED: closed unpaid, permanently; REFUNDED: paid once and given back in full, permanently. */
export type InvoiceStatus = "CREATED" | "PENDING" | "PAID" | "PAID_LINK" | "COMPLETED_INVOICE" | "COMPLETED_ORDER" | "CANCELLED" | "REFUNDED";

export type InvoiceSummary = {
  /** Our number; 16 characters. */
  readonly orderNumber: string;
  /** false: of a test world, or of an installation for tests; nothing of it is paid with real money. Left out in an answer that is repeated from before there was this field. */
  readonly livemode?: boolean;
  readonly externalOrderNumber: string | null;
  readonly status: InvoiceStatus;
  readonly currency: Currency;
  readonly total: Amount;
  readonly paidTotal: Amount;
  /** What can be paid now; zero once the invoice is closed. */
  readonly dueTotal: Amount;
  readonly refundedTotal: Amount;
  /** The invoice's page, to be given to the buyer. */
  readonly url: string;
  /** The payment page. */
  readonly paymentUrl: string;
  readonly createdAt: Instant;
  /** When its status, money or buyer changed last. */
  readonly updatedAt: Instant;
  /** Until when it should be paid. */
  readonly dueDate: Day | null;
  readonly expiresAt: Instant | null;
  readonly paidAt: Instant | null;
  readonly cancelledAt: Instant | null;
  readonly metadata: Metadata;
  /** Who pays, as the buyer typed it: of the payment, else of the last try. null: no buyer has tried, or nothing was asked for (the simple page). */
  readonly payer: Payer | null;
  /** Where to deliver, as the same buyer typed it; null: nothing was typed. */
  readonly delivery: Delivery | null;
  /** The address that the buyer of digital goods has confirmed by a code. */
  readonly confirmedEmail: ConfirmedEmail | null;
  /** When the buyer accepted your terms of sale, and which. */
  readonly agreementAcceptance: AgreementAcceptance | null;
  /** link: ordered from a product link. */
  readonly source: "api" | "link";
  /** The product link that it was ordered from. */
  readonly linkIdentity: string | null;
  /** What that link sells. */
  readonly productId: number | null;
  /** Oldest first; their sum is paidTotal. */
  readonly payments: ReadonlyArray<Payment>;
  readonly clientName: string | null;
  /** By which a client without a name is known. */
  readonly clientMobile: string | null;
};

export type InvoiceViews = {
  /** null before the first view. */
  readonly firstViewedAt: Instant | null;
  /** When the last view began. */
  readonly lastViewedAt: Instant | null;
  /** What is opened again within ten minutes is the same view. Previews, crawlers and the console's own link do not count. */
  readonly views: number;
};

export type InvoiceWebhookDeliveries = {
  readonly items: ReadonlyArray<InvoiceWebhookDelivery>;
};

export type InvoiceWebhookDelivery = {
  readonly id: number;
  readonly eventId: string;
  readonly type: EventType;
  readonly cause: "event" | "replay" | "test";
  /** failed: given up after seven days. dropped: the endpoint was switched off or removed meanwhile, or its version does not have this event. */
  readonly state: "due" | "delivered" | "failed" | "dropped";
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
  readonly nextTryAt: Instant | null;
  readonly endpointId: number;
  /** The server of the endpoint, without the rest of its address. */
  readonly host: string;
  readonly tries: number;
};

export type IssuedTaxDocument = {
  readonly number: string;
  readonly kind: TaxDocumentKind;
  readonly form: "standard" | "simplified";
  readonly orderNumber: string;
  readonly issuedAt: Instant;
  readonly currency: Currency;
  /** Without VAT. */
  readonly taxable: Amount;
  readonly vat: Amount;
  readonly total: Amount;
  /** The VAT in SAR, whatever the currency of the invoice. */
  readonly vatInRiyals: Amount;
  /** What it adds to the box of the VAT return that the list was asked for, in SAR: what a credit note takes back stands without a sign. null where no box was asked for. */
  readonly inVatBox: {
    readonly taxable: Amount;
    readonly vat: Amount;
  } | null;
  /** Of a note: the tax invoice that it is about. */
  readonly invoiceNumber: string | null;
  /** Of a credit note: its refund; null where it takes back a debit note. */
  readonly refundId: string | null;
  /** Of a credit note that takes back a debit note: that one. */
  readonly debitNoteNumber: string | null;
  /** Of a note: why. */
  readonly reason: string | null;
  /** What its QR code holds, base64. */
  readonly qr: string;
  /** The PDF file for the buyer; null when your theme hides tax invoices from buyers, and of what was replaced. */
  readonly pdfUrl: string | null;
  /** The e-invoice as XML, to be loaded with your key; null of what has none: not stamped, awaiting clearance, rejected. */
  readonly xmlUrl: string | null;
  /** null unless you were in phase 2 of e-invoicing when it was issued. */
  readonly submission: TaxSubmission | null;
  /** The rejected document whose place it takes. */
  readonly replaces: string | null;
  /** Of a rejected document: the corrected one. */
  readonly replacedBy: string | null;
};

export type LineToRefund = {
  /** Place of the line in the invoice, from 1. */
  readonly position: number;
  /** How much came back. */
  readonly quantity: Quantity;
} | {
  /** Place of the line in the invoice, from 1. */
  readonly position: number;
  /** A part of the line's price, VAT included. */
  readonly amount: Amount;
};

/** Since the link was made. */
export type LinkSales = {
  /** Orders of the link that were paid, also those given back since. */
  readonly orders: number;
  /** What they brought, with VAT. */
  readonly paid: Amount;
  /** What was given back of it. */
  readonly refunded: Amount;
};

/** What was typed so far, where it is a text. */
export type ListedInvoiceDraft = {
  readonly id: string;
  readonly externalOrderNumber: string | null;
  readonly clientName: string | null;
  /** The title of its first line. */
  readonly firstLine: string | null;
  /** The unit price of its first line. */
  readonly firstPrice: string | null;
  readonly lines: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

export type ListedPayment = {
  readonly id: string;
  /** false: of a test world, or of an installation for tests; no real money is paid or given back. */
  readonly livemode: boolean;
  readonly orderNumber: string;
  readonly externalOrderNumber: string | null;
  /** Of its invoice now: another try may have paid it. */
  readonly invoiceStatus: InvoiceStatus;
  readonly method: string;
  readonly state: "in_flight" | "awaiting_buyer" | "offered" | "unknown" | "authorised" | "captured" | "declined" | "cancelled" | "expired" | "superseded" | "surplus" | "refunded";
  readonly amount: Amount;
  readonly currency: Currency;
  /** What the provider says to have received, where it is not amount. null: exactly amount, or nothing yet. */
  readonly receivedAmount: Amount | null;
  /** Why it was declined. */
  readonly reason: "card_declined" | "insufficient_funds" | "expired_card" | "wrong_security_code" | "card_not_supported" | "three_ds_failed" | "three_ds_not_enabled" | "otp_wrong" | "otp_expired" | "limit_exceeded" | "rejected_by_provider" | "suspected_fraud" | "cancelled_by_buyer" | "other" | null;
  /** Why it failed, in words for you; null unless it has failed. */
  readonly failure: PaymentFailure | null;
  /** Of cash, card_terminal, bank_transfer and other_way, which you have recorded; null of all others. */
  readonly byHand: {
    readonly reference: string | null;
    readonly note: string | null;
    /** As the audit log names callers: person 3, key 5. */
    readonly recordedBy: string;
  } | null;
  readonly card: {
    readonly brand: string | null;
    readonly lastFour: string | null;
  } | null;
  /** As the buyer typed it; erased with the buyer's data. */
  readonly buyer: {
    readonly name: string | null;
    readonly mobile: string | null;
    readonly email: string | null;
  };
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** When the money was taken or guaranteed. */
  readonly settledAt: Instant | null;
  /** Money of it is on its way back by its provider. Surplus is not given back beside that. */
  readonly refundUnderWay: boolean;
};

export type Merchant = {
  readonly username: string;
  readonly shopName: string;
  readonly legalName: string | null;
  readonly legalNameEn: string | null;
  readonly identification: SellerIdentification | null;
  readonly nationalAddress: NationalAddress | null;
  readonly nationalAddressEn: NationalAddressEn | null;
  /** What keeps you from issuing invoices (seller_incomplete). Empty without a VAT number, and once all is there. */
  readonly missingFacts: ReadonlyArray<SellerFact>;
  /** Paid invoices whose tax invoice waits for missingFacts, or for your stamping unit where that is held (tax_unit.held); issued within minutes of them. */
  readonly waitingTaxInvoices: number;
  readonly email: string;
  readonly phone: string;
  readonly vatNumber: string | null;
  readonly commissionRate: Percent;
  readonly allowedCountries: ReadonlyArray<string> | null;
  readonly redirectHosts: ReadonlyArray<string>;
  readonly frameOrigins: ReadonlyArray<string>;
  /** How many months after an order is over its buyer's name, mobile and addresses are erased; null: as the installation has it, which may be never. */
  readonly buyerDataMonths: number | null;
  /** For shops that moved in from Paylink: whether the products of POST /api/addInvoice must come to its amount (add_up), or the difference is a line or a discount of its own (as_sent). */
  readonly paylinkAmounts: "add_up" | "as_sent";
  /** So many days after the payment a buyer can ask for a return on the invoice's page; null, as at first: not at all. What your law and rules give buyers holds besides. */
  readonly returnRequestDays: number | null;
  readonly contact: {
    readonly city: string | null;
    /** Building, street, district and postal code. */
    readonly address1: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    /** 10 digits. */
    readonly commercialRegistration: string | null;
    /** A number with its country, such as +966551234567; buyers may write to it. */
    readonly whatsapp: string | null;
    /** The shop's own rules of returns, https; shown instead of the general terms. */
    readonly returnsUrl: string | null;
    /** The same as a text, for a shop without such a page: buyers read it before the general terms. At most 5,000 letters. */
    readonly returnsText: string | null;
    /** The same in English; needs the other. */
    readonly returnsTextEn: string | null;
  };
  readonly isActive: boolean;
  /** test: payments go to simulators or sandboxes. */
  readonly mode: "test" | "live";
  /** Which of the shop's two worlds is open: nothing of one is known in the other. In the test world nothing is paid with real money, whatever the installation. */
  readonly world: "live" | "test";
  /** Payment methods that buyers can pay by here: those with an account. */
  readonly methods: ReadonlyArray<PaymentMethod>;
  /** The key that you called with. */
  readonly key: {
    readonly id: number;
    readonly name: string;
    readonly prefix: string;
    readonly scopes: ReadonlyArray<"read" | "issue" | "refund" | "manage">;
    readonly expiresAt: Instant | null;
  };
};

/** What is left out stays; null takes away. */
export type MerchantChanges = {
  /** As buyers see it. */
  readonly shopName?: string;
  /** As registered, in Arabic: on tax invoices, and in their QR codes. */
  readonly legalName?: string | null;
  /** The same in English; printed beside it. */
  readonly legalNameEn?: string | null;
  readonly identification?: NewSellerIdentification | null;
  readonly nationalAddress?: NewNationalAddress | null;
  readonly nationalAddressEn?: NewNationalAddressEn | null;
  readonly email?: string;
  readonly phone?: string;
  /** 15 digits that begin and end with 3; null: no VAT is charged. */
  readonly vatNumber?: string | null;
  /** ISO 3166 codes of the countries that buyers may pay from; null: all. */
  readonly allowedCountries?: ReadonlyArray<string> | null;
  /** Hosts that callbackUrl and cancelUrl may point at, exactly; replaces the list. */
  readonly redirectHosts?: ReadonlyArray<string>;
  /** Origins of the pages that may show the payment frame; replaces the list. */
  readonly frameOrigins?: ReadonlyArray<string>;
  /** How many months after an order is over its buyer's name, mobile and addresses are erased; null: as the installation has it, which may be never. */
  readonly buyerDataMonths?: number | null;
  /** For shops that moved in from Paylink: whether the products of POST /api/addInvoice must come to its amount (add_up), or the difference is a line or a discount of its own (as_sent). */
  readonly paylinkAmounts?: "add_up" | "as_sent";
  /** So many days after the payment a buyer can ask for a return on the invoice's page; null, as at first: not at all. What your law and rules give buyers holds besides. */
  readonly returnRequestDays?: number | null;
  /** How to reach the shop; replaced as a whole. */
  readonly contact?: {
    readonly city?: string | null;
    /** Building, street, district and postal code. */
    readonly address1?: string | null;
    readonly email?: string | null;
    readonly phone?: string | null;
    /** 10 digits. */
    readonly commercialRegistration?: string | null;
    /** A number with its country, such as +966551234567; buyers may write to it. */
    readonly whatsapp?: string | null;
    /** The shop's own rules of returns, https; shown instead of the general terms. */
    readonly returnsUrl?: string | null;
    /** The same as a text, for a shop without such a page: buyers read it before the general terms. At most 5,000 letters. */
    readonly returnsText?: string | null;
    /** The same in English; needs the other. */
    readonly returnsTextEn?: string | null;
  };
};

export type MerchantLogo = {
  /** null: there is no logo. */
  readonly imageId: ImageId | null;
  /** Where any browser can load it. */
  readonly url: string | null;
};

export type Message = {
  readonly id: number;
  /** Null: of a quote, which quoteNumber names. */
  readonly orderNumber: string | null;
  readonly quoteNumber: string | null;
  readonly kind: MessageKind;
  readonly channel: MessageChannel;
  /** Your call, `send` of the invoice, an event, a reminder, or another channel that did not reach the receiver. */
  readonly cause: "call" | "issue" | "event" | "reminder" | "fallback";
  /** Masked. */
  readonly to: string;
  readonly language: "ar" | "en";
  readonly state: MessageState;
  readonly providerId: string | null;
  /** What kind of reason. account: the account at the provider must be put right. content: text, link or sender's name is not registered. recipient: the receiver cannot be reached by this channel. */
  readonly class: "transient" | "throttle" | "pair_throttle" | "account" | "recipient" | "content" | "template" | "malformed" | "opted_out" | "not_payable" | "not_paid" | "nothing_open" | "payment_in_progress" | "erased" | "test_world" | "unknown" | "no_report" | null;
  /** The provider's own code. */
  readonly code: string | null;
  readonly tries: number;
  /** Of an SMS: each is paid for. */
  readonly parts: number | null;
  readonly createdAt: Instant;
  readonly submittedAt: Instant | null;
  readonly acceptedAt: Instant | null;
  readonly deliveredAt: Instant | null;
  readonly readAt: Instant | null;
  readonly endedAt: Instant | null;
};

export type MessageAccount = {
  readonly channel: MessageChannel;
  /** Whose account sends; null: nothing can be sent by this channel. */
  readonly account: "own" | "installation" | null;
  /** When your own settings were stored. */
  readonly updatedAt: Instant | null;
  /** To be entered at the provider of your own account, so that it reports what was delivered. In the console for the owner alone: it holds a secret. */
  readonly webhookUrl: string | null;
};

/** As docs/operations.md lists them. Stored encrypted; they never come out. */
export type MessageAccountSettings = Readonly<Record<string, unknown>>;

export type MessageChannel = "email" | "sms" | "whatsapp";

/** payment_link, sadad_number, transfer_details and both reminders: of an invoice that can be paid. receipt and refund_notice: of one that was paid. payment_notice: to yourself. documents_link: asked for by the buyer on an invoice's page. return_answer: that you have answered the buyer's request for a return. quote: brings a quote. */
export type MessageKind = "payment_link" | "receipt" | "refund_notice" | "reminder_before_due" | "reminder_after_due" | "sadad_number" | "transfer_details" | "documents_link" | "return_answer" | "quote" | "payment_notice";

export type MessageSettings = {
  /** What goes to buyers by itself. */
  readonly automatic: {
    /** When an invoice is issued without `send`. */
    readonly paymentLink: boolean;
    /** When an invoice is paid. */
    readonly receipt: boolean;
    /** When money was given back. */
    readonly refundNotice: boolean;
  };
  /** Of what goes out by itself, in order of preference: the first that has an account and an address is used, and the next where it does not reach the buyer. */
  readonly channels: ReadonlyArray<MessageChannel>;
  /** In Riyadh. Reminders wait for their end; everything else goes out at once. */
  readonly quietHours: {
    readonly from: string;
    readonly until: string;
  } | null;
  readonly reminders: {
    /** So many days before an unpaid invoice is due. */
    readonly daysBefore: ReadonlyArray<number>;
    /** So many days after it was due, while it can still be paid. */
    readonly daysAfter: ReadonlyArray<number>;
  };
  /** Mails to yourself. */
  readonly notices: {
    readonly emails: ReadonlyArray<string>;
    readonly events: ReadonlyArray<"invoice.paid" | "invoice.refunded" | "refund.declined" | "payment.surplus" | "payment.unknown" | "invoice.expired" | "invoice.renewal_requested" | "return.requested">;
  };
};

/** queued: it goes out soon, or is tried again. submitting: it is being handed over. unknown: no answer came; it is not sent again blindly. accepted: the provider has it. held: the provider checks it first. sent, delivered, read: as the provider reports; e-mail ends with accepted. failed: for the reason in `class` and `code`. expired: no report of its delivery came. suppressed: it was not sent, for the reason in `class`. */
export type MessageState = "queued" | "submitting" | "unknown" | "accepted" | "held" | "sent" | "delivered" | "read" | "failed" | "expired" | "suppressed";

export type MessageText = {
  readonly kind: "payment_link" | "reminder_before_due" | "reminder_after_due" | "receipt" | "refund_notice" | "sadad_number" | "transfer_details";
  /** WhatsApp is not among them: it sends templates that Meta has approved, in the same words for all shops. */
  readonly channel: "email" | "sms";
  readonly language: "ar" | "en";
  /** Your words; else the usual ones. */
  readonly isOwn: boolean;
  readonly subject: string | null;
  readonly text: string;
  /** The usual words. An SMS leaves the number out where that saves a part. */
  readonly standard: {
    readonly subject: string | null;
    readonly text: string;
  };
  /** What may stand in braces. */
  readonly placeholders: ReadonlyArray<"shop" | "number" | "amount" | "date" | "link" | "biller" | "bill" | "receiver" | "iban">;
  /** What must stand in the text. */
  readonly required: ReadonlyArray<"shop" | "number" | "amount" | "date" | "link" | "biller" | "bill" | "receiver" | "iban">;
  readonly updatedAt: Instant | null;
};

export type MessageTextPreview = {
  readonly subject: string | null;
  readonly text: string;
  /** Of an SMS; one Arabic letter makes all of it UCS_2. */
  readonly encoding: "GSM_7" | "UCS_2" | null;
  /** Of an SMS: how many messages are paid for. */
  readonly parts: number | null;
};

export type MessageTextToPreview = {
  readonly kind: "payment_link" | "reminder_before_due" | "reminder_after_due" | "receipt" | "refund_notice" | "sadad_number" | "transfer_details";
  readonly channel: "email" | "sms";
  readonly language: "ar" | "en";
  /** Of an e-mail, and needed there. */
  readonly subject?: string;
  /** Facts stand in braces: {amount}. An e-mail also shows amount, numbers and the link by itself; an SMS says what is here alone. */
  readonly text: string;
  /** An invoice of yours; facts that it does not have, and all without one, are examples. */
  readonly orderNumber?: string;
};

/** Texts of your own by names of your own, at most 50, names of 40 and values of 500 characters. They are in the API and in events; buyers never see them. Keep no card numbers, secrets or personal data here. */
export type Metadata = Readonly<Record<string, string>>;

/** By name: a text is set, null takes the name away, what is left out stays. */
export type MetadataChanges = Readonly<Record<string, string | null>>;

export type MethodHealth = {
  readonly method: string;
  readonly account: string;
  /** Payments begun in the last 24 hours. */
  readonly tries: number;
  readonly taken: number;
  /** Without those that the buyer gave up. */
  readonly failed: number;
  /** refused: as in attention. failing: three or more failed and none was taken, or three in four failed. working: anything else. quiet: nothing was tried. */
  readonly state: "working" | "failing" | "refused" | "quiet";
};

export type MethodMoney = {
  readonly method: string;
  /** The account at the provider, such as mpgs-cards. */
  readonly account: string;
  readonly currency: Currency;
  /** How many were taken. */
  readonly payments: number;
  /** What the payments brought. */
  readonly gross: Amount;
  /** What was given back in the period, of whichever payments. */
  readonly refunds: Amount;
  /** The part of gross that buyers paid as service fee. What providers keep is not known here. */
  readonly fees: Amount;
  /** gross without refunds and fees. */
  readonly net: SignedAmount;
  /** What the provider's own books say of the days of this month that were compared; null: nothing, or the account is the installation's, which serves other merchants as well, or several methods of this month share it. */
  readonly stated: {
    readonly taken: Amount | null;
    readonly givenBack: Amount | null;
    /** The last day of this month that was compared. */
    readonly through: Day;
  } | null;
};

/** As in GET /api/v1/reports/sales of the same days. */
export type MoneyIn = {
  readonly from: Day;
  readonly to: Day;
  /** One for each currency; none without money. */
  readonly totals: ReadonlyArray<{
    readonly currency: Currency;
    /** How many were taken. */
    readonly payments: number;
    /** What the payments brought. */
    readonly gross: Amount;
    /** What was given back in the period, of whichever payments. */
    readonly refunds: Amount;
    /** The part of gross that buyers paid as service fee. What providers keep is not known here. */
    readonly fees: Amount;
    /** gross without refunds and fees. */
    readonly net: SignedAmount;
  }>;
};

export type NationalAddress = {
  readonly street: string;
  readonly buildingNumber: string;
  readonly additionalNumber: string | null;
  readonly district: string;
  readonly postalCode: string;
  readonly city: string;
  readonly country: "SA";
};

export type NationalAddressEn = {
  readonly street: string;
  readonly district: string;
  readonly city: string;
};

export type NewAgreement = {
  readonly title: string;
  readonly text: string;
  /** The same terms for buyers whose page is in English; all buyers see the first text when left out. */
  readonly english?: {
    readonly title: string;
    readonly text: string;
  } | null;
  /** New invoices and product links that state no terms have this version from now on. */
  readonly isStandard?: boolean;
};

export type NewApiKey = {
  /** What you call it. */
  readonly name: string;
  /** read: look at everything that is sold; issue: sell; refund: give money back; manage: the account itself, its accounts at providers and its keys. */
  readonly scopes: ReadonlyArray<"read" | "issue" | "refund" | "manage">;
  /** From then on it is refused; in the future. */
  readonly expiresAt?: SentInstant;
};

export type NewAskedField = {
  /** By which your programs know the answer; the same after a change of the label. */
  readonly key: string;
  /** text: a line; number; choice: one of choices. */
  readonly type: "text" | "number" | "choice";
  readonly label: NewTextInTwoLanguages;
  readonly isRequired?: boolean;
  readonly choices?: ReadonlyArray<NewTextInTwoLanguages>;
};

/** The buyer chooses what to pay, instead of the product's price: for donations, top-ups, what is owed. In SAR, with VAT inside; the rate is that of the product or the link. One piece to an order, and no coupons. */
export type NewBuyerAmount = {
  /** More than zero. */
  readonly least: Amount;
  /** At least as much as least. */
  readonly most: Amount;
  /** Buttons beside the field, in this order; each within the bounds. */
  readonly suggested?: ReadonlyArray<Amount>;
};

/** By what the authorities know a buyer without a VAT number. */
export type NewBuyerIdentification = {
  readonly scheme: BuyerScheme;
  /** Letters and digits; spaces, dots, hyphens and slashes are left out. */
  readonly value: string;
};

/** Whom the invoice is for; at least a name, a legal name or a mobile. */
export type NewClient = {
  readonly name?: string;
  /** In national or international form; valid for countryCode. */
  readonly mobile?: string;
  /** Country of the mobile, ISO 3166 or a dial code; SA when left out. */
  readonly countryCode?: string;
  readonly email?: string;
  /** Of a buyer who is registered for VAT, in the country of postalAddress: 15 digits that begin and end with 3 in Saudi Arabia. */
  readonly vatNumber?: string;
  /** The registered name of a business; on the tax invoice in place of name. */
  readonly legalName?: string;
  readonly identification?: NewBuyerIdentification;
  /** A legal person, whatever else is known of it; decides the form of the tax invoice. */
  readonly isBusiness?: boolean;
  /** As one text; not enough for a standard tax invoice. */
  readonly address?: string;
  readonly postalAddress?: NewPostalAddress;
};

export type NewCoupon = {
  /** 3 to 32 Latin letters, digits, hyphens and underscores; letter case does not count. Any buyer who can guess it can use it. */
  readonly code: string;
  readonly discount: NewCouponDiscount;
  /** Good for this product only; for all of yours when left out. */
  readonly productId?: number;
  /** Orders that may use it in all; open orders count. */
  readonly usageLimit?: number;
  /** Orders of one mobile that may use it. */
  readonly usageLimitPerMobile?: number;
  readonly startsAt?: SentInstant;
  /** From then on it is not good; after startsAt. */
  readonly endsAt?: SentInstant;
};

/** Off the price of one piece, before the service fee; before VAT, too, unless the product's price includes it. It must leave something to pay. */
export type NewCouponDiscount = {
  readonly type: "FIXED" | "PERCENTAGE";
  /** FIXED: an amount in SAR off the price of one piece. PERCENTAGE: a percentage of it, less than 100. */
  readonly value: string;
};

export type NewDebitNote = {
  /** Why, as the note says it. */
  readonly reason: string;
  readonly lines: ReadonlyArray<NewDebitNoteLine>;
  /** As of invoices. */
  readonly pricesIncludeVat?: boolean;
};

export type NewDebitNoteCredit = {
  /** Why, as the credit note says it. */
  readonly reason: string;
  /** Lines of the debit note; left out: all that is left of it. */
  readonly lines?: ReadonlyArray<LineToRefund>;
};

export type NewDebitNoteLine = {
  readonly title: string;
  readonly description?: string;
  readonly quantity: Quantity;
  /** What quantity and unitPrice count; PCE, the piece, when left out. */
  readonly unit?: UnitCode;
  readonly unitPrice: Amount;
  /** VAT of this line; 15 % when left out. None is charged without a VAT number. */
  readonly vatRate?: Percent;
  /** Required with a vatRate of 0 when you have a VAT number, else not allowed. */
  readonly vatExemption?: VatExemption;
};

/** What is delivered once the order is paid: on its pages, and by e-mail to the confirmed address; a text, a file or both. Needs isDigital. No longer shown after a full refund. */
export type NewDigitalContent = {
  /** A licence key, instructions, a link; shown as it is, with its lines. The same for every buyer. */
  readonly text?: string;
  readonly fileId?: DigitalFileId;
};

/** At least a name, a legal name or a mobile. */
export type NewDirectoryClient = {
  readonly name?: string;
  /** In national or international form; valid for countryCode. */
  readonly mobile?: string;
  /** Country of the mobile, ISO 3166 or a dial code; SA when left out. */
  readonly countryCode?: string;
  readonly email?: string;
  /** Of a buyer who is registered for VAT, in the country of postalAddress: 15 digits that begin and end with 3 in Saudi Arabia. */
  readonly vatNumber?: string;
  /** The registered name of a business; on the tax invoice in place of name. */
  readonly legalName?: string;
  readonly identification?: NewBuyerIdentification;
  /** As one text; not enough for a standard tax invoice. */
  readonly address?: string;
  readonly postalAddress?: NewPostalAddress;
};

/** Off the whole invoice, before VAT (off the prices with VAT when pricesIncludeVat), spread over the lines. A fixed discount takes off at most everything; a total of zero is refused. */
export type NewDiscount = {
  readonly type: "FIXED" | "PERCENTAGE";
  /** FIXED: an amount in the invoice's currency. PERCENTAGE: a percentage, 0 to 100. */
  readonly value: string;
};

export type NewDocumentSeries = {
  /** Before the number, which has at least six digits. Never one that your documents had before. */
  readonly prefix: string;
  readonly firstNumber: number;
};

export type NewInvoice = {
  /** Your own number for this invoice; it need not be unique. */
  readonly externalOrderNumber?: string;
  /** Currency of all amounts; SAR when left out. */
  readonly currency?: Currency;
  readonly lines: ReadonlyArray<NewInvoiceLine>;
  readonly discount?: NewDiscount;
  /** unitPrice and a fixed discount are meant with VAT. Otherwise VAT comes on top. */
  readonly pricesIncludeVat?: boolean;
  /** The commission of your account is added to the unit prices. */
  readonly clientPaysFees?: boolean;
  readonly client?: NewClient;
  /** A client of your directory, in place of client: stated as it is there now. */
  readonly clientId?: number;
  /** When what is sold was or will be supplied, for the tax invoice; the day of payment when left out. */
  readonly supplyDate?: SentDay;
  /** The form of the tax invoice, if you have a VAT number; by law when left out: standard for exports and for legal persons (VAT number, identification of a legal person, isBusiness), else simplified. A simplified one is refused (standard_required) for exports, and to legal persons from SAR 1,000 on. */
  readonly taxForm?: "standard" | "simplified";
  /** Shown to the buyer. */
  readonly note?: string;
  /** Where the buyer is sent after paying; http(s), on a host registered for you. The order's number, status and a signature are added to it (docs/return-address.md). */
  readonly callbackUrl?: string;
  /** Where Cancel leads; like callbackUrl. */
  readonly cancelUrl?: string;
  /** Methods offered to the buyer; every one that can pay in the currency when left out. */
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>;
  /** Terms of sale that the buyer must accept before paying. Left out: your standard version, where you have one (PUT /api/v1/agreements/standard); null: none. */
  readonly agreement?: {
    readonly title: string;
    readonly text: string;
    /** The same terms for buyers whose page is in English; all buyers see the first text when left out. */
    readonly english?: {
      readonly title: string;
      readonly text: string;
    } | null;
  } | null;
  /** What the total is worth in another currency; shown beside it, never charged. Required, in SAR, for an invoice in another currency when you have a VAT number: its VAT is stated in riyals by this rate. */
  readonly foreignEquivalent?: {
    readonly currency: Currency;
    readonly amount: Amount;
  };
  /** Until when it should be paid, shown to the buyer; from today on. Paying is not refused after it: that is expiresAt. */
  readonly dueDate?: SentDay;
  /** From then on, paying is refused; in the future. */
  readonly expiresAt?: SentInstant;
  readonly metadata?: Metadata;
  /** Send the link to the client at once by each of these; empty: by none. Left out, it is sent as your settings say (PUT /api/v1/messages/settings). */
  readonly send?: ReadonlyArray<MessageChannel>;
  /** Language that the links of the answer open in and messages are in; the buyer's own when left out. */
  readonly language?: "ar" | "en";
};

export type NewInvoiceLine = {
  readonly title: string;
  readonly description?: string;
  readonly quantity: Quantity;
  /** What quantity and unitPrice count; PCE, the piece, when left out. */
  readonly unit?: UnitCode;
  readonly unitPrice: Amount;
  /** VAT of this line; 15 % when left out. None is charged without a VAT number. */
  readonly vatRate?: Percent;
  /** Required with a vatRate of 0 when you have a VAT number, else not allowed. */
  readonly vatExemption?: VatExemption;
  /** A picture of what is sold, uploaded before. */
  readonly imageId?: ImageId;
  /** Delivered by e-mail: the buyer confirms an e-mail address before paying. */
  readonly isDigital?: boolean;
  readonly digitalContent?: NewDigitalContent;
};

export type NewMerchantLogo = {
  readonly imageId: ImageId;
};

export type NewMessage = {
  /** reminder: reminder_after_due, or reminder_before_due where the day on which the invoice is due is still to come. It waits for the end of your quiet hours, and a buyer who has stopped your reminders gets none. While a payment of the invoice is under way or in doubt, or its surplus is not given back, it is refused (payment_in_progress), and one that waits is sent once that has ended, or left out 12 hours after it was made. */
  readonly kind: "payment_link" | "reminder" | "receipt" | "refund_notice" | "sadad_number" | "transfer_details";
  readonly channel: MessageChannel;
  /** An e-mail address, or a mobile with its country's code (+966…); the invoice's client when left out. Refused (`buyer_erased`) once the buyer's data are erased. */
  readonly to?: string;
  /** The buyer's own when left out. */
  readonly language?: "ar" | "en";
};

export type NewMessageSettings = {
  /** What goes to buyers by itself. */
  readonly automatic: {
    /** When an invoice is issued without `send`. */
    readonly paymentLink: boolean;
    /** When an invoice is paid. */
    readonly receipt: boolean;
    /** When money was given back. */
    readonly refundNotice: boolean;
  };
  /** Of what goes out by itself, in order of preference: the first that has an account and an address is used, and the next where it does not reach the buyer. */
  readonly channels: ReadonlyArray<MessageChannel>;
  /** In Riyadh. Reminders wait for their end; everything else goes out at once. */
  readonly quietHours: {
    readonly from: string;
    readonly until: string;
  } | null;
  readonly reminders: {
    /** So many days before an unpaid invoice is due. */
    readonly daysBefore: ReadonlyArray<number>;
    /** So many days after it was due, while it can still be paid. */
    readonly daysAfter: ReadonlyArray<number>;
  };
  /** Mails to yourself. */
  readonly notices: {
    readonly emails: ReadonlyArray<string>;
    readonly events: ReadonlyArray<"invoice.paid" | "invoice.refunded" | "refund.declined" | "payment.surplus" | "payment.unknown" | "invoice.expired" | "invoice.renewal_requested" | "return.requested">;
  };
};

export type NewMessageText = {
  /** Of an e-mail, and needed there. */
  readonly subject?: string;
  /** Facts stand in braces: {amount}. An e-mail also shows amount, numbers and the link by itself; an SMS says what is here alone. */
  readonly text: string;
};

/** Your address as the Saudi post registered it, in Arabic. */
export type NewNationalAddress = {
  readonly street: string;
  /** 4 digits. */
  readonly buildingNumber: string;
  /** 4 digits. */
  readonly additionalNumber?: string | null;
  readonly district: string;
  /** 5 digits. */
  readonly postalCode: string;
  readonly city: string;
  readonly country?: "SA";
};

/** The words of the address in English; its numbers are the same. */
export type NewNationalAddressEn = {
  readonly street: string;
  readonly district: string;
  readonly city: string;
};

export type NewPaymentByHand = {
  /** What you have received: dueTotal of the invoice, no more and no less. */
  readonly amount: Amount;
  readonly way: WayByHand;
  /** Such as the number on the slip of your terminal or of the transfer. */
  readonly reference?: string;
  /** For yourself; buyers do not see it. */
  readonly note?: string;
};

/** The buyer's address in parts. A standard tax invoice needs street, building number, district, postal code and city of a buyer in Saudi Arabia, street and city of one elsewhere. */
export type NewPostalAddress = {
  readonly street?: string;
  /** In Saudi Arabia 4 digits. */
  readonly buildingNumber?: string;
  /** In Saudi Arabia 4 digits. */
  readonly additionalNumber?: string;
  readonly district?: string;
  /** In Saudi Arabia 5 digits. */
  readonly postalCode?: string;
  readonly city?: string;
  /** ISO 3166; SA when left out. */
  readonly country?: string;
};

export type NewPrefill = {
  readonly name?: string;
  readonly mobile?: string;
  /** Of the mobile; SA when left out. */
  readonly countryCode?: string;
  /** The quantity that the page starts with. */
  readonly quantity?: number;
  /** What the field begins with, of a link whose buyer chooses; within its bounds. */
  readonly amount?: Amount;
  readonly couponCode?: string;
  /** Your own number; the order that the buyer makes has it, and they cannot change it. */
  readonly externalOrderNumber?: string;
  /** From then on the page opens empty; in the future. */
  readonly expiresAt?: SentInstant;
};

export type NewProduct = {
  readonly title: string;
  readonly description?: string | null;
  /** Of one piece, or other unit, in SAR; more than zero. Without VAT, or with it where priceIncludesVat is true. */
  readonly price: Amount;
  /** price is what its buyer pays for one piece, VAT inside; a FIXED coupon takes off as much of it. Otherwise VAT comes on top. */
  readonly priceIncludesVat?: boolean;
  /** null: the placeholder. */
  readonly imageId?: ImageId | null;
  /** How many can still be ordered, without those that open orders hold; null: stock is not counted. Setting it says how many are free now. */
  readonly stockQty?: number | null;
  /** What price and stock count; PCE is the piece. */
  readonly unit?: UnitCode;
  /** The product's own VAT rate; null: the product link's. */
  readonly vatRate?: Percent | null;
  /** Why vatRate is 0: required with it when you have a VAT number, else not allowed. */
  readonly vatExemption?: VatExemption | null;
  /** Delivered by e-mail: the buyer confirms an e-mail address before paying. */
  readonly isDigital?: boolean;
  /** What is delivered; orders that were made keep what they had. null: nothing. */
  readonly digitalContent?: NewDigitalContent | null;
};

export type NewProductLink = {
  readonly productId: number;
  /** The quantity that the page starts with. */
  readonly quantity?: number;
  /** VAT of a product without a rate of its own. None is charged without a VAT number. */
  readonly vatRate?: Percent;
  /** The commission of your account is added to the price. */
  readonly clientPaysFees?: boolean;
  /** Methods offered to the buyer; every supported one when left out. */
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>;
  /** Where the buyer is sent after paying; http(s), on a host registered for you. The order's number, status and a signature are added to it (docs/return-address.md). */
  readonly callbackUrl?: string;
  /** Where Cancel leads; like callbackUrl. */
  readonly cancelUrl?: string;
  /** Terms of sale that the buyer must accept before paying. Left out: your standard version, where you have one; null: none. */
  readonly agreement?: {
    readonly title: string;
    readonly text: string;
    /** The same terms for buyers whose page is in English; all buyers see the first text when left out. */
    readonly english?: {
      readonly title: string;
      readonly text: string;
    } | null;
  } | null;
  /** How long an order holds stock and coupon while it is not paid; then it is cancelled. Bills and transfers need more than the usual 30 minutes. */
  readonly holdMinutes?: number;
  /** So many orders and no more: paid ones, and those that still hold a place while they are not paid. Then the page says that it is sold out. */
  readonly maxPayments?: number;
  readonly buyerAmount?: NewBuyerAmount;
  /** What the buyer is asked beside name and mobile, in this order: the name for a cake, a size. The answers are in the order. */
  readonly askedFields?: ReadonlyArray<NewAskedField>;
  /** From then on, nothing is sold; in the future. */
  readonly expiresAt?: SentInstant;
};

export type NewQuote = {
  readonly invoice: QuotedInvoice;
  /** The last day of Riyadh on which it can be accepted: from today, a year ahead at most. */
  readonly validUntil: SentDay;
  /** So many days after it is accepted the invoice is due; left out: it has no due date. */
  readonly dueDays?: number;
};

export type NewQuoteMessage = {
  readonly channel: MessageChannel;
  /** An e-mail address, or a mobile with its country's code (+966…); the invoice's client when left out. Refused (`buyer_erased`) once the buyer's data are erased. */
  readonly to?: string;
  /** The buyer's own when left out. */
  readonly language?: "ar" | "en";
};

export type NewRecurringInvoice = {
  /** For yourself. */
  readonly name: string;
  readonly invoice: RepeatedInvoice;
  readonly every: "week" | "month" | "year";
  /** Every so many of them; 1 when left out. */
  readonly interval?: number;
  /** The first day, from today on. Later ones are counted from it: from the 31st, on the last day of shorter months. */
  readonly startsOn: SentDay;
  /** The hour of Riyadh at which it is issued; 9 when left out. */
  readonly hour?: number;
  /** The last day on which one may be issued; null: no such day. */
  readonly endsOn?: SentDay | null;
  /** How many are issued in all; left out: until it ends. */
  readonly times?: number;
  /** So many days after it is issued it is due; null: it has no due date. */
  readonly dueDays?: number | null;
};

export type NewRefund = {
  /** VAT included. Left out, without lines: all that has not been refunded yet. An amount alone is taken while all that is left of the invoice carries one VAT rate; else the lines must be named (lines_required). */
  readonly amount?: Amount;
  /** The lines that are given back. The credit note takes back their VAT, and the amount follows from them: send either lines or an amount. */
  readonly lines?: ReadonlyArray<LineToRefund>;
  /** Printed on the credit note. */
  readonly reason?: string;
  /** You have given this amount back yourself. Only for payments that no provider gives back, such as SADAD bills and bank transfers (refused without it: refund_not_supported), and where the provider has declined the last refund. */
  readonly byHand?: true;
};

/** By what the authorities know you; printed on tax invoices. */
export type NewSellerIdentification = {
  readonly scheme: SellerScheme;
  /** Letters and digits; spaces, dots, hyphens and slashes are left out. */
  readonly value: string;
};

export type NewSurplusRefund = {
  /** For yourself, such as the number of your transfer; no credit note is issued. */
  readonly reason?: string;
};

export type NewTextInTwoLanguages = {
  readonly ar: string;
  /** The Arabic text when left out. */
  readonly en?: string;
};

export type NewWebhookEndpoint = {
  /** https, at a public address; http and addresses of your own machine only outside `live`. */
  readonly url: string;
  readonly description?: string | null;
  /** Which events it gets; empty: all, also types that come later. */
  readonly types?: ReadonlyArray<EventType>;
  /** The newest when left out. */
  readonly version?: WebhookVersion;
  /** Headers of your own that the endpoint is asked with, at most 10; replaced as a whole. They are never shown again. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Numbers follow each other without a gap, and none is given twice. */
export type Numbering = {
  readonly taxInvoices: DocumentSeries;
  readonly creditNotes: DocumentSeries;
  readonly debitNotes: DocumentSeries;
};

export type NumberingChanges = {
  readonly taxInvoices?: NewDocumentSeries;
  readonly creditNotes?: NewDocumentSeries;
  readonly debitNotes?: NewDocumentSeries;
};

export type PaidMethod = "card" | "amex" | "stcpay" | "urpay" | "tamara" | "tabby" | "sadad" | "a2a" | "applepay" | "googlepay" | "cash" | "card_terminal" | "bank_transfer" | "other_way";

export type Payer = {
  readonly name: string | null;
  /** International form, +966551234567. */
  readonly mobile: string | null;
  readonly countryCode: string | null;
  /** Where the method asks for one; not confirmed. */
  readonly email: string | null;
};

/** The shape in which events are written out. */
export type PayloadVersion = "2026-11-22";

/** Money that pays the invoice; an invoice may have several. authorised: guaranteed and not collected yet; captured: taken; refunded: all of it was given back. */
export type Payment = {
  /** The attempt in `attempts` that brought it. */
  readonly attemptId: string;
  readonly method: string;
  /** Of the card. */
  readonly brand: string | null;
  readonly lastFour: string | null;
  readonly amount: Amount;
  readonly currency: Currency;
  /** What was given back of it. */
  readonly refundedAmount: Amount;
  readonly state: "in_flight" | "awaiting_buyer" | "offered" | "unknown" | "authorised" | "captured" | "declined" | "cancelled" | "expired" | "superseded" | "surplus" | "refunded";
  readonly startedAt: Instant;
  /** When the money was guaranteed. */
  readonly settledAt: Instant;
  readonly updatedAt: Instant;
};

/** One try to pay, also where its one-time code was sent again. Money is guaranteed in authorised and captured; unknown means that the provider has not answered yet and is being asked; surplus is money that came for a closed invoice or for a code that had been replaced, and is owed to the buyer. */
export type PaymentAttempt = {
  readonly id: string;
  readonly method: string;
  readonly state: "in_flight" | "awaiting_buyer" | "offered" | "unknown" | "authorised" | "captured" | "declined" | "cancelled" | "expired" | "superseded" | "surplus" | "refunded";
  /** Why it was declined. */
  readonly reason: "card_declined" | "insufficient_funds" | "expired_card" | "wrong_security_code" | "card_not_supported" | "three_ds_failed" | "three_ds_not_enabled" | "otp_wrong" | "otp_expired" | "limit_exceeded" | "rejected_by_provider" | "suspected_fraud" | "cancelled_by_buyer" | "other" | null;
  readonly amount: Amount;
  /** What the provider says to have received, where it is not amount: a part of a transfer so far, or too much. null: exactly amount, or nothing yet. */
  readonly receivedAmount: Amount | null;
  readonly card: {
    readonly brand: string | null;
    readonly lastFour: string | null;
  } | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

export type PaymentFailure = {
  readonly code: "card_declined" | "insufficient_funds" | "expired_card" | "wrong_security_code" | "card_not_supported" | "three_ds_failed" | "three_ds_not_enabled" | "otp_wrong" | "otp_expired" | "limit_exceeded" | "rejected_by_provider" | "suspected_fraud" | "cancelled_by_buyer" | "other" | "expired";
  /** For you, not for the buyer: what happened and what can be done. */
  readonly message: {
    readonly ar: string;
    readonly en: string;
  };
};

export type PaymentHit = {
  readonly type: "payment";
  readonly match: SearchMatch;
  readonly id: string;
  readonly orderNumber: string;
  readonly method: string;
  readonly state: "in_flight" | "awaiting_buyer" | "offered" | "unknown" | "authorised" | "captured" | "declined" | "cancelled" | "expired" | "superseded" | "surplus" | "refunded";
  readonly amount: Amount;
  readonly currency: Currency;
  readonly lastFour: string | null;
  readonly createdAt: Instant;
};

/** creditcard is Visa and Mastercard. */
export type PaymentMethod = "mada" | "creditcard" | "amex" | "stcpay" | "urpay" | "tamara" | "tabby" | "sadad" | "a2a" | "applepay" | "googlepay";

/** A percentage from 0 to 100 as a decimal text with at most two decimals. */
export type Percent = string;

export type PostalAddress = {
  readonly street: string | null;
  readonly buildingNumber: string | null;
  readonly additionalNumber: string | null;
  readonly district: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly country: string;
};

export type PrefilledLink = {
  /** The link's page with the buyer's fields filled in. Sealed: no buyer reads or changes what is in it. */
  readonly url: string;
};

/** A refusal as in RFC 9457. What was sent is never repeated in it. */
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The stable name of the refusal, for programs. New ones may be added. */
  readonly code: "malformed_json" | "malformed_request" | "idempotency_key_required" | "webhook_rejected" | "payment_declined" | "authentication_failed" | "three_ds_not_enabled" | "otp_wrong" | "otp_expired" | "unauthorized" | "forbidden" | "scope_missing" | "permission_missing" | "preview_read_only" | "reauthentication_required" | "signature_invalid" | "csrf_failed" | "origin_not_allowed" | "country_not_allowed" | "email_not_verified" | "email_code_wrong" | "not_found" | "order_not_found" | "product_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "payment_in_progress" | "attempts_used_up" | "email_codes_used_up" | "email_already_confirmed" | "order_already_paid" | "in_test_world" | "account_in_use" | "no_test_worlds" | "merchant_inactive" | "shop_not_approved" | "shop_not_ready" | "order_not_paid" | "nothing_to_deliver" | "order_cancelled" | "order_refunded" | "order_changed" | "invoice_of_link" | "reference_open" | "price_changed" | "quote_closed" | "recurring_over" | "quote_changed" | "return_answered" | "buyer_erased" | "out_of_stock" | "external_order_number_taken" | "idempotency_in_progress" | "refund_in_progress" | "payment_not_captured" | "payment_not_surplus" | "approval_pending" | "approval_over" | "approval_outdated" | "own_approval" | "tax_document_not_creditable" | "last_owner" | "last_factor" | "tax_document_not_rejected" | "tax_document_pending" | "tax_unit_held" | "tax_unit_missing" | "tax_certificate_refused" | "tax_onboarding_refused" | "tax_invoice_missing" | "link_expired" | "qr_expired" | "precondition_failed" | "body_too_large" | "uri_too_long" | "host_not_allowed" | "unsupported_media_type" | "validation_failed" | "agreement_required" | "client_required" | "method_not_allowed_for_order" | "amount_mismatch" | "amount_too_large" | "amount_not_taken" | "zero_total" | "quantity_invalid" | "coupon_invalid" | "url_not_allowed" | "validation_url_not_allowed" | "idempotency_key_reused" | "session_invalid" | "payment_token_invalid" | "direct_card_not_allowed" | "test_card_required" | "mada_not_allowed" | "credit_not_allowed" | "card_number_invalid" | "card_number_misplaced" | "expiry_year_invalid" | "expiry_month_invalid" | "security_code_invalid" | "english_name_required" | "refund_too_large" | "refund_not_supported" | "lines_required" | "seller_incomplete" | "standard_required" | "tax_document_refused" | "if_match_required" | "headers_too_large" | "rate_limited" | "too_many_attempts" | "otp_locked" | "internal" | "gateway_refused" | "gateway_unavailable" | "overloaded" | "service_unavailable" | "outcome_unknown";
  readonly error: string;
  readonly msg: string;
  readonly requestId: string;
  readonly reason?: string;
  readonly fields?: ReadonlyArray<{
    readonly path: string;
    readonly code: string;
    readonly message: string;
  }>;
  readonly retryAfter?: number;
  readonly otherMethods?: ReadonlyArray<string>;
};

export type Product = {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly price: Amount;
  readonly priceIncludesVat: boolean;
  readonly currency: Currency;
  readonly imageId: ImageId | null;
  /** Free now; null: not counted. */
  readonly stockQty: number | null;
  readonly unit: UnitCode;
  /** Held by open orders. */
  readonly heldQty: number;
  readonly vatRate: Percent | null;
  readonly vatExemption: VatExemption | null;
  readonly isDigital: boolean;
  readonly digitalContent: DigitalContent | null;
  readonly isArchived: boolean;
  readonly createdAt: Instant;
};

/** What is left out stays. Buyers who saw another price are notified before they order (409 price_changed). */
export type ProductChanges = {
  readonly title?: string;
  readonly description?: string | null;
  /** Of one piece, or other unit, in SAR; more than zero. Without VAT, or with it where priceIncludesVat is true. */
  readonly price?: Amount;
  /** price is what its buyer pays for one piece, VAT inside; a FIXED coupon takes off as much of it. Otherwise VAT comes on top. */
  readonly priceIncludesVat?: boolean;
  /** null: the placeholder. */
  readonly imageId?: ImageId | null;
  /** How many can still be ordered, without those that open orders hold; null: stock is not counted. Setting it says how many are free now. */
  readonly stockQty?: number | null;
  /** What price and stock count; PCE is the piece. */
  readonly unit?: UnitCode;
  /** The product's own VAT rate; null: the product link's. */
  readonly vatRate?: Percent | null;
  /** Why vatRate is 0: required with it when you have a VAT number, else not allowed. */
  readonly vatExemption?: VatExemption | null;
  /** Delivered by e-mail: the buyer confirms an e-mail address before paying. */
  readonly isDigital?: boolean;
  /** What is delivered; orders that were made keep what they had. null: nothing. */
  readonly digitalContent?: NewDigitalContent | null;
  /** An archived product is not sold: its links are not found. */
  readonly isArchived?: boolean;
};

export type ProductLink = {
  /** 12 characters. */
  readonly linkIdentity: string;
  /** The page, to be given to buyers. */
  readonly url: string;
  readonly productId: number;
  /** What is sold, as the product is now. */
  readonly product: {
    readonly title: string;
    readonly imageId: ImageId | null;
    /** Free now; null: not counted. */
    readonly stockQty: number | null;
    /** true: the link is not found, whatever its own state. */
    readonly isArchived: boolean;
  };
  readonly currency: Currency;
  /** What one piece costs its buyer now: with VAT, and with the service fee where clientPaysFees is true; null for more than can be paid at once, and where the buyer chooses. */
  readonly unitTotal: Amount | null;
  /** null: the product has its price, which the buyer pays. */
  readonly buyerAmount: BuyerAmount | null;
  readonly askedFields: ReadonlyArray<AskedField>;
  readonly sales: LinkSales;
  readonly quantity: number;
  readonly vatRate: Percent;
  readonly clientPaysFees: boolean;
  readonly allowedMethods: ReadonlyArray<PaymentMethod>;
  readonly callbackUrl: string | null;
  readonly cancelUrl: string | null;
  readonly agreement: {
    readonly version: number;
    readonly title: string;
    readonly text: string;
    readonly english: {
      readonly title: string;
      readonly text: string;
    } | null;
  } | null;
  readonly holdMinutes: number;
  /** null: as many as there is stock. */
  readonly maxPayments: number | null;
  /** How many are still free; null without a maximum. */
  readonly paymentsLeft: number | null;
  readonly isActive: boolean;
  readonly expiresAt: Instant | null;
  readonly createdAt: Instant;
};

/** What is left out stays; null takes away. Orders that were made are not changed. */
export type ProductLinkChanges = {
  /** The quantity that the page starts with. */
  readonly quantity?: number;
  /** VAT of a product without a rate of its own. None is charged without a VAT number. */
  readonly vatRate?: Percent;
  /** The commission of your account is added to the price. */
  readonly clientPaysFees?: boolean;
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>;
  readonly callbackUrl?: string | null;
  readonly cancelUrl?: string | null;
  readonly agreement?: {
    readonly title: string;
    readonly text: string;
    /** The same terms for buyers whose page is in English; all buyers see the first text when left out. */
    readonly english?: {
      readonly title: string;
      readonly text: string;
    } | null;
  } | null;
  /** How long an order holds stock and coupon while it is not paid; then it is cancelled. Bills and transfers need more than the usual 30 minutes. */
  readonly holdMinutes?: number;
  readonly maxPayments?: number | null;
  readonly buyerAmount?: NewBuyerAmount | null;
  /** What the buyer is asked beside name and mobile, in this order: the name for a cake, a size. The answers are in the order. */
  readonly askedFields?: ReadonlyArray<NewAskedField>;
  /** false: the link is not found. */
  readonly isActive?: boolean;
  readonly expiresAt?: SentInstant | null;
};

export type ProductLinkHit = {
  readonly type: "product_link";
  readonly match: SearchMatch;
  readonly linkIdentity: string;
  /** Of the product. */
  readonly title: string;
  readonly price: Amount;
  readonly currency: Currency;
  readonly createdAt: Instant;
};

export type ProviderAccount = {
  readonly method: string;
  /** Whose account payments go to: your own, or the installation's, in a test world the simulator's; null: the method is not offered. unusable: yours is for tests, which this environment does not take. */
  readonly account: "own" | "installation" | "unusable" | null;
  /** The lowest and highest amount in SAR that are offered the method: what you state and what the provider says. null: none are known. */
  readonly limits: {
    readonly lowestAmount: Amount | null;
    readonly highestAmount: Amount | null;
  } | null;
  /** The part of them that you state with your own account; null where you have none of the method. */
  readonly ownLimits: {
    readonly lowestAmount: Amount | null;
    readonly highestAmount: Amount | null;
  } | null;
  /** When your own settings were stored. */
  readonly updatedAt: Instant | null;
  /** To be entered in the portal of your own account's provider, so that it reports what was paid. It holds a secret. null where the provider has our address from us. */
  readonly webhookUrl: string | null;
  /** What an account of your own is made of, in the order of a form. Rarer settings, which have defaults, are in docs/operations.md. */
  readonly settings: ReadonlyArray<AccountSetting>;
};

/** The provider's settings for the method, as docs/operations.md lists them, and if you like `lowestAmount` and `highestAmount`, in SAR: what is outside is not offered the method. Stored encrypted. */
export type ProviderAccountSettings = Readonly<Record<string, unknown>>;

export type ProviderFees = {
  /** Without VAT, rounded for each payment. */
  readonly amount: Amount;
  /** 15% of it, rounded for each payment. */
  readonly vat: Amount;
};

/** A whole number, or with a fraction a decimal text of up to three decimals, never a float; more than zero and at most 100,000. Whole quantities are always answered as numbers. */
export type Quantity = number | string;

export type Quote = {
  /** 16 characters: the buyer's key to it. */
  readonly quoteNumber: string;
  /** Your own counting, as printed. */
  readonly number: string;
  readonly state: "open" | "expired" | "accepted" | "declined" | "withdrawn";
  readonly currency: Currency;
  /** With VAT. It is accepted for this, or not at all. */
  readonly total: Amount;
  readonly clientName: string | null;
  readonly validUntil: Day;
  readonly dueDays: number | null;
  readonly createdAt: Instant;
  readonly decidedAt: Instant | null;
  readonly decidedBy: "buyer" | "shop" | null;
  /** Of the invoice that it has become. */
  readonly orderNumber: string | null;
  /** The page on which the buyer reads, accepts or declines it. */
  readonly url: string;
  /** As it was given. */
  readonly invoice: Readonly<Record<string, unknown>>;
  /** Opens WhatsApp on your own phone with a message that has the quote's address; null once it cannot be accepted. */
  readonly whatsappLink: {
    readonly ar: string;
    readonly en: string;
  } | null;
};

export type QuoteSummary = {
  /** 16 characters: the buyer's key to it. */
  readonly quoteNumber: string;
  /** Your own counting, as printed. */
  readonly number: string;
  readonly state: "open" | "expired" | "accepted" | "declined" | "withdrawn";
  readonly currency: Currency;
  /** With VAT. It is accepted for this, or not at all. */
  readonly total: Amount;
  readonly clientName: string | null;
  readonly validUntil: Day;
  readonly dueDays: number | null;
  readonly createdAt: Instant;
  readonly decidedAt: Instant | null;
  readonly decidedBy: "buyer" | "shop" | null;
  /** Of the invoice that it has become. */
  readonly orderNumber: string | null;
  /** The page on which the buyer reads, accepts or declines it. */
  readonly url: string;
};

/** The invoice that the quote becomes, as POST /api/v1/invoices takes it. */
export type QuotedInvoice = {
  /** Your own number for this invoice; it need not be unique. */
  readonly externalOrderNumber?: string;
  /** Currency of all amounts; SAR when left out. */
  readonly currency?: Currency;
  readonly lines: ReadonlyArray<NewInvoiceLine>;
  readonly discount?: NewDiscount;
  /** unitPrice and a fixed discount are meant with VAT. Otherwise VAT comes on top. */
  readonly pricesIncludeVat?: boolean;
  /** The commission of your account is added to the unit prices. */
  readonly clientPaysFees?: boolean;
  readonly client?: NewClient;
  /** A client of your directory, in place of client: stated as it is there now. */
  readonly clientId?: number;
  /** The form of the tax invoice, if you have a VAT number; by law when left out: standard for exports and for legal persons (VAT number, identification of a legal person, isBusiness), else simplified. A simplified one is refused (standard_required) for exports, and to legal persons from SAR 1,000 on. */
  readonly taxForm?: "standard" | "simplified";
  /** Shown to the buyer. */
  readonly note?: string;
  /** Where the buyer is sent after paying; http(s), on a host registered for you. The order's number, status and a signature are added to it (docs/return-address.md). */
  readonly callbackUrl?: string;
  /** Where Cancel leads; like callbackUrl. */
  readonly cancelUrl?: string;
  /** Methods offered to the buyer; every one that can pay in the currency when left out. */
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>;
  /** Terms of sale that the buyer must accept before paying. Left out: your standard version, where you have one (PUT /api/v1/agreements/standard); null: none. */
  readonly agreement?: {
    readonly title: string;
    readonly text: string;
    /** The same terms for buyers whose page is in English; all buyers see the first text when left out. */
    readonly english?: {
      readonly title: string;
      readonly text: string;
    } | null;
  } | null;
  /** What the total is worth in another currency; shown beside it, never charged. Required, in SAR, for an invoice in another currency when you have a VAT number: its VAT is stated in riyals by this rate. */
  readonly foreignEquivalent?: {
    readonly currency: Currency;
    readonly amount: Amount;
  };
  readonly metadata?: Metadata;
  /** Language that the links of the answer open in and messages are in; the buyer's own when left out. */
  readonly language?: "ar" | "en";
};

export type ReconciliationReport = {
  readonly from: SentDay;
  /** The last day, which is part of the period of at most 366. Days of Riyadh. */
  readonly to: SentDay;
  readonly days: ReadonlyArray<{
    readonly day: Day;
    /** null: not yet. */
    readonly comparedAt: Instant | null;
    /** Every payment could be compared, of all merchants. */
    readonly isComplete: boolean;
  }>;
  /** Of accounts of your own. An account of the installation is compared for all of its merchants together. */
  readonly sums: ReadonlyArray<ComparedSum>;
  /** Newest day first. */
  readonly rows: ReadonlyArray<ComparedDay>;
  /** Of all of your payments, newest first, each as it was found; at most 1,000. */
  readonly differences: ReadonlyArray<FoundDifference>;
};

export type RecurringInvoice = {
  readonly id: number;
  readonly name: string;
  readonly state: "active" | "paused" | "ended";
  readonly every: "week" | "month" | "year";
  readonly interval: number;
  readonly startsOn: Day;
  readonly hour: number;
  readonly endsOn: Day | null;
  readonly times: number | null;
  readonly dueDays: number | null;
  /** The next day on which one is issued; null while none is. */
  readonly nextDay: Day | null;
  /** How many were issued so far. */
  readonly issued: number;
  readonly currency: Currency;
  /** What one came to when this was made or changed last. */
  readonly total: Amount;
  readonly clientName: string | null;
  /** Why the last one was not issued, by the code of the refusal, and when it is tried again. */
  readonly problem: {
    readonly code: string;
    readonly retryAt: Instant | null;
  } | null;
  readonly createdAt: Instant;
  /** As it was given. */
  readonly invoice: Readonly<Record<string, unknown>>;
  /** The outcome of the last days, newest first; 24 at most. */
  readonly days: ReadonlyArray<{
    readonly day: Day;
    readonly state: "issued" | "skipped";
    readonly orderNumber: string | null;
  }>;
};

/** What is left out stays. What was issued is not changed. */
export type RecurringInvoiceChanges = {
  /** For yourself. */
  readonly name?: string;
  readonly invoice?: RepeatedInvoice;
  /** The hour of Riyadh at which it is issued; 9 when left out. */
  readonly hour?: number;
  /** The last day on which one may be issued; null: no such day. */
  readonly endsOn?: SentDay | null;
  /** So many days after it is issued it is due; null: it has no due date. */
  readonly dueDays?: number | null;
};

export type RecurringInvoiceSummary = {
  readonly id: number;
  readonly name: string;
  readonly state: "active" | "paused" | "ended";
  readonly every: "week" | "month" | "year";
  readonly interval: number;
  readonly startsOn: Day;
  readonly hour: number;
  readonly endsOn: Day | null;
  readonly times: number | null;
  readonly dueDays: number | null;
  /** The next day on which one is issued; null while none is. */
  readonly nextDay: Day | null;
  /** How many were issued so far. */
  readonly issued: number;
  readonly currency: Currency;
  /** What one came to when this was made or changed last. */
  readonly total: Amount;
  readonly clientName: string | null;
  /** Why the last one was not issued, by the code of the refusal, and when it is tried again. */
  readonly problem: {
    readonly code: string;
    readonly retryAt: Instant | null;
  } | null;
  readonly createdAt: Instant;
};

export type Refund = {
  readonly id: string;
  /** false: of a test world, or of an installation for tests; no real money is paid or given back. */
  readonly livemode: boolean;
  readonly orderNumber: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** refunded: the provider has given the money back. declined: it refused; nothing was given back. All others: not answered yet; Wasl keeps asking and never refunds twice. */
  readonly state: "in_flight" | "unknown" | "pending" | "refunded" | "declined";
  /** What it gives back of each line of the invoice, VAT included. */
  readonly lines: ReadonlyArray<{
    readonly position: number;
    /** Null where an amount was given back. */
    readonly quantity: Quantity | null;
    readonly amount: Amount;
  }>;
  readonly reason: string | null;
  /** You gave it back yourself; no provider was asked. */
  readonly byHand: boolean;
  /** It gives back surplus, which is no part of the invoice's own sums; no credit note is issued. */
  readonly ofSurplus: boolean;
  /** Newest first, at most twenty. */
  readonly tries: ReadonlyArray<RefundTry>;
  /** Issued with the refund of an invoice that has a tax invoice, once it is refunded. */
  readonly creditNote: {
    readonly number: string;
    /** The PDF file for the buyer; null when your theme hides tax invoices from buyers. */
    readonly url: string | null;
  } | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

/** A refund above a limit: it is made once a second person, in the console, has approved it. */
export type RefundApproval = {
  readonly id: string;
  /** false: of a test world, or of an installation for tests; no real money is paid or given back. */
  readonly livemode: boolean;
  readonly orderNumber: string;
  readonly clientName: string | null;
  /** requested: nothing was given back yet. approved: a second person agreed, and refund has its outcome. refused, withdrawn, expired: nothing was given back by it; ask for the refund again if it is still wanted. It expires, too, once other refunds have left less than it asks for: look at the invoice first. */
  readonly state: "requested" | "approved" | "refused" | "withdrawn" | "expired";
  readonly amount: Amount;
  readonly currency: Currency;
  /** The lines that were asked for; empty where an amount was. */
  readonly lines: ReadonlyArray<{
    readonly position: number;
    readonly quantity: Quantity | null;
    readonly amount: Amount | null;
  }>;
  readonly reason: string | null;
  readonly byHand: boolean;
  /** Which of your limits it goes above. */
  readonly limit: "per_invoice" | "per_day";
  readonly requestedBy: Caller;
  /** You asked for it: you may withdraw it, and not decide it. */
  readonly isYours: boolean;
  readonly createdAt: Instant;
  /** Decided by then, or it expires; earlier where less is left than it asks for. */
  readonly expiresAt: Instant;
  readonly endedBy: Caller | null;
  readonly endedAt: Instant | null;
  /** Why it was refused. */
  readonly note: string | null;
  readonly refund: {
    readonly id: string;
    readonly state: "in_flight" | "unknown" | "pending" | "refunded" | "declined";
  } | null;
};

export type RefundLimits = {
  /** In SAR: what one person or key gives back of one invoice alone. Null: any amount. */
  readonly perInvoice: Amount | null;
  /** The same on one day in Riyadh, over all invoices. */
  readonly perDay: Amount | null;
  /** To whom: roles of people, or the shop's keys. Refunds in other currencies always need a second person then. */
  readonly appliesTo: ReadonlyArray<"owner" | "manager" | "key">;
};

/** One time that the provider was asked for a refund. */
export type RefundTry = {
  readonly sentAt: Instant;
  readonly answeredAt: Instant;
  readonly outcome: "refunded" | "declined" | "pending" | "not_sent" | "unknown";
  /** The provider's reference or code, or in a few words why its answer is not known. */
  readonly detail: string | null;
};

export type RemovedInvoiceDraft = {
  readonly id: string;
};

/** What is issued each time, as POST /api/v1/invoices takes it. `send` says by which channels it goes out. */
export type RepeatedInvoice = {
  /** Your own number for this invoice; it need not be unique. */
  readonly externalOrderNumber?: string;
  /** Currency of all amounts; SAR when left out. */
  readonly currency?: Currency;
  readonly lines: ReadonlyArray<NewInvoiceLine>;
  readonly discount?: NewDiscount;
  /** unitPrice and a fixed discount are meant with VAT. Otherwise VAT comes on top. */
  readonly pricesIncludeVat?: boolean;
  /** The commission of your account is added to the unit prices. */
  readonly clientPaysFees?: boolean;
  readonly client?: NewClient;
  /** A client of your directory, in place of client: stated as it is there now. */
  readonly clientId?: number;
  /** The form of the tax invoice, if you have a VAT number; by law when left out: standard for exports and for legal persons (VAT number, identification of a legal person, isBusiness), else simplified. A simplified one is refused (standard_required) for exports, and to legal persons from SAR 1,000 on. */
  readonly taxForm?: "standard" | "simplified";
  /** Shown to the buyer. */
  readonly note?: string;
  /** Where the buyer is sent after paying; http(s), on a host registered for you. The order's number, status and a signature are added to it (docs/return-address.md). */
  readonly callbackUrl?: string;
  /** Where Cancel leads; like callbackUrl. */
  readonly cancelUrl?: string;
  /** Methods offered to the buyer; every one that can pay in the currency when left out. */
  readonly allowedMethods?: ReadonlyArray<PaymentMethod>;
  /** Terms of sale that the buyer must accept before paying. Left out: your standard version, where you have one (PUT /api/v1/agreements/standard); null: none. */
  readonly agreement?: {
    readonly title: string;
    readonly text: string;
    /** The same terms for buyers whose page is in English; all buyers see the first text when left out. */
    readonly english?: {
      readonly title: string;
      readonly text: string;
    } | null;
  } | null;
  /** What the total is worth in another currency; shown beside it, never charged. Required, in SAR, for an invoice in another currency when you have a VAT number: its VAT is stated in riyals by this rate. */
  readonly foreignEquivalent?: {
    readonly currency: Currency;
    readonly amount: Amount;
  };
  readonly metadata?: Metadata;
  /** Send the link to the client at once by each of these; empty: by none. Left out, it is sent as your settings say (PUT /api/v1/messages/settings). */
  readonly send?: ReadonlyArray<MessageChannel>;
  /** Language that the links of the answer open in and messages are in; the buyer's own when left out. */
  readonly language?: "ar" | "en";
};

export type ReturnAnswer = {
  readonly answer: "accept" | "decline";
  /** To the buyer, who reads it on the invoice's page; needed where you decline. Refused (`buyer_erased`) once the buyer's data are erased. */
  readonly words?: string;
};

export type ReturnReason = "changed_mind" | "damaged" | "wrong_item" | "not_as_described" | "not_arrived" | "other";

export type ReturnRequest = {
  readonly id: number;
  /** false: of a test world, or of an installation for tests; no real money is paid or given back. */
  readonly livemode: boolean;
  readonly orderNumber: string;
  readonly buyer: {
    readonly name: string | null;
    /** What the buyer has written; null also once the buyer's data are erased. */
    readonly words: string | null;
    /** The buyer's data are erased: the request is answered without words, also where you decline. */
    readonly isErased: boolean;
  };
  readonly state: ReturnState;
  readonly reason: ReturnReason;
  /** Which lines, by their place from 1, and how much of each; empty: the whole invoice. */
  readonly lines: ReadonlyArray<{
    readonly position: number;
    readonly quantity: Quantity;
  }>;
  /** In which the buyer has asked. */
  readonly language: "ar" | "en";
  readonly createdAt: Instant;
  readonly answeredAt: Instant | null;
  readonly withdrawnAt: Instant | null;
  /** Your words, which the buyer reads on the page. */
  readonly answer: string | null;
};

export type ReturnSecret = {
  /** The key of the HMAC-SHA256 in `signature` of the addresses at which buyers come back to you; all of the text, as it is. For your server alone. */
  readonly secret: string;
  readonly since: Instant;
};

export type ReturnSecretReplacement = {
  /** `since` of the secret that is to go. When another one is in force by now, nothing is replaced: the same request sent twice is harmless. */
  readonly replaces: SentInstant;
};

/** requested: it waits for your answer. accepted: you take it back; give the money back by a refund of the invoice. declined: you do not. withdrawn: the buyer has taken it back before you answered. */
export type ReturnState = "requested" | "accepted" | "declined" | "withdrawn";

/** Payments by when they were paid, refunds by when they were done. Surplus, which is no invoice's, is in neither. */
export type SalesReport = {
  readonly from: SentDay;
  /** The last day, which is part of the period of at most 366. Days of Riyadh. */
  readonly to: SentDay;
  readonly rows: ReadonlyArray<SalesRow>;
  /** One for each currency. */
  readonly totals: ReadonlyArray<{
    readonly currency: Currency;
    /** How many were taken. */
    readonly payments: number;
    /** What the payments brought. */
    readonly gross: Amount;
    /** What was given back in the period, of whichever payments. */
    readonly refunds: Amount;
    /** The part of gross that buyers paid as service fee. What providers keep is not known here. */
    readonly fees: Amount;
    /** gross without refunds and fees. */
    readonly net: SignedAmount;
  }>;
};

export type SalesRow = {
  /** The day or the month in Riyadh; null when by is method. */
  readonly period: string | null;
  readonly method: string;
  /** The account at the provider, such as mpgs-cards. */
  readonly account: string;
  readonly currency: Currency;
  /** How many were taken. */
  readonly payments: number;
  /** What the payments brought. */
  readonly gross: Amount;
  /** What was given back in the period, of whichever payments. */
  readonly refunds: Amount;
  /** The part of gross that buyers paid as service fee. What providers keep is not known here. */
  readonly fees: Amount;
  /** gross without refunds and fees. */
  readonly net: SignedAmount;
};

export type SearchHit = unknown;

/** What of it fits the text. name: of the client. title: of the product. card: the last four digits of the card that paid. */
export type SearchMatch = "order_number" | "external_number" | "link" | "payment_id" | "email" | "mobile" | "name" | "title" | "amount" | "card";

export type SearchRequest = {
  /** The number of an invoice or your own number of it; the address of an invoice or of a product link; the id of a payment; an e-mail address; four or more of the last digits of a mobile, or all of it, in any writing: 4567, 0551234567, +966 55 123 4567, ٠٥٥١٢٣٤٥٦٧; words of the client's name or of a product's title, or how they begin, in any spelling: احمد finds أَحْمَد, عتيبي finds العتيبي; an amount: 345, ٣٤٥٫٠٠; the last four digits of a card. */
  readonly query: string;
  /** How many hits at most; 10 when left out. */
  readonly limit?: number;
  /** Hits of these types alone; of all when left out. */
  readonly types?: ReadonlyArray<"invoice" | "payment" | "client" | "product_link">;
};

export type SearchResult = {
  /** The closest first; of equals the newest. */
  readonly hits: ReadonlyArray<SearchHit>;
};

export type SellerFact = "legalName" | "identification" | "nationalAddress";

export type SellerIdentification = {
  readonly scheme: SellerScheme;
  readonly value: string;
};

/** CRN: commercial registration, 10 digits. 700: unified number, 10 digits from 7. MOM, MLS, SAG: licences of the ministries of municipalities, of human resources, of investment. OTH: any other. */
export type SellerScheme = "700" | "CRN" | "MOM" | "MLS" | "SAG" | "OTH";

/** A day of the Gregorian calendar, in Riyadh, from 1900-01-01 to 2999-12-31. */
export type SentDay = Day;

/** An RFC 3339 instant with an offset, in the years 1 to 9999 of UTC. */
export type SentInstant = Instant;

/** An amount of money as a decimal text, with a minus where it is less than zero. */
export type SignedAmount = string;

export type SmsPreview = {
  /** reminder: reminder_after_due, or reminder_before_due where the day on which the invoice is due is still to come. It waits for the end of your quiet hours, and a buyer who has stopped your reminders gets none. While a payment of the invoice is under way or in doubt, or its surplus is not given back, it is refused (payment_in_progress), and one that waits is sent once that has ended, or left out 12 hours after it was made. */
  readonly kind: "payment_link" | "reminder" | "receipt" | "refund_notice" | "sadad_number" | "transfer_details";
  readonly language: "ar" | "en";
  readonly text: string;
  /** One Arabic letter makes the whole text UCS_2. */
  readonly encoding: "GSM_7" | "UCS_2";
  /** As the network counts them: some signs cost two. */
  readonly letters: number;
  /** How many messages are paid for: one takes 160 letters of GSM_7 or 70 of UCS_2; of several, each takes 153 or 67. */
  readonly parts: number;
};

export type StandardAgreement = {
  readonly version: number | null;
};

export type StatementBalance = {
  readonly currency: Currency;
  /** Before the first day. */
  readonly opening: SignedAmount;
  /** The sum of the period. */
  readonly debit: Amount;
  /** The sum of the period. */
  readonly credit: Amount;
  /** After the last day. */
  readonly closing: SignedAmount;
};

export type StatementEntry = {
  /** Stays the same in every statement. */
  readonly entryId: string;
  readonly at: Instant;
  /** invoice: issued (debit). payment: for an invoice (credit). surplus: money that is no invoice's (credit). refund: given back (debit), and taken off the invoice (credit); of surplus the first alone. cancelled: the invoice is owed no longer (credit). expired: the invoice is owed no longer (credit). paid_late: one that had expired was paid, and is owed again with that payment (debit). */
  readonly kind: "invoice" | "payment" | "surplus" | "refund" | "cancelled" | "expired" | "paid_late";
  readonly orderNumber: string;
  readonly externalOrderNumber: string | null;
  /** The id of the payment or of the refund. */
  readonly reference: string | null;
  readonly currency: Currency;
  /** What the client owes more. */
  readonly debit: Amount;
  /** What the client owes less. */
  readonly credit: Amount;
  /** What the client owes in this currency after the entry; below zero: what you owe the client. */
  readonly balance: SignedAmount;
};

export type TaxAuthorityFinding = {
  /** The authority's own. */
  readonly code: string;
  /** In the authority's words, in whichever language it answers. */
  readonly text: string;
};

export type TaxDocument = {
  readonly number: string;
  readonly issuedAt: Instant;
  /** The PDF file for the buyer; null when your theme hides tax invoices from buyers. */
  readonly url: string | null;
  /** null unless you were in phase 2 of e-invoicing when it was issued. */
  readonly submission: TaxSubmission | null;
};

export type TaxDocumentKind = "tax_invoice" | "credit_note" | "debit_note";

/** How a tax document stands with the tax authority. */
export type TaxSubmission = {
  /** awaiting_clearance: not to be handed out yet, its PDF file says so; rejected: it is not valid, and needs a corrected one in its place (POST /api/v1/tax-documents/{number}/correct). */
  readonly state: "awaiting_report" | "awaiting_clearance" | "reported" | "cleared" | "rejected";
  /** When it must have been reported at the latest. */
  readonly deadlineAt: Instant | null;
  /** When the authority was last heard, or had been silent too long. */
  readonly answeredAt: Instant | null;
  readonly errors: ReadonlyArray<TaxAuthorityFinding>;
  readonly warnings: ReadonlyArray<TaxAuthorityFinding>;
};

export type TaxUnit = {
  /** Its own number, in its certificate. */
  readonly serial: string;
  /** Whose documents count is production alone. */
  readonly environment: "sandbox" | "simulation" | "production";
  /** new: has no certificate yet. active: stamps and sends. stopped: stamps, and what it stamps waits. held: does neither, since the database came from a backup, or the operator wants it so. closed: another took its place, and it sends the rest. */
  readonly state: "new" | "active" | "stopped" | "held" | "closed";
  /** null before it has one. */
  readonly certificateEndsAt: Instant | null;
  /** Documents in its chain. */
  readonly stamped: number;
  readonly submissions: {
    /** Stamped, and not taken by the authority yet. */
    readonly open: number;
    /** Reported or cleared. */
    readonly accepted: number;
    /** Rejected, with no corrected one in their place. */
    readonly rejected: number;
  };
  /** How far the way to its certificate, or to the next one, has gone; null when none is under way. */
  readonly step: "asked" | "certified" | "proven" | null;
  readonly stopReason: "certificate_refused" | "rejected_in_a_row" | null;
  /** finish_onboarding, renew, finish_renewal: with a code of the authority's portal. correct_and_retry: correct what was rejected, then POST /api/v1/tax-units/retry. ask_operator: only the operator of this installation releases it. */
  readonly nextStep: "finish_onboarding" | "ask_operator" | "correct_and_retry" | "renew" | "finish_renewal" | null;
};

export type TaxUnitToOnboard = {
  /** The code of six digits that you make in the authority's Fatoora portal; good for an hour, and once. */
  readonly otp: string;
  /** Of the branch; of a VAT group, the member's TIN of ten digits. The city when left out. */
  readonly branch?: string;
  /** What you do, in a word or two. */
  readonly businessCategory?: string;
  /** Forget the steps that are done and begin with a new request. */
  readonly startsAnew?: boolean;
  readonly environment?: "sandbox" | "simulation" | "production";
};

export type TaxUnitToRenew = {
  /** The code of six digits that you make in the authority's Fatoora portal; good for an hour, and once. */
  readonly otp: string;
  /** Of the branch; of a VAT group, the member's TIN of ten digits. The city when left out. */
  readonly branch?: string;
  /** What you do, in a word or two. */
  readonly businessCategory?: string;
  /** Forget the steps that are done and begin with a new request. */
  readonly startsAnew?: boolean;
};

export type TaxUnits = {
  /** 0: no tax invoices, for want of a VAT number. 1: tax invoices without stamps. 2: stamped ones. */
  readonly phase: 0 | 1 | 2;
  /** Paid invoices that wait for their tax invoice. */
  readonly waitingTaxInvoices: number;
  /** Which of the authority's systems this account may be connected to, the usual one first. */
  readonly environments: ReadonlyArray<"sandbox" | "simulation" | "production">;
  readonly items: ReadonlyArray<TaxUnit>;
};

export type TestWorld = {
  /** Of the test world, a merchant of its own. */
  readonly username: string;
  readonly isNew: boolean;
  readonly key: CreatedApiKey;
};

export type TestWorldRequest = {
  /** true: an existing test world gets your name, legal party, contact, theme, logo, standard terms of sale, words of messages and settings as they are now. A new one always gets them. */
  readonly copyFromLive?: boolean;
  /** What the key is called. */
  readonly keyName?: string;
};

export type TextInTwoLanguages = {
  readonly ar: string;
  readonly en: string;
};

/** The values that are set. */
export type Theme = {
  readonly primaryColor?: string;
  readonly primaryLightColor?: string;
  readonly primaryHoverColor?: string;
  readonly secondaryColor?: string;
  readonly showLogo?: "wasl" | "merchant";
  readonly showPaymentMethods?: boolean;
  readonly hideClientAddress?: boolean;
  readonly hideInvoiceSummery?: boolean;
  readonly hideVatInvoice?: boolean;
  readonly currencyStyle?: "sign" | "letters";
  readonly hijriDates?: boolean;
  readonly digits?: "latin" | "arabic";
  readonly showAmountInPreview?: boolean;
  readonly defaultLanguage?: "ar" | "en";
  readonly textColor?: string;
  readonly buttonHoverTextColor?: string;
  readonly backgroundColor?: string;
  readonly foregroundColor?: string;
  readonly progressModalBackground?: string;
  readonly fontUrl?: string | null;
  readonly fontFamily?: string | null;
  readonly titlePanelBackground?: string;
  readonly paymentFormBackground?: string;
  readonly buttonTextColor?: string;
  readonly paymentDeclineColor?: string;
  readonly paymentApprovedColor?: string;
  readonly invoiceHeaderTextColor?: string;
};

export type ThemeFonts = {
  /** Fonts that devices have, for fontFamily. */
  readonly families: ReadonlyArray<string>;
  /** Font files that this installation allows, for fontUrl. */
  readonly urls: ReadonlyArray<string>;
};

export type ThemePreview = {
  /** Addresses of your buyers' pages in this theme, without scripts and with made-up goods; your console alone may frame them. Add lang=ar or en, and scheme=light or dark, to the query. */
  readonly pages: {
    readonly payment: string;
    readonly invoice: string;
    readonly product: string;
    readonly paid: string;
    readonly declined: string;
  };
  /** Colours that could not be read as you named them, and what pages show in their place. */
  readonly repairs: ReadonlyArray<ThemeRepair>;
  /** When the addresses end. */
  readonly expiresAt: Instant;
};

export type ThemeRepair = {
  /** The colour that you named. */
  readonly setting: string;
  /** Where pages show another one in its place. */
  readonly part: "button" | "button_hover" | "link" | "link_in_dark" | "text" | "text_on_page" | "text_on_panel" | "heading" | "form" | "dialog";
  readonly given: string;
  readonly shown: string;
  /** What it is read against, or what is read on it. */
  readonly against: string;
  /** Of the colour that you named, 1 to 21; 4.5 is needed. */
  readonly contrast: number;
};

/** What is left out has its default. Colours are shown as given, but text, buttons and links are made darker or lighter where they could not be read (contrast of 4.5). */
export type ThemeSettings = {
  readonly primaryColor?: string;
  readonly primaryLightColor?: string;
  readonly primaryHoverColor?: string;
  readonly secondaryColor?: string;
  readonly textColor?: string;
  readonly backgroundColor?: string;
  readonly foregroundColor?: string;
  readonly progressModalBackground?: string;
  readonly titlePanelBackground?: string;
  readonly paymentFormBackground?: string;
  readonly buttonTextColor?: string;
  readonly buttonHoverTextColor?: string;
  readonly invoiceHeaderTextColor?: string;
  readonly paymentDeclineColor?: string;
  readonly paymentApprovedColor?: string;
  /** Whose logo stands at the top; wasl when left out. */
  readonly showLogo?: "wasl" | "merchant";
  /** Whether the logos of payment methods are shown; true when left out. */
  readonly showPaymentMethods?: boolean;
  readonly hideClientAddress?: boolean;
  readonly hideInvoiceSummery?: boolean;
  readonly hideVatInvoice?: boolean;
  /** The riyal beside amounts as its sign or in letters (SAR, ريال); sign when left out. */
  readonly currencyStyle?: "sign" | "letters";
  /** Whether the dates of an invoice have the Hijri day (Umm al-Qura) beside the Gregorian one, on pages and papers; false when left out. */
  readonly hijriDates?: boolean;
  /** The shapes of digits in amounts and dates of Arabic pages; latin when left out. What is copied stays in Latin digits, and papers, codes and what buyers type have them. */
  readonly digits?: "latin" | "arabic";
  /** Whether the preview that messengers draw of an invoice's link says the amount; false when left out. */
  readonly showAmountInPreview?: boolean;
  /** ar when left out. */
  readonly defaultLanguage?: "ar" | "en";
  /** A font file out of the installation's list, which pages then load; fontFamily is used until it is there. */
  readonly fontUrl?: string;
  /** A font that devices have; where one is missing, the usual font is used. */
  readonly fontFamily?: "Arial" | "Geeza Pro" | "Noto Kufi Arabic" | "Noto Naskh Arabic" | "Noto Sans Arabic" | "SF Arabic" | "Segoe UI" | "Tahoma";
};

export type ThemeToTry = {
  readonly theme: ThemeSettings;
  /** An uploaded picture in place of your logo, null for none; your logo when left out. */
  readonly imageId?: string | null;
};

export type ThemeVersion = {
  readonly version: number;
  readonly savedAt: Instant;
  readonly isCurrent: boolean;
  /** As they were saved. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The logo beside them; null: none. */
  readonly imageId: string | null;
};

export type TriedAccount = {
  readonly method: string;
  /** answers: the provider is there and knows the account. no_answer: it could not be reached, or refuses the account. no_account: there is none to ask. */
  readonly state: "answers" | "no_answer" | "no_account";
  readonly triedAt: Instant;
};

/** A unit of measure, by its code of UN/ECE Recommendation 20. */
export type UnitCode = "PCE" | "SET" | "PR" | "DZN" | "XPK" | "XBX" | "XCT" | "XBG" | "XBO" | "XPX" | "GRM" | "KGM" | "TNE" | "MLT" | "LTR" | "MTQ" | "CMT" | "MTR" | "KMT" | "MTK" | "MIN" | "HUR" | "DAY" | "WEE" | "MON" | "ANN" | "E48" | "KWH";

/** Invoices that can still be paid, and what is due of them. Orders of product links, which no client was asked to pay, are not counted. */
export type UnpaidSum = {
  readonly currency: Currency;
  readonly count: number;
  readonly amount: Amount;
  readonly overdue: {
    readonly count: number;
    readonly amount: Amount;
    /** By days since the due date, youngest first: 1 to 7, 8 to 30, 31 to 60, 61 and more. */
    readonly ages: ReadonlyArray<{
      readonly fromDays: number;
      readonly toDays: number | null;
      readonly count: number;
      readonly amount: Amount;
    }>;
  };
};

export type VatBox = {
  readonly box: "standardRated" | "governmentPays" | "zeroRated" | "exports" | "exempt" | "otherRate" | "outOfScope";
  /** Of the authority's form, 1 to 5; null for what has no box of its own: another rate than the standard one, and what is outside the scope of VAT. */
  readonly number: number | null;
  /** What tax invoices state, without VAT. */
  readonly amount: Amount;
  /** What debit notes add to it, less what credit notes take back. */
  readonly adjustment: SignedAmount;
  /** The VAT of both. */
  readonly vat: SignedAmount;
  /** The call that lists the tax invoices of the amount. */
  readonly taxInvoicesUrl: string;
  /** The call that lists the credit notes and debit notes of the adjustment. */
  readonly creditNotesUrl: string;
};

/** Why a line carries no VAT, by the codes of the tax authority: printed on the tax invoice with its text. */
export type VatExemption = "VATEX-SA-29" | "VATEX-SA-29-7" | "VATEX-SA-30" | "VATEX-SA-32" | "VATEX-SA-32(bis)" | "VATEX-SA-33" | "VATEX-SA-34-1" | "VATEX-SA-34-2" | "VATEX-SA-34-3" | "VATEX-SA-34-4" | "VATEX-SA-34-5" | "VATEX-SA-35" | "VATEX-SA-36" | "VATEX-SA-EDU" | "VATEX-SA-HEA" | "VATEX-SA-MLTRY" | "VATEX-SA-DIPLOMAT" | "VATEX-SA-DUTYFREE" | "VATEX-SA-ROYALDECREE" | "VATEX-SA-OOS";

/** What tax documents state that were issued in the period, in riyals: documents in another currency with the rate that they froze. A rejected document whose place a corrected one has taken does not count; the corrected one counts in the period of its own issue. What you bought is not known here. */
export type VatReturn = {
  readonly from: SentDay;
  /** The last day, which is part of the period of at most 366. Days of Riyadh. */
  readonly to: SentDay;
  /** Always SAR. */
  readonly currency: Currency;
  /** Every box, in the order of the form. */
  readonly boxes: ReadonlyArray<VatBox>;
  /** Box 6 of the form: the sum of the boxes, without what is outside the scope of VAT. */
  readonly total: {
    /** What tax invoices state, without VAT. */
    readonly amount: Amount;
    /** What debit notes add to it, less what credit notes take back. */
    readonly adjustment: SignedAmount;
    /** The VAT of both. */
    readonly vat: SignedAmount;
  };
};

export type WayByHand = "cash" | "card_terminal" | "bank_transfer" | "other_way";

export type WebhookDelivery = {
  readonly id: number;
  readonly eventId: string;
  readonly type: EventType;
  readonly cause: "event" | "replay" | "test";
  /** failed: given up after seven days. dropped: the endpoint was switched off or removed meanwhile, or its version does not have this event. */
  readonly state: "due" | "delivered" | "failed" | "dropped";
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
  readonly nextTryAt: Instant | null;
  /** Newest first. */
  readonly tries: ReadonlyArray<{
    readonly at: Instant;
    readonly durationMs: number;
    /** null: no answer came, for the reason. */
    readonly status: number | null;
    readonly reason: string | null;
    readonly request: {
      readonly headers: Readonly<Record<string, string>>;
    };
    readonly answer: {
      readonly headers: Readonly<Record<string, string>>;
      /** Its first kilobyte. */
      readonly body: string;
    } | null;
  }>;
};

export type WebhookEndpoint = {
  readonly id: number;
  readonly url: string;
  readonly description: string | null;
  readonly types: ReadonlyArray<EventType>;
  readonly version: WebhookVersion;
  /** Names of your own headers. */
  readonly headerNames: ReadonlyArray<string>;
  readonly isEnabled: boolean;
  readonly disabledAt: Instant | null;
  /** failing: by us, since no delivery had succeeded for five days. */
  readonly disabledReason: "merchant" | "failing" | null;
  /** Since then no delivery has succeeded; null: all is well. */
  readonly failingSince: Instant | null;
  readonly secretSince: Instant;
  readonly createdAt: Instant;
};

/** What is left out stays. */
export type WebhookEndpointChanges = {
  /** https, at a public address; http and addresses of your own machine only outside `live`. */
  readonly url?: string;
  readonly description?: string | null;
  /** Which events it gets; empty: all, also types that come later. */
  readonly types?: ReadonlyArray<EventType>;
  readonly version?: WebhookVersion;
  /** Headers of your own that the endpoint is asked with, at most 10; replaced as a whole. They are never shown again. */
  readonly headers?: Readonly<Record<string, string>>;
  /** false drops what is still to be delivered; replay it when it is on again. */
  readonly isEnabled?: boolean;
};

export type WebhookEndpointWithSecret = {
  readonly id: number;
  readonly url: string;
  readonly description: string | null;
  readonly types: ReadonlyArray<EventType>;
  readonly version: WebhookVersion;
  /** Names of your own headers. */
  readonly headerNames: ReadonlyArray<string>;
  readonly isEnabled: boolean;
  readonly disabledAt: Instant | null;
  /** failing: by us, since no delivery had succeeded for five days. */
  readonly disabledReason: "merchant" | "failing" | null;
  /** Since then no delivery has succeeded; null: all is well. */
  readonly failingSince: Instant | null;
  readonly secretSince: Instant;
  readonly createdAt: Instant;
  /** whsec_ and base64: the key of the signatures. This is the only time that it can be read: null when the request was a repetition (Idempotent-Replayed). */
  readonly secret: string | null;
};

export type WebhookReplay = {
  readonly eventId: string;
} | {
  /** Events that happened then or later. */
  readonly from: SentInstant;
  /** And before then; until now when left out. */
  readonly to?: SentInstant;
  readonly types?: ReadonlyArray<EventType>;
};

export type WebhookSecretRotation = {
  /** How long the earlier one still signs; 24 when left out. */
  readonly overlapHours?: number;
};

/** The shape of what is sent. paylink-v1 and paylink-v2 are those of Paylink's webhooks, for invoices of POST /api/addInvoice alone; their only types are invoice.paid and invoice.refunded. */
export type WebhookVersion = "2026-11-22" | "paylink-v1" | "paylink-v2";

export type Calls = {
  /** Issue an invoice */
  readonly "POST /api/v1/invoices": {
    readonly given: {
      readonly body: NewInvoice;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Invoice;
  };
  /** List invoices: newest first, with paidSince by payment, with updatedSince the oldest change first */
  readonly "GET /api/v1/invoices": {
    readonly given: {
      readonly query?: {
        /** One or several: status=PAID&status=PAID_LINK, or with commas between them. */
        readonly status?: ReadonlyArray<InvoiceStatus> | undefined;
        readonly externalOrderNumber?: string | undefined;
        /** Paid then or later, last payment first. */
        readonly paidSince?: SentInstant | undefined;
        /** Changed then or later, oldest change first: ask again from the last updatedAt that you have seen, less a minute, and skip what you know. Not together with paidSince. */
        readonly updatedSince?: SentInstant | undefined;
        /** Issued then or later. */
        readonly createdSince?: SentInstant | undefined;
        /** Issued before then. */
        readonly createdBefore?: SentInstant | undefined;
        /** Due on this day or later. Filters of due dates list the earliest first. */
        readonly dueSince?: SentDay | undefined;
        /** Due before this day. */
        readonly dueBefore?: SentDay | undefined;
        /** Unpaid, and the due date is past in Riyadh; the longest overdue first. */
        readonly overdue?: "true" | undefined;
        /** Expired and unpaid, and its buyer asks for a fresh link. */
        readonly renewalRequested?: "true" | undefined;
        /** Its buyer asks for a return, which waits for your answer. */
        readonly returnRequested?: "true" | undefined;
        /** A name of your metadata and its text, all of it, with a colon between; repeated, all of them. */
        readonly metadata?: ReadonlyArray<string> | undefined;
        /** Ordered from the product link of this identity. */
        readonly link?: string | undefined;
        /** Ordered from any link of the product of this id. */
        readonly product?: number | undefined;
        /** For the client of this id, which was named when they were issued. */
        readonly client?: number | undefined;
        /** Of the client that you named or of the buyer who tried to pay, in any writing: 0551234567, +966 55 123 4567, ٠٥٥١٢٣٤٥٦٧. Saudi unless it has a dial code. */
        readonly mobile?: string | undefined;
        /** Our number or yours, the beginning of the client's name (two letters or more), or a mobile in any writing. Everything that the text can stand for is looked for. */
        readonly search?: string | undefined;
        /** Exactly this total, in totalCurrency. */
        readonly total?: Amount | undefined;
        /** This total or more, in totalCurrency. */
        readonly totalFrom?: Amount | undefined;
        /** This total or less, in totalCurrency. */
        readonly totalTo?: Amount | undefined;
        /** Of total, totalFrom and totalTo; SAR when left out. */
        readonly totalCurrency?: Currency | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<InvoiceSummary>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read an invoice with its payment attempts */
  readonly "GET /api/v1/invoices/{orderNumber}": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
    };
    readonly answer: Invoice;
  };
  /** Change an unpaid invoice: not while a payment is under way or a bill is out; its buyer's open page must be loaded again */
  readonly "PATCH /api/v1/invoices/{orderNumber}": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly body: InvoiceChanges;
      readonly ifMatch: string;
    };
    readonly answer: Invoice;
  };
  /** When the buyer opened the invoice, first and last, and how often */
  readonly "GET /api/v1/invoices/{orderNumber}/views": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
    };
    readonly answer: InvoiceViews;
  };
  /** Cancel an unpaid invoice; again does nothing, and is refused while a payment is under way */
  readonly "POST /api/v1/invoices/{orderNumber}/cancel": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Invoice;
  };
  /** Mark a paid invoice as fulfilled; again does nothing, and is refused while all of its money goes back */
  readonly "POST /api/v1/invoices/{orderNumber}/complete": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly body?: {
        /** Left out: COMPLETED_ORDER for what was sold through a product link, else COMPLETED_INVOICE. */
        readonly as?: "COMPLETED_INVOICE" | "COMPLETED_ORDER";
      };
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Invoice;
  };
  /** Issue an unpaid invoice again at another address, and close this one; again answers with the same one */
  readonly "POST /api/v1/invoices/{orderNumber}/reissue": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly body?: {
        /** Until when the new one can be paid; null without an end. Left out, as the first: needed where that is over. */
        readonly expiresAt?: SentInstant | null;
        /** Language that the links of the answer open in and messages are in; the buyer's own when left out. */
        readonly language?: "ar" | "en";
      };
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Invoice;
  };
  /** Keep an invoice that is being written; 200 at most */
  readonly "POST /api/v1/invoice-drafts": {
    readonly given: {
      readonly body: InvoiceDraftBody;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: InvoiceDraft;
  };
  /** List drafts, the last changed first */
  readonly "GET /api/v1/invoice-drafts": {
    readonly given: {
      readonly query?: {
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<ListedInvoiceDraft>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a draft */
  readonly "GET /api/v1/invoice-drafts/{draftId}": {
    readonly given: {
      readonly path: {
        readonly draftId: string | number;
      };
    };
    readonly answer: InvoiceDraft;
  };
  /** Replace what a draft says, all of it */
  readonly "PUT /api/v1/invoice-drafts/{draftId}": {
    readonly given: {
      readonly path: {
        readonly draftId: string | number;
      };
      readonly body: InvoiceDraftBody;
      readonly ifMatch: string;
    };
    readonly answer: InvoiceDraft;
  };
  /** Throw a draft away */
  readonly "DELETE /api/v1/invoice-drafts/{draftId}": {
    readonly given: {
      readonly path: {
        readonly draftId: string | number;
      };
    };
    readonly answer: RemovedInvoiceDraft;
  };
  /** Make the address of the page that the buyer would see if the draft were issued now; refused as issuing it would be */
  readonly "POST /api/v1/invoice-drafts/{draftId}/page": {
    readonly given: {
      readonly path: {
        readonly draftId: string | number;
      };
      readonly body?: {
        /** What the page shows, as it would be issued, where the draft has it as it was typed. Left out: what the draft says. */
        readonly invoice?: InvoiceDraftBody;
      };
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: InvoiceDraftPage;
  };
  /** Issue the invoice of a draft, as POST /api/v1/invoices would with the same body, and throw the draft away; with If-Match, only while it says what you have seen */
  readonly "POST /api/v1/invoice-drafts/{draftId}/issue": {
    readonly given: {
      readonly path: {
        readonly draftId: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Invoice;
  };
  /** A QR code of the address at which an unpaid invoice is seen and paid */
  readonly "GET /api/v1/invoices/{orderNumber}/qr": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly query?: {
        /** png when left out; svg stays sharp at any size. */
        readonly format?: "png" | "svg" | undefined;
        /** Width and height in pixels, the white edge that scanners need included; 512 when left out. */
        readonly size?: number | undefined;
        /** Language that the page opens in; the buyer's own when left out. */
        readonly lang?: "ar" | "en" | undefined;
      } | undefined;
    };
    readonly answer: Response;
  };
  /** An unpaid invoice as a PDF with the code to pay it by, to hand over or to attach. It is no tax invoice: that is issued when it is paid, and is in taxInvoice.url */
  readonly "GET /api/v1/invoices/{orderNumber}/pdf": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly query?: {
        /** The language that leads; ar when left out. Both are on the paper. */
        readonly lang?: "ar" | "en" | undefined;
        /** A sheet, or the roll of a receipt printer; a4 when left out. */
        readonly size?: "a4" | "80mm" | undefined;
      } | undefined;
    };
    readonly answer: Response;
  };
  /** A QR code of a product link's address */
  readonly "GET /api/v1/product-links/{linkIdentity}/qr": {
    readonly given: {
      readonly path: {
        readonly linkIdentity: string | number;
      };
      readonly query?: {
        /** png when left out; svg stays sharp at any size. */
        readonly format?: "png" | "svg" | undefined;
        /** Width and height in pixels, the white edge that scanners need included; 512 when left out. */
        readonly size?: number | undefined;
        /** Language that the page opens in; the buyer's own when left out. */
        readonly lang?: "ar" | "en" | undefined;
      } | undefined;
    };
    readonly answer: Response;
  };
  /** List payments, newest first: every try once, however often its one-time code was sent */
  readonly "GET /api/v1/payments": {
    readonly given: {
      readonly query?: {
        readonly state?: "in_flight" | "awaiting_buyer" | "offered" | "unknown" | "authorised" | "captured" | "declined" | "cancelled" | "expired" | "superseded" | "surplus" | "refunded" | undefined;
        readonly method?: PaidMethod | undefined;
        /** Of the invoice of this number. */
        readonly order?: string | undefined;
        /** The last four digits of the card that paid. */
        readonly lastFour?: string | undefined;
        /** Exactly this amount, in amountCurrency. */
        readonly amount?: Amount | undefined;
        /** Of amount; SAR when left out. */
        readonly amountCurrency?: Currency | undefined;
        /** Begun then or later. */
        readonly createdSince?: SentInstant | undefined;
        /** Begun before then. */
        readonly createdBefore?: SentInstant | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<ListedPayment>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a payment */
  readonly "GET /api/v1/payments/{paymentId}": {
    readonly given: {
      readonly path: {
        readonly paymentId: string | number;
      };
    };
    readonly answer: ListedPayment;
  };
  /** What to show a bank that asks about a payment, as a ZIP: invoice, payer, terms and when they were accepted, what happened when, messages, deliveries, and the papers */
  readonly "GET /api/v1/payments/{paymentId}/evidence": {
    readonly given: {
      readonly path: {
        readonly paymentId: string | number;
      };
    };
    readonly answer: Response;
  };
  /** Record that an invoice was paid without us: it is paid then, with receipt and tax invoice; taken back by a refund by hand alone. Not while a payment is under way */
  readonly "POST /api/v1/invoices/{orderNumber}/payments": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly body: NewPaymentByHand;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Invoice;
  };
  /** Refund a paid invoice */
  readonly "POST /api/v1/invoices/{orderNumber}/refunds": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly body: NewRefund;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Refund | RefundApproval;
  };
  /** The refunds of an invoice, oldest first */
  readonly "GET /api/v1/invoices/{orderNumber}/refunds": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
    };
    readonly answer: {
      readonly items: ReadonlyArray<Refund>;
    };
  };
  /** Record that you have given surplus money back yourself: all that arrived by this payment (receivedAmount, else amount). Surplus that its provider can give back goes back by itself */
  readonly "POST /api/v1/payments/{paymentId}/surplus-refund": {
    readonly given: {
      readonly path: {
        readonly paymentId: string | number;
      };
      readonly body: NewSurplusRefund;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Refund;
  };
  /** List refunds of all invoices, newest first */
  readonly "GET /api/v1/refunds": {
    readonly given: {
      readonly query?: {
        readonly state?: "in_flight" | "unknown" | "pending" | "refunded" | "declined" | undefined;
        /** By which the money was taken, and goes back. */
        readonly method?: PaidMethod | undefined;
        /** Of the invoice of this number. */
        readonly order?: string | undefined;
        /** Asked for then or later. */
        readonly createdSince?: SentInstant | undefined;
        /** Asked for before then. */
        readonly createdBefore?: SentInstant | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<Refund>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a refund */
  readonly "GET /api/v1/refunds/{refundId}": {
    readonly given: {
      readonly path: {
        readonly refundId: string | number;
      };
    };
    readonly answer: Refund;
  };
  /** List requests for refunds above your limits, newest first */
  readonly "GET /api/v1/refund-approvals": {
    readonly given: {
      readonly query?: {
        readonly state?: "requested" | "approved" | "refused" | "withdrawn" | "expired" | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<RefundApproval>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a request for a refund */
  readonly "GET /api/v1/refund-approvals/{approvalId}": {
    readonly given: {
      readonly path: {
        readonly approvalId: string | number;
      };
    };
    readonly answer: RefundApproval;
  };
  /** Withdraw a request of your own */
  readonly "POST /api/v1/refund-approvals/{approvalId}/withdraw": {
    readonly given: {
      readonly path: {
        readonly approvalId: string | number;
      };
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: RefundApproval;
  };
  /** Read above which amounts a refund needs a second person */
  readonly "GET /api/v1/refund-limits": {
    readonly given: {};
    readonly answer: RefundLimits;
  };
  /** List the returns that buyers have asked for, newest first */
  readonly "GET /api/v1/return-requests": {
    readonly given: {
      readonly query?: {
        readonly state?: ReturnState | undefined;
        /** Of one invoice. */
        readonly orderNumber?: string | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<ReturnRequest>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a request for a return */
  readonly "GET /api/v1/return-requests/{requestId}": {
    readonly given: {
      readonly path: {
        readonly requestId: string | number;
      };
    };
    readonly answer: ReturnRequest;
  };
  /** Accept or decline a return, once. No money is given back by it: make a refund of the invoice */
  readonly "POST /api/v1/return-requests/{requestId}/answer": {
    readonly given: {
      readonly path: {
        readonly requestId: string | number;
      };
      readonly body: ReturnAnswer;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: ReturnRequest;
  };
  /** List tax invoices, credit notes and debit notes, newest first */
  readonly "GET /api/v1/tax-documents": {
    readonly given: {
      readonly query?: {
        /** One or several: kind=credit_note,debit_note, or kind repeated. */
        readonly kind?: ReadonlyArray<TaxDocumentKind> | undefined;
        /** Stating something of this box of the VAT return (GET /api/v1/reports/vat); without what was replaced. */
        readonly vatBox?: "standardRated" | "governmentPays" | "zeroRated" | "exports" | "exempt" | "otherRate" | "outOfScope" | undefined;
        /** open: what the tax authority has not taken yet, and what it rejected and nothing has replaced. */
        readonly submission?: "open" | undefined;
        /** Issued then or later. */
        readonly issuedSince?: SentInstant | undefined;
        /** Issued before then. */
        readonly issuedBefore?: SentInstant | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<IssuedTaxDocument>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Load your tax documents of a period as one file: the e-invoice (XML) and the paper (PDF) of each, and chain.json, which proves their chain and comes last: a file without it is not whole */
  readonly "GET /api/v1/tax-documents/archive": {
    readonly given: {
      readonly query: {
        /** First day of issue, in Riyadh. */
        readonly from: SentDay;
        /** Last day of issue; at most a year after the first. */
        readonly to: SentDay;
        /** tar when left out. */
        readonly format?: "tar" | "zip" | undefined;
      };
    };
    readonly answer: Response;
  };
  /** Read a tax invoice, a credit note or a debit note by its number */
  readonly "GET /api/v1/tax-documents/{number}": {
    readonly given: {
      readonly path: {
        readonly number: string | number;
      };
    };
    readonly answer: IssuedTaxDocument;
  };
  /** Load the e-invoice as it was reported, or as the authority cleared it */
  readonly "GET /api/v1/tax-documents/{number}/xml": {
    readonly given: {
      readonly path: {
        readonly number: string | number;
      };
    };
    readonly answer: Response;
  };
  /** Issue a debit note for what you charge after the tax invoice of a paid invoice; it states it, and nothing is paid by it */
  readonly "POST /api/v1/invoices/{orderNumber}/debit-notes": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly body: NewDebitNote;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: IssuedTaxDocument;
  };
  /** Take a debit note back, or lines of it, by a credit note that names it and its invoice; nothing is refunded by it */
  readonly "POST /api/v1/tax-documents/{number}/credit": {
    readonly given: {
      readonly path: {
        readonly number: string | number;
      };
      readonly body: NewDebitNoteCredit;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: IssuedTaxDocument;
  };
  /** Issue a corrected document in place of one that the tax authority rejected: you as your account has you now, the buyer as you say here; never other amounts */
  readonly "POST /api/v1/tax-documents/{number}/correct": {
    readonly given: {
      readonly path: {
        readonly number: string | number;
      };
      readonly body?: {
        readonly client?: CorrectedClient;
      };
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: IssuedTaxDocument;
  };
  /** See which phase of e-invoicing you are in, how your stamping units stand, and what is to be done */
  readonly "GET /api/v1/tax-units": {
    readonly given: {};
    readonly answer: TaxUnits;
  };
  /** Send what waits for the tax authority now; a unit that stopped after rejections is started again */
  readonly "POST /api/v1/tax-units/retry": {
    readonly given: {
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: TaxUnits;
  };
  /** Make the unit that stamps your tax documents and get its certificate; cut off, the same call continues */
  readonly "POST /api/v1/tax-units/onboard": {
    readonly given: {
      readonly body: TaxUnitToOnboard;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: TaxUnits;
  };
  /** Get the next certificate of your unit; its chain continues, and cut off, the same call does */
  readonly "POST /api/v1/tax-units/renew": {
    readonly given: {
      readonly body: TaxUnitToRenew;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: TaxUnits;
  };
  /** List clients, newest first */
  readonly "GET /api/v1/clients": {
    readonly given: {
      readonly query?: {
        /** The beginning of the name or of the registered name (two letters or more), or the mobile in any writing: 0551234567, +966 55 123 4567, ٠٥٥١٢٣٤٥٦٧; or the whole e-mail address. */
        readonly search?: string | undefined;
        /** The beginning of the name or of the registered name, two letters or more. */
        readonly name?: string | undefined;
        /** In any writing. */
        readonly mobile?: string | undefined;
        /** The whole address, in any case. */
        readonly email?: string | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<Client>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Add a client; one that is stated exactly so is there already, if it has a mobile */
  readonly "POST /api/v1/clients": {
    readonly given: {
      readonly body: NewDirectoryClient;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Client;
  };
  /** Read a client; the invoices are GET /api/v1/invoices?client= */
  readonly "GET /api/v1/clients/{clientId}": {
    readonly given: {
      readonly path: {
        readonly clientId: string | number;
      };
    };
    readonly answer: Client;
  };
  /** Change a client's name, mobile and e-mail address, and what you note of it; with If-Match, only while the client is as you have seen it */
  readonly "PATCH /api/v1/clients/{clientId}": {
    readonly given: {
      readonly path: {
        readonly clientId: string | number;
      };
      readonly body: ClientChanges;
    };
    readonly answer: Client;
  };
  /** Merge a duplicate into a client: its invoices, notes and id are this client's from then on, and cannot be parted again */
  readonly "POST /api/v1/clients/{clientId}/merge": {
    readonly given: {
      readonly path: {
        readonly clientId: string | number;
      };
      readonly body: ClientMerge;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Client;
  };
  /** The account of a client over a period: entries with a running balance, oldest first */
  readonly "GET /api/v1/clients/{clientId}/statement": {
    readonly given: {
      readonly path: {
        readonly clientId: string | number;
      };
      readonly query?: {
        /** The first day, in Riyadh; all that there is when left out. */
        readonly from?: SentDay | undefined;
        /** The last day, which is part of it; today when left out. */
        readonly to?: SentDay | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: ClientStatement;
  };
  /** The account of a client over a period as a paper to hand over (PDF); it is not a tax document. A period of more than 1000 entries is refused */
  readonly "GET /api/v1/clients/{clientId}/statement/pdf": {
    readonly given: {
      readonly path: {
        readonly clientId: string | number;
      };
      readonly query?: {
        /** The first day, in Riyadh; all that there is when left out. */
        readonly from?: SentDay | undefined;
        /** The last day, which is part of it; today when left out. */
        readonly to?: SentDay | undefined;
        /** Which language comes first, the other one beside it; ar when left out. */
        readonly lang?: "ar" | "en" | undefined;
      } | undefined;
    };
    readonly answer: Response;
  };
  /** Send a message about an invoice to its buyer */
  readonly "POST /api/v1/invoices/{orderNumber}/messages": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly body: NewMessage;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Message;
  };
  /** The messages about an invoice, newest first */
  readonly "GET /api/v1/invoices/{orderNumber}/messages": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly query?: {
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<Message>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** What an SMS about an invoice would say now, and how many messages it takes; nothing is sent */
  readonly "GET /api/v1/invoices/{orderNumber}/messages/sms-preview": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly query?: {
        /** reminder: reminder_after_due, or reminder_before_due where the day on which the invoice is due is still to come. It waits for the end of your quiet hours, and a buyer who has stopped your reminders gets none. While a payment of the invoice is under way or in doubt, or its surplus is not given back, it is refused (payment_in_progress), and one that waits is sent once that has ended, or left out 12 hours after it was made. */
        readonly kind?: "payment_link" | "reminder" | "receipt" | "refund_notice" | "sadad_number" | "transfer_details" | undefined;
        /** The buyer's own when left out. */
        readonly language?: "ar" | "en" | undefined;
      } | undefined;
    };
    readonly answer: SmsPreview;
  };
  /** The log of all messages, newest first */
  readonly "GET /api/v1/messages": {
    readonly given: {
      readonly query?: {
        readonly state?: MessageState | undefined;
        readonly channel?: MessageChannel | undefined;
        readonly kind?: MessageKind | undefined;
        readonly createdSince?: SentInstant | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<Message>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a message */
  readonly "GET /api/v1/messages/{messageId}": {
    readonly given: {
      readonly path: {
        readonly messageId: string | number;
      };
    };
    readonly answer: Message;
  };
  /** Read what is sent by itself */
  readonly "GET /api/v1/messages/settings": {
    readonly given: {};
    readonly answer: MessageSettings;
  };
  /** Choose what is sent by itself; all settings are sent */
  readonly "PUT /api/v1/messages/settings": {
    readonly given: {
      readonly body: NewMessageSettings;
    };
    readonly answer: MessageSettings;
  };
  /** List the words of messages to buyers, yours or the usual ones */
  readonly "GET /api/v1/messages/texts": {
    readonly given: {};
    readonly answer: {
      readonly items: ReadonlyArray<MessageText>;
    };
  };
  /** Put your own words instead of the usual ones */
  readonly "PUT /api/v1/messages/texts/{kind}/{channel}/{language}": {
    readonly given: {
      readonly path: {
        readonly kind: string | number;
        readonly channel: string | number;
        readonly language: string | number;
      };
      readonly body: NewMessageText;
    };
    readonly answer: MessageText;
  };
  /** Go back to the usual words */
  readonly "DELETE /api/v1/messages/texts/{kind}/{channel}/{language}": {
    readonly given: {
      readonly path: {
        readonly kind: string | number;
        readonly channel: string | number;
        readonly language: string | number;
      };
    };
    readonly answer: MessageText;
  };
  /** How words would read with an invoice's facts, and how many messages an SMS takes; nothing is stored or sent */
  readonly "POST /api/v1/messages/texts/preview": {
    readonly given: {
      readonly body: MessageTextToPreview;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: MessageTextPreview;
  };
  /** List channels with whose account each is sent through */
  readonly "GET /api/v1/messages/accounts": {
    readonly given: {};
    readonly answer: {
      readonly items: ReadonlyArray<MessageAccount>;
    };
  };
  /** Store or replace your own account at WhatsApp or Unifonic (sms) */
  readonly "PUT /api/v1/messages/accounts/{channel}": {
    readonly given: {
      readonly path: {
        readonly channel: string | number;
      };
      readonly body: MessageAccountSettings;
    };
    readonly answer: MessageAccount;
  };
  /** Remove your own account */
  readonly "DELETE /api/v1/messages/accounts/{channel}": {
    readonly given: {
      readonly path: {
        readonly channel: string | number;
      };
    };
    readonly answer: MessageAccount;
  };
  /** List the terms of sale that you have used, newest version first */
  readonly "GET /api/v1/agreements": {
    readonly given: {
      readonly query?: {
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<Agreement>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Add a version of your terms of sale; texts that are known keep their version */
  readonly "POST /api/v1/agreements": {
    readonly given: {
      readonly body: NewAgreement;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Agreement;
  };
  /** Choose the version of invoices and links that state no terms; null: they have none */
  readonly "PUT /api/v1/agreements/standard": {
    readonly given: {
      readonly body: StandardAgreement;
    };
    readonly answer: {
      readonly version: number | null;
    };
  };
  /** Read one version of your terms of sale */
  readonly "GET /api/v1/agreements/{version}": {
    readonly given: {
      readonly path: {
        readonly version: string | number;
      };
    };
    readonly answer: Agreement;
  };
  /** Payments that were begun in a period, as a file: every try once, oldest first */
  readonly "GET /api/v1/exports/payments": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period. Days are those of Riyadh. */
        readonly to: SentDay;
        /** csv when left out. */
        readonly format?: "csv" | "xlsx" | undefined;
        /** Of headings and words; ar when left out. It turns the sheet of an XLSX file, too. */
        readonly language?: "ar" | "en" | undefined;
        /** Between the fields of a CSV file. Left out: a semicolon in Arabic and a comma in English, as Excel of that language opens them. */
        readonly separator?: "comma" | "semicolon" | undefined;
        readonly state?: "in_flight" | "awaiting_buyer" | "offered" | "unknown" | "authorised" | "captured" | "declined" | "cancelled" | "expired" | "superseded" | "surplus" | "refunded" | undefined;
      };
    };
    readonly answer: Response;
  };
  /** Refunds that were asked for in a period, as a file, oldest first */
  readonly "GET /api/v1/exports/refunds": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period. Days are those of Riyadh. */
        readonly to: SentDay;
        /** csv when left out. */
        readonly format?: "csv" | "xlsx" | undefined;
        /** Of headings and words; ar when left out. It turns the sheet of an XLSX file, too. */
        readonly language?: "ar" | "en" | undefined;
        /** Between the fields of a CSV file. Left out: a semicolon in Arabic and a comma in English, as Excel of that language opens them. */
        readonly separator?: "comma" | "semicolon" | undefined;
        readonly state?: "in_flight" | "unknown" | "pending" | "refunded" | "declined" | undefined;
      };
    };
    readonly answer: Response;
  };
  /** Invoices that were issued in a period, as a file, oldest first */
  readonly "GET /api/v1/exports/invoices": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period. Days are those of Riyadh. */
        readonly to: SentDay;
        /** csv when left out. */
        readonly format?: "csv" | "xlsx" | undefined;
        /** Of headings and words; ar when left out. It turns the sheet of an XLSX file, too. */
        readonly language?: "ar" | "en" | undefined;
        /** Between the fields of a CSV file. Left out: a semicolon in Arabic and a comma in English, as Excel of that language opens them. */
        readonly separator?: "comma" | "semicolon" | undefined;
        /** One or several: status=PAID&status=PAID_LINK, or with commas between them. */
        readonly status?: ReadonlyArray<InvoiceStatus> | undefined;
        readonly externalOrderNumber?: string | undefined;
        /** Due on this day or later. Filters of due dates list the earliest first. */
        readonly dueSince?: SentDay | undefined;
        /** Due before this day. */
        readonly dueBefore?: SentDay | undefined;
        /** Unpaid, and the due date is past in Riyadh; the longest overdue first. */
        readonly overdue?: "true" | undefined;
        /** Expired and unpaid, and its buyer asks for a fresh link. */
        readonly renewalRequested?: "true" | undefined;
        /** Its buyer asks for a return, which waits for your answer. */
        readonly returnRequested?: "true" | undefined;
        /** A name of your metadata and its text, all of it, with a colon between; repeated, all of them. */
        readonly metadata?: ReadonlyArray<string> | undefined;
        /** Ordered from the product link of this identity. */
        readonly link?: string | undefined;
        /** Ordered from any link of the product of this id. */
        readonly product?: number | undefined;
        /** For the client of this id, which was named when they were issued. */
        readonly client?: number | undefined;
        /** Of the client that you named or of the buyer who tried to pay, in any writing: 0551234567, +966 55 123 4567, ٠٥٥١٢٣٤٥٦٧. Saudi unless it has a dial code. */
        readonly mobile?: string | undefined;
        /** Our number or yours, the beginning of the client's name (two letters or more), or a mobile in any writing. Everything that the text can stand for is looked for. */
        readonly search?: string | undefined;
        /** Exactly this total, in totalCurrency. */
        readonly total?: Amount | undefined;
        /** This total or more, in totalCurrency. */
        readonly totalFrom?: Amount | undefined;
        /** This total or less, in totalCurrency. */
        readonly totalTo?: Amount | undefined;
        /** Of total, totalFrom and totalTo; SAR when left out. */
        readonly totalCurrency?: Currency | undefined;
        /** These invoices alone, with commas between their numbers. */
        readonly orderNumber?: ReadonlyArray<string> | undefined;
      };
    };
    readonly answer: Response;
  };
  /** How many invoices an export would have */
  readonly "GET /api/v1/exports/invoices/count": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period. Days are those of Riyadh. */
        readonly to: SentDay;
        /** One or several: status=PAID&status=PAID_LINK, or with commas between them. */
        readonly status?: ReadonlyArray<InvoiceStatus> | undefined;
        readonly externalOrderNumber?: string | undefined;
        /** Due on this day or later. Filters of due dates list the earliest first. */
        readonly dueSince?: SentDay | undefined;
        /** Due before this day. */
        readonly dueBefore?: SentDay | undefined;
        /** Unpaid, and the due date is past in Riyadh; the longest overdue first. */
        readonly overdue?: "true" | undefined;
        /** Expired and unpaid, and its buyer asks for a fresh link. */
        readonly renewalRequested?: "true" | undefined;
        /** Its buyer asks for a return, which waits for your answer. */
        readonly returnRequested?: "true" | undefined;
        /** A name of your metadata and its text, all of it, with a colon between; repeated, all of them. */
        readonly metadata?: ReadonlyArray<string> | undefined;
        /** Ordered from the product link of this identity. */
        readonly link?: string | undefined;
        /** Ordered from any link of the product of this id. */
        readonly product?: number | undefined;
        /** For the client of this id, which was named when they were issued. */
        readonly client?: number | undefined;
        /** Of the client that you named or of the buyer who tried to pay, in any writing: 0551234567, +966 55 123 4567, ٠٥٥١٢٣٤٥٦٧. Saudi unless it has a dial code. */
        readonly mobile?: string | undefined;
        /** Our number or yours, the beginning of the client's name (two letters or more), or a mobile in any writing. Everything that the text can stand for is looked for. */
        readonly search?: string | undefined;
        /** Exactly this total, in totalCurrency. */
        readonly total?: Amount | undefined;
        /** This total or more, in totalCurrency. */
        readonly totalFrom?: Amount | undefined;
        /** This total or less, in totalCurrency. */
        readonly totalTo?: Amount | undefined;
        /** Of total, totalFrom and totalTo; SAR when left out. */
        readonly totalCurrency?: Currency | undefined;
        /** These invoices alone, with commas between their numbers. */
        readonly orderNumber?: ReadonlyArray<string> | undefined;
      };
    };
    readonly answer: ExportCount;
  };
  /** Tax invoices and notes that were issued in a period, as a file, oldest first */
  readonly "GET /api/v1/exports/tax-documents": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period. Days are those of Riyadh. */
        readonly to: SentDay;
        /** csv when left out. */
        readonly format?: "csv" | "xlsx" | undefined;
        /** Of headings and words; ar when left out. It turns the sheet of an XLSX file, too. */
        readonly language?: "ar" | "en" | undefined;
        /** Between the fields of a CSV file. Left out: a semicolon in Arabic and a comma in English, as Excel of that language opens them. */
        readonly separator?: "comma" | "semicolon" | undefined;
        /** One or several: kind=credit_note,debit_note, or kind repeated. */
        readonly kind?: ReadonlyArray<TaxDocumentKind> | undefined;
        /** Stating something of this box of the VAT return; without what was replaced. */
        readonly vatBox?: "standardRated" | "governmentPays" | "zeroRated" | "exports" | "exempt" | "otherRate" | "outOfScope" | undefined;
      };
    };
    readonly answer: Response;
  };
  /** The boxes of the VAT return of a period of at most 366 days, as a file: GET /api/v1/reports/vat */
  readonly "GET /api/v1/exports/vat": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period. Days are those of Riyadh. */
        readonly to: SentDay;
        /** csv when left out. */
        readonly format?: "csv" | "xlsx" | undefined;
        /** Of headings and words; ar when left out. It turns the sheet of an XLSX file, too. */
        readonly language?: "ar" | "en" | undefined;
        /** Between the fields of a CSV file. Left out: a semicolon in Arabic and a comma in English, as Excel of that language opens them. */
        readonly separator?: "comma" | "semicolon" | undefined;
      };
    };
    readonly answer: Response;
  };
  /** The service fee in each payment that was taken in a period, as a file, oldest first */
  readonly "GET /api/v1/exports/fees": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period. Days are those of Riyadh. */
        readonly to: SentDay;
        /** csv when left out. */
        readonly format?: "csv" | "xlsx" | undefined;
        /** Of headings and words; ar when left out. It turns the sheet of an XLSX file, too. */
        readonly language?: "ar" | "en" | undefined;
        /** Between the fields of a CSV file. Left out: a semicolon in Arabic and a comma in English, as Excel of that language opens them. */
        readonly separator?: "comma" | "semicolon" | undefined;
      };
    };
    readonly answer: Response;
  };
  /** Clients that were first named in a period, as a file, oldest first */
  readonly "GET /api/v1/exports/clients": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period. Days are those of Riyadh. */
        readonly to: SentDay;
        /** csv when left out. */
        readonly format?: "csv" | "xlsx" | undefined;
        /** Of headings and words; ar when left out. It turns the sheet of an XLSX file, too. */
        readonly language?: "ar" | "en" | undefined;
        /** Between the fields of a CSV file. Left out: a semicolon in Arabic and a comma in English, as Excel of that language opens them. */
        readonly separator?: "comma" | "semicolon" | undefined;
        readonly search?: string | undefined;
      };
    };
    readonly answer: Response;
  };
  /** The account of a client over a period, as a file: GET /api/v1/clients/{clientId}/statement */
  readonly "GET /api/v1/exports/statement": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period. Days are those of Riyadh. */
        readonly to: SentDay;
        /** csv when left out. */
        readonly format?: "csv" | "xlsx" | undefined;
        /** Of headings and words; ar when left out. It turns the sheet of an XLSX file, too. */
        readonly language?: "ar" | "en" | undefined;
        /** Between the fields of a CSV file. Left out: a semicolon in Arabic and a comma in English, as Excel of that language opens them. */
        readonly separator?: "comma" | "semicolon" | undefined;
        /** The id of the client. */
        readonly client: number;
      };
    };
    readonly answer: Response;
  };
  /** How many invoices of a period, or orders of a product link, were sent, opened, begun to pay, declined and paid */
  readonly "GET /api/v1/reports/funnel": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period of at most 366. Days of Riyadh. */
        readonly to: SentDay;
        /** Of this product link; left out: of invoices. */
        readonly linkIdentity?: string | undefined;
      };
    };
    readonly answer: FunnelReport;
  };
  /** The figures of the shop now, and what needs a hand */
  readonly "GET /api/v1/home": {
    readonly given: {};
    readonly answer: Home;
  };
  /** Make a quote: no order and no tax document, until it is accepted */
  readonly "POST /api/v1/quotes": {
    readonly given: {
      readonly body: NewQuote;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Quote;
  };
  /** List quotes, newest first */
  readonly "GET /api/v1/quotes": {
    readonly given: {
      readonly query?: {
        readonly state?: "open" | "expired" | "accepted" | "declined" | "withdrawn" | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<QuoteSummary>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a quote */
  readonly "GET /api/v1/quotes/{quoteNumber}": {
    readonly given: {
      readonly path: {
        readonly quoteNumber: string | number;
      };
    };
    readonly answer: Quote;
  };
  /** A quote as a PDF, with the code of the page on which it is accepted */
  readonly "GET /api/v1/quotes/{quoteNumber}/pdf": {
    readonly given: {
      readonly path: {
        readonly quoteNumber: string | number;
      };
      readonly query?: {
        /** The language that leads; ar when left out. Both are on the paper. */
        readonly lang?: "ar" | "en" | undefined;
        /** A sheet, or the roll of a receipt printer; a4 when left out. */
        readonly size?: "a4" | "80mm" | undefined;
      } | undefined;
    };
    readonly answer: Response;
  };
  /** Accept a quote for the buyer, who has agreed otherwise: it becomes an invoice */
  readonly "POST /api/v1/quotes/{quoteNumber}/accept": {
    readonly given: {
      readonly path: {
        readonly quoteNumber: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Invoice;
  };
  /** Take a quote back: it cannot be accepted any more */
  readonly "POST /api/v1/quotes/{quoteNumber}/withdraw": {
    readonly given: {
      readonly path: {
        readonly quoteNumber: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Quote;
  };
  /** Send a quote to its buyer by e-mail, SMS or WhatsApp */
  readonly "POST /api/v1/quotes/{quoteNumber}/messages": {
    readonly given: {
      readonly path: {
        readonly quoteNumber: string | number;
      };
      readonly body: NewQuoteMessage;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Message;
  };
  /** The messages that brought a quote, newest first */
  readonly "GET /api/v1/quotes/{quoteNumber}/messages": {
    readonly given: {
      readonly path: {
        readonly quoteNumber: string | number;
      };
      readonly query?: {
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<Message>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Have an invoice issued and sent by itself, every week, month or year */
  readonly "POST /api/v1/recurring-invoices": {
    readonly given: {
      readonly body: NewRecurringInvoice;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: RecurringInvoice;
  };
  /** List invoices that repeat, newest first */
  readonly "GET /api/v1/recurring-invoices": {
    readonly given: {
      readonly query?: {
        readonly state?: "active" | "paused" | "ended" | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<RecurringInvoiceSummary>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read one, with the outcome of its last days */
  readonly "GET /api/v1/recurring-invoices/{recurringId}": {
    readonly given: {
      readonly path: {
        readonly recurringId: string | number;
      };
    };
    readonly answer: RecurringInvoice;
  };
  /** Change what is issued from now on */
  readonly "PATCH /api/v1/recurring-invoices/{recurringId}": {
    readonly given: {
      readonly path: {
        readonly recurringId: string | number;
      };
      readonly body: RecurringInvoiceChanges;
    };
    readonly answer: RecurringInvoice;
  };
  /** Pause: nothing is issued until it is resumed */
  readonly "POST /api/v1/recurring-invoices/{recurringId}/pause": {
    readonly given: {
      readonly path: {
        readonly recurringId: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: RecurringInvoice;
  };
  /** Resume with the next day from today on; days that were missed meanwhile are left out */
  readonly "POST /api/v1/recurring-invoices/{recurringId}/resume": {
    readonly given: {
      readonly path: {
        readonly recurringId: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: RecurringInvoice;
  };
  /** Leave out the next day */
  readonly "POST /api/v1/recurring-invoices/{recurringId}/skip": {
    readonly given: {
      readonly path: {
        readonly recurringId: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: RecurringInvoice;
  };
  /** End it permanently */
  readonly "POST /api/v1/recurring-invoices/{recurringId}/end": {
    readonly given: {
      readonly path: {
        readonly recurringId: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: RecurringInvoice;
  };
  /** Find invoices, payments, clients and product links by what a person types; in the body, since addresses are logged */
  readonly "POST /api/v1/search": {
    readonly given: {
      readonly body: SearchRequest;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: SearchResult;
  };
  /** Sum up tax documents in the boxes of the Saudi VAT return */
  readonly "GET /api/v1/reports/vat": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period of at most 366. Days of Riyadh. */
        readonly to: SentDay;
      };
    };
    readonly answer: VatReturn;
  };
  /** Sum up payments and refunds by payment method and account, by day, by month or over all of the period */
  readonly "GET /api/v1/reports/sales": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period of at most 366. Days of Riyadh. */
        readonly to: SentDay;
        /** method when left out: over all of the period. */
        readonly by?: "day" | "month" | "method" | undefined;
      };
    };
    readonly answer: SalesReport;
  };
  /** What the daily comparison of our books with the providers' has found */
  readonly "GET /api/v1/reports/reconciliation": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period of at most 366. Days of Riyadh. */
        readonly to: SentDay;
      };
    };
    readonly answer: ReconciliationReport;
  };
  /** List the terms of payment methods that you have stored */
  readonly "GET /api/v1/account-terms": {
    readonly given: {};
    readonly answer: {
      readonly items: ReadonlyArray<AccountTerms>;
    };
  };
  /** Store or replace what the provider of a method keeps, and when it pays out */
  readonly "PUT /api/v1/account-terms/{method}": {
    readonly given: {
      readonly path: {
        readonly method: PaidMethod;
      };
      readonly body: {
        /** What the provider keeps of each payment, without VAT. */
        readonly feeRate: Percent;
        /** What it keeps besides of each payment, in riyals, without VAT. */
        readonly feeFixed: Amount;
        /** Bank days (Sunday to Thursday) from the day of a payment until it is in your bank. */
        readonly settlementDays: number;
      };
    };
    readonly answer: AccountTerms;
  };
  /** Sum up fees of a period by payment method and account: paid by buyers, and kept by providers */
  readonly "GET /api/v1/reports/fees": {
    readonly given: {
      readonly query: {
        readonly from: SentDay;
        /** The last day, which is part of the period of at most 366. Days of Riyadh. */
        readonly to: SentDay;
      };
    };
    readonly answer: FeesReport;
  };
  /** What is expected in the bank, by payment method and day */
  readonly "GET /api/v1/reports/due": {
    readonly given: {};
    readonly answer: DueReport;
  };
  /** The close of a day: payments by method, refunds, fees, what is left, invoices and differences */
  readonly "GET /api/v1/reports/close": {
    readonly given: {
      readonly query?: {
        /** Today in Riyadh when left out. */
        readonly day?: SentDay | undefined;
      } | undefined;
    };
    readonly answer: DailyClose;
  };
  /** Read events in order, oldest first; nothing ever appears before what you have read */
  readonly "GET /api/v1/events": {
    readonly given: {
      readonly query?: {
        /** The id of the last event that you have read; left out to begin with the first. latest: nothing of before, only nextAfter. */
        readonly after?: string | undefined;
        /** Only these, with commas between them. */
        readonly type?: string | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<Event>;
      /** Ask again, after the last of these. */
      readonly hasMore: boolean;
      /** From where to continue: after of the next call; null: from the first event on. */
      readonly nextAfter: string | null;
    };
  };
  /** Receive events as they happen, as server-sent events: the id of each goes into after or Last-Event-ID when the connection is made again; it ends after five minutes, and when the server is replaced */
  readonly "GET /api/v1/events/stream": {
    readonly given: {
      readonly query?: {
        /** The id of the last event that you have read; latest, or left out: only what happens from now on. */
        readonly after?: string | undefined;
        /** Only these, with commas between them. */
        readonly type?: string | undefined;
      } | undefined;
    };
    readonly answer: Response;
  };
  /** Read one event */
  readonly "GET /api/v1/events/{eventId}": {
    readonly given: {
      readonly path: {
        readonly eventId: string | number;
      };
    };
    readonly answer: Event;
  };
  /** What was delivered to your webhook endpoints of an invoice: the latest 100, newest first */
  readonly "GET /api/v1/invoices/{orderNumber}/webhook-deliveries": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
    };
    readonly answer: InvoiceWebhookDeliveries;
  };
  /** Add a webhook endpoint; its secret is shown once */
  readonly "POST /api/v1/webhook-endpoints": {
    readonly given: {
      readonly body: NewWebhookEndpoint;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: WebhookEndpointWithSecret;
  };
  /** List webhook endpoints */
  readonly "GET /api/v1/webhook-endpoints": {
    readonly given: {};
    readonly answer: {
      readonly items: ReadonlyArray<WebhookEndpoint>;
    };
  };
  /** Read a webhook endpoint */
  readonly "GET /api/v1/webhook-endpoints/{endpointId}": {
    readonly given: {
      readonly path: {
        readonly endpointId: string | number;
      };
    };
    readonly answer: WebhookEndpoint;
  };
  /** Change a webhook endpoint, or switch it on or off */
  readonly "PATCH /api/v1/webhook-endpoints/{endpointId}": {
    readonly given: {
      readonly path: {
        readonly endpointId: string | number;
      };
      readonly body: WebhookEndpointChanges;
    };
    readonly answer: WebhookEndpoint;
  };
  /** Remove a webhook endpoint; what is still to be delivered is dropped */
  readonly "DELETE /api/v1/webhook-endpoints/{endpointId}": {
    readonly given: {
      readonly path: {
        readonly endpointId: string | number;
      };
    };
    readonly answer: WebhookEndpoint;
  };
  /** Make a new secret; the earlier one signs beside it for a while */
  readonly "POST /api/v1/webhook-endpoints/{endpointId}/rotate-secret": {
    readonly given: {
      readonly path: {
        readonly endpointId: string | number;
      };
      readonly body?: WebhookSecretRotation;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: WebhookEndpointWithSecret;
  };
  /** Send a test event to the endpoint, also to one that is off */
  readonly "POST /api/v1/webhook-endpoints/{endpointId}/test": {
    readonly given: {
      readonly path: {
        readonly endpointId: string | number;
      };
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: {
      /** How many deliveries. */
      readonly queued: number;
    };
  };
  /** Deliver one event again, or a range of them, 10,000 at most; ids stay the same */
  readonly "POST /api/v1/webhook-endpoints/{endpointId}/replay": {
    readonly given: {
      readonly path: {
        readonly endpointId: string | number;
      };
      readonly body: WebhookReplay;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: {
      /** How many deliveries. */
      readonly queued: number;
    };
  };
  /** The delivery log of an endpoint, newest first, with request and answer of every try; kept for 30 days */
  readonly "GET /api/v1/webhook-endpoints/{endpointId}/deliveries": {
    readonly given: {
      readonly path: {
        readonly endpointId: string | number;
      };
      readonly query?: {
        /** failed: given up after seven days. dropped: the endpoint was switched off or removed meanwhile, or its version does not have this event. */
        readonly state?: "due" | "delivered" | "failed" | "dropped" | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<WebhookDelivery>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Upload a picture of at most 5 MiB and 25 megapixels; it is encoded again, and the same bytes again are the same image (200) */
  readonly "POST /api/v1/images": {
    readonly given: {
      readonly body: Uint8Array | Blob;
      /** Of the file; a Blob has its own. */
      readonly contentType?: "image/png" | "image/jpeg" | "image/webp" | undefined;
    };
    readonly answer: Image;
  };
  /** The file of a picture that you have uploaded */
  readonly "GET /api/v1/images/{imageId}": {
    readonly given: {
      readonly path: {
        readonly imageId: string | number;
      };
      readonly query?: {
        /** Its longest side is at most 100, 300 or 1600 pixels; medium when left out. */
        readonly size?: "small" | "medium" | "full" | undefined;
      } | undefined;
    };
    readonly answer: Response;
  };
  /** The logo on your pages and documents */
  readonly "GET /api/v1/merchant/logo": {
    readonly given: {};
    readonly answer: MerchantLogo;
  };
  /** Show an uploaded image as your logo */
  readonly "PUT /api/v1/merchant/logo": {
    readonly given: {
      readonly body: NewMerchantLogo;
    };
    readonly answer: MerchantLogo;
  };
  /** Show no logo */
  readonly "DELETE /api/v1/merchant/logo": {
    readonly given: {};
    readonly answer: MerchantLogo;
  };
  /** Create a product */
  readonly "POST /api/v1/products": {
    readonly given: {
      readonly body: NewProduct;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Product;
  };
  /** List products, newest first */
  readonly "GET /api/v1/products": {
    readonly given: {
      readonly query?: {
        /** Only these; all when left out. */
        readonly isArchived?: "true" | "false" | undefined;
        /** With each of these words in the title, or how they begin, in any spelling. */
        readonly title?: string | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<Product>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a product */
  readonly "GET /api/v1/products/{productId}": {
    readonly given: {
      readonly path: {
        readonly productId: string | number;
      };
    };
    readonly answer: Product;
  };
  /** Change a product: its price, its stock, or archive it; with If-Match, only while it is as you have read it */
  readonly "PATCH /api/v1/products/{productId}": {
    readonly given: {
      readonly path: {
        readonly productId: string | number;
      };
      readonly body: ProductChanges;
    };
    readonly answer: Product;
  };
  /** Make the address of a product link for one buyer, with what you know of them filled in; nothing is stored */
  readonly "POST /api/v1/product-links/{linkIdentity}/prefill": {
    readonly given: {
      readonly path: {
        readonly linkIdentity: string | number;
      };
      readonly body: NewPrefill;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: PrefilledLink;
  };
  /** Create a product link */
  readonly "POST /api/v1/product-links": {
    readonly given: {
      readonly body: NewProductLink;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: ProductLink;
  };
  /** List product links, newest first */
  readonly "GET /api/v1/product-links": {
    readonly given: {
      readonly query?: {
        /** Of this product only. */
        readonly productId?: number | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<ProductLink>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a product link */
  readonly "GET /api/v1/product-links/{linkIdentity}": {
    readonly given: {
      readonly path: {
        readonly linkIdentity: string | number;
      };
    };
    readonly answer: ProductLink;
  };
  /** Change a product link, or switch it off; with If-Match, only while it is as you have read it */
  readonly "PATCH /api/v1/product-links/{linkIdentity}": {
    readonly given: {
      readonly path: {
        readonly linkIdentity: string | number;
      };
      readonly body: ProductLinkChanges;
    };
    readonly answer: ProductLink;
  };
  /** Create a coupon */
  readonly "POST /api/v1/coupons": {
    readonly given: {
      readonly body: NewCoupon;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Coupon;
  };
  /** List coupons, newest first */
  readonly "GET /api/v1/coupons": {
    readonly given: {
      readonly query?: {
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<Coupon>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** Read a coupon and how often it was used */
  readonly "GET /api/v1/coupons/{couponId}": {
    readonly given: {
      readonly path: {
        readonly couponId: string | number;
      };
    };
    readonly answer: Coupon;
  };
  /** Change a coupon, or switch it off; with If-Match, only while it is as you have read it */
  readonly "PATCH /api/v1/coupons/{couponId}": {
    readonly given: {
      readonly path: {
        readonly couponId: string | number;
      };
      readonly body: CouponChanges;
    };
    readonly answer: Coupon;
  };
  /** Upload a file of at most 25 MiB that products or invoice lines deliver; the same bytes of the same name again are the same file (200) */
  readonly "POST /api/v1/digital-files": {
    readonly given: {
      readonly query: {
        /** The name under which buyers save it. */
        readonly fileName: string;
      };
      readonly body: Uint8Array | Blob;
      /** Of the file; a Blob has its own. */
      readonly contentType?: "application/octet-stream" | "application/pdf" | "application/zip" | "application/epub+zip" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "application/vnd.openxmlformats-officedocument.presentationml.presentation" | "text/plain" | "text/csv" | "image/png" | "image/jpeg" | "image/webp" | "audio/mpeg" | "audio/mp4" | "video/mp4" | undefined;
    };
    readonly answer: DigitalFile;
  };
  /** List the mails with an order's digital goods, newest first */
  readonly "GET /api/v1/invoices/{orderNumber}/deliveries": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
    };
    readonly answer: {
      readonly items: ReadonlyArray<DigitalDelivery>;
    };
  };
  /** Send the digital goods of a paid order again, to the address that its buyer has confirmed */
  readonly "POST /api/v1/invoices/{orderNumber}/deliveries": {
    readonly given: {
      readonly path: {
        readonly orderNumber: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: DigitalDelivery;
  };
  /** Read the theme */
  readonly "GET /api/v1/theme": {
    readonly given: {};
    readonly answer: Theme;
  };
  /** Replace the theme; with If-Match only where it is as you have read it */
  readonly "PUT /api/v1/theme": {
    readonly given: {
      readonly body: ThemeSettings;
    };
    readonly answer: Theme;
  };
  /** See your pages in a theme before it is saved, and which of its colours could not be read; nothing is stored */
  readonly "POST /api/v1/theme/preview": {
    readonly given: {
      readonly body: ThemeToTry;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: ThemePreview;
  };
  /** The looks that were saved before, newest first; the latest fifty are kept */
  readonly "GET /api/v1/theme/versions": {
    readonly given: {};
    readonly answer: {
      readonly items: ReadonlyArray<ThemeVersion>;
    };
  };
  /** Go back to a look with its logo: it is saved again, as the newest */
  readonly "POST /api/v1/theme/versions/{version}/restore": {
    readonly given: {
      readonly path: {
        readonly version: string | number;
      };
      readonly body?: Readonly<Record<string, never>>;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Theme;
  };
  /** List the fonts that a theme may name */
  readonly "GET /api/v1/theme/fonts": {
    readonly given: {};
    readonly answer: ThemeFonts;
  };
  /** Read your own account: who the key belongs to, and what it may do */
  readonly "GET /api/v1/merchant": {
    readonly given: {};
    readonly answer: Merchant;
  };
  /** Change your own account; with If-Match, only while its settings are those that you have read */
  readonly "PATCH /api/v1/merchant": {
    readonly given: {
      readonly body: MerchantChanges;
    };
    readonly answer: Merchant;
  };
  /** Make your test world where there is none, and a key of it (wasl_test_…) with the scopes of yours */
  readonly "POST /api/v1/merchant/test-world": {
    readonly given: {
      readonly body?: TestWorldRequest;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: TestWorld;
  };
  /** Read how your tax invoices and notes are numbered */
  readonly "GET /api/v1/merchant/numbering": {
    readonly given: {};
    readonly answer: Numbering;
  };
  /** Begin another series of numbers; what is left out stays */
  readonly "PUT /api/v1/merchant/numbering": {
    readonly given: {
      readonly body: NumberingChanges;
    };
    readonly answer: Numbering;
  };
  /** Make an API key, with scopes that yours has */
  readonly "POST /api/v1/keys": {
    readonly given: {
      readonly body: NewApiKey;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: CreatedApiKey;
  };
  /** List API keys, newest first; revoked ones, too */
  readonly "GET /api/v1/keys": {
    readonly given: {};
    readonly answer: {
      readonly items: ReadonlyArray<ApiKey>;
    };
  };
  /** Make a key with the same scopes; the old one ends after an overlap */
  readonly "POST /api/v1/keys/{keyId}/exchange": {
    readonly given: {
      readonly path: {
        readonly keyId: string | number;
      };
      readonly body?: ApiKeyExchange;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: CreatedApiKey;
  };
  /** Revoke a key at once */
  readonly "POST /api/v1/keys/{keyId}/revoke": {
    readonly given: {
      readonly path: {
        readonly keyId: string | number;
      };
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: ApiKey;
  };
  /** The calls that were made with your keys, newest first; never their bodies */
  readonly "GET /api/v1/requests": {
    readonly given: {
      readonly query?: {
        readonly keyId?: number | undefined;
        /** Only those with a status of 400 or more. Refusals for too many calls are not kept. */
        readonly show?: "refused" | undefined;
        /** About the invoice of this number. */
        readonly order?: string | undefined;
        /** How many to return; 20 when left out. */
        readonly limit?: number | undefined;
        /** The nextCursor of the page before; left out for the first page. */
        readonly cursor?: string | undefined;
      } | undefined;
    };
    readonly answer: {
      readonly items: ReadonlyArray<ApiRequest>;
      /** null: this was the last page. */
      readonly nextCursor: string | null;
    };
  };
  /** List payment methods with whose account each is paid through */
  readonly "GET /api/v1/accounts": {
    readonly given: {};
    readonly answer: {
      readonly items: ReadonlyArray<ProviderAccount>;
    };
  };
  /** Store or replace your own account at a provider; another account is refused while payments or refunds are open */
  readonly "PUT /api/v1/accounts/{method}": {
    readonly given: {
      readonly path: {
        readonly method: string | number;
      };
      readonly body: ProviderAccountSettings;
    };
    readonly answer: ProviderAccount;
  };
  /** Remove your own account at a provider; refused while payments or refunds are open on it */
  readonly "DELETE /api/v1/accounts/{method}": {
    readonly given: {
      readonly path: {
        readonly method: string | number;
      };
    };
    readonly answer: ProviderAccount;
  };
  /** State the lowest and highest amount that your own account is offered for; its other settings stay */
  readonly "PUT /api/v1/accounts/{method}/limits": {
    readonly given: {
      readonly path: {
        readonly method: string | number;
      };
      readonly body: AccountLimits;
    };
    readonly answer: ProviderAccount;
  };
  /** Ask the provider of a method about a payment that is not there: nothing is charged or changed */
  readonly "POST /api/v1/accounts/{method}/try": {
    readonly given: {
      readonly path: {
        readonly method: string | number;
      };
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: TriedAccount;
  };
  /** Erase a buyer's data from all orders that are over */
  readonly "POST /api/v1/buyers/erase": {
    readonly given: {
      readonly body: BuyerToErase;
      readonly idempotencyKey?: string | undefined;
    };
    readonly answer: Erasure;
  };
  /** Read the secret that signs the addresses at which buyers come back to you */
  readonly "GET /api/v1/merchant/return-secret": {
    readonly given: {};
    readonly answer: ReturnSecret;
  };
  /** Replace that secret; for 24 hours addresses carry the signatures of both, the newer one first */
  readonly "PUT /api/v1/merchant/return-secret": {
    readonly given: {
      readonly body: ReturnSecretReplacement;
    };
    readonly answer: ReturnSecret;
  };
};
