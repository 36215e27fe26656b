/** The one place that turns an invoice's row into the model of the merchant API (contract/invoices.ts). */
import type { Invoice, InvoiceSummary } from "#contract/invoices.ts";
import type { Language } from "#core/language.ts";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import { amountDue } from "#core/order-money.ts";
import { readReason } from "#core/outcome.ts";
import { percentText } from "#core/pricing/pricing.ts";
import type { World } from "#core/world.ts";
import { type AllowedMethodName, allowedMethodNames } from "#methods/allowed.ts";
import { receiptUrl, taxDocumentUrl } from "../documents/document-addresses.ts";
import { whatsappLink } from "../messages/whatsapp-link.ts";
import type { OrderLine } from "../orders/order-lines.ts";
import type { Config } from "../settings/config.ts";
import { isLivemode } from "../settings/world.ts";
import { shownAgreementOf } from "./agreement-model.ts";
import { buyerFacts } from "./buyer-facts.ts";
import { toDigitalContent } from "./digital-content.ts";
import type { InvoiceAttemptRow, InvoiceHeadRow, InvoiceRow } from "./invoice-store.ts";
import { sentQuantity } from "./sent-quantity.ts";
import { toSubmission } from "./tax-submission.ts";

export type LinkOptions = {
  /** Public addresses of the pages and of the files, without a trailing slash. */
  readonly webUrl: string;
  readonly serverUrl: string;
  /** Language that the links open in; null leaves it to the buyer. */
  readonly language: Language | null;
  /** Whether the merchant's money is real. */
  readonly livemode: boolean;
};

/** What the invoices of a merchant are written out with. */
export function linkOptions(
  config: Pick<Config, "environment" | "webUrl" | "serverUrl">,
  merchant: { readonly world: World },
  language: Language | null = null,
): LinkOptions {
  const { webUrl, serverUrl } = config;
  return { webUrl, serverUrl, language, livemode: isLivemode(config, merchant) };
}

/** Builds the full model: figures, lines, client and attempts. */
export function toInvoice(row: InvoiceRow, links: LinkOptions): Invoice {
  const money = (value: Minor): string => formatDecimal(value, row.currency);
  return {
    ...toHead(row, links),
    lines: row.lines.map((line) => toLine(line, row.currency)),
    subTotal: money(row.sub_total),
    discount: toDiscount(row),
    vatRate: percentText(row.vat_bps),
    vat: money(row.vat),
    commissionRate: percentText(row.commission_rate_bps),
    serviceFees: money(row.service_fees),
    pricesIncludeVat: row.prices_include_vat,
    foreignEquivalent:
      row.foreign_currency === null || row.foreign_total === null
        ? null
        : { currency: row.foreign_currency, amount: formatDecimal(row.foreign_total, row.foreign_currency) },
    client: row.client_entry === null ? null : toClient(row, row.client_entry),
    supplyDate: row.supply_date,
    taxForm: row.tax_form,
    renewalRequestedAt: row.renewal_requested_at?.toISOString() ?? null,
    replaces: row.replaces,
    replacedBy: row.replaced_by,
    note: row.note,
    answers: [...(row.answers ?? [])],
    callbackUrl: row.callback_url,
    cancelUrl: row.cancel_url,
    allowedMethods: row.allowed_methods.filter(isAllowedMethod),
    agreement: shownAgreementOf(row),
    whatsappLink: whatsappLinkOf(row, links.webUrl),
    ...toDocuments(row, links.serverUrl),
    attempts: row.attempts.map(toAttempt),
  };
}

function whatsappLinkOf(row: InvoiceRow, webUrl: string): Invoice["whatsappLink"] {
  const due = amountDue(row);
  if (due <= 0) return null;
  const { order_number: orderNumber, currency, client_mobile: mobile } = row;
  const of = { webUrl, orderNumber, amount: due, currency, mobile };
  return { ar: whatsappLink(of, "ar"), en: whatsappLink(of, "en") };
}

/** Builds the entry of a list. */
export function toInvoiceSummary(row: InvoiceHeadRow, links: LinkOptions): InvoiceSummary {
  return { ...toHead(row, links), clientName: row.client_name, clientMobile: row.client_mobile };
}

function toHead(
  row: InvoiceHeadRow,
  links: LinkOptions,
): Omit<InvoiceSummary, "clientName" | "clientMobile"> {
  const money = (value: Minor): string => formatDecimal(value, row.currency);
  const query = links.language === null ? "" : `?lang=${links.language}`;
  return {
    orderNumber: row.order_number,
    livemode: links.livemode,
    externalOrderNumber: row.external_order_number,
    status: row.status,
    currency: row.currency,
    total: money(row.total),
    paidTotal: money(row.captured_total),
    dueTotal: money(amountDue(row)),
    refundedTotal: money(row.refunded_total),
    url: `${links.webUrl}/pay/order/${row.order_number}${query}`,
    paymentUrl: `${links.webUrl}/pay/info/${row.order_number}${query}`,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    dueDate: row.due_date,
    expiresAt: row.expires_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    metadata: row.metadata,
    ...buyerFacts(row),
  };
}

function toLine(line: OrderLine, currency: string): Invoice["lines"][number] {
  const money = (value: Minor): string => formatDecimal(value, currency);
  return {
    title: line.title,
    description: line.description,
    quantity: sentQuantity(line.qty_thousandths),
    unit: line.unit_code,
    unitPrice: money(line.unit_price),
    soldUnitPrice: money(line.sold_unit_price),
    vatRate: line.vat_bps === null ? null : percentText(line.vat_bps),
    net: money(line.line_net),
    discount: money(line.line_discount),
    vat: money(line.line_vat),
    total: money(minor(line.line_net - line.line_discount + line.line_vat)),
    isDigital: line.is_digital,
    vatExemption: line.vat_exemption,
    vatCategory: line.vat_category,
    vatReason:
      line.vat_reason_ar === null || line.vat_reason_en === null
        ? null
        : { ar: line.vat_reason_ar, en: line.vat_reason_en },
    digitalContent: toDigitalContent(line),
    imageId: line.sold_image_id,
  };
}

/** `value` as it was sent: an amount, or a percentage. */
function toDiscount(row: InvoiceRow): Invoice["discount"] {
  if (row.discount_type === null || row.discount_value === null) return null;
  const value =
    row.discount_type === "FIXED"
      ? formatDecimal(minor(row.discount_value), row.currency)
      : percentText(row.discount_value);
  return { type: row.discount_type, value, amount: formatDecimal(row.discount, row.currency) };
}

function toClient(row: InvoiceRow, id: number): Invoice["client"] {
  const { legalName, identification, postalAddress } = row.client_party;
  return {
    id,
    name: row.client_name,
    mobile: row.client_mobile,
    countryCode: row.client_country_code,
    email: row.client_email,
    vatNumber: row.client_vat_number,
    legalName,
    identification,
    address: row.client_address,
    postalAddress,
  };
}

/** Receipts are of paid orders; the tax invoice and credit notes are those that were issued. */
function toDocuments(
  row: InvoiceRow,
  serverUrl: string,
): Pick<Invoice, "receiptUrl" | "taxInvoice" | "creditNotes" | "debitNotes"> {
  const order = {
    merchantId: row.merchant_id,
    clientId: row.client_id,
    orderNumber: row.order_number,
    theme: row.theme,
  };
  const issued = row.tax_documents.map(({ kind, number, issued_at, submission }) => ({
    kind,
    document: {
      number,
      issuedAt: new Date(issued_at).toISOString(),
      url: taxDocumentUrl(serverUrl, order, { kind, number }),
      submission: submission && toSubmission(submission),
    },
  }));
  return {
    receiptUrl: row.paid_at === null ? null : receiptUrl(serverUrl, order),
    taxInvoice: issued.find(({ kind }) => kind === "tax_invoice")?.document ?? null,
    creditNotes: issued.flatMap(({ kind, document }) => (kind === "credit_note" ? document : [])),
    debitNotes: issued.flatMap(({ kind, document }) => (kind === "debit_note" ? document : [])),
  };
}

function toAttempt(row: InvoiceAttemptRow): Invoice["attempts"][number] {
  const hasCard = row.paid_brand !== null || row.paid_last_four !== null;
  return {
    id: row.id,
    method: row.method,
    state: row.state,
    reason: row.decline_reason === null ? null : readReason(row.decline_reason),
    amount: formatDecimal(row.amount, row.currency),
    receivedAmount: row.received_amount === null ? null : formatDecimal(row.received_amount, row.currency),
    card: hasCard ? { brand: row.paid_brand, lastFour: row.paid_last_four } : null,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

function isAllowedMethod(name: string): name is AllowedMethodName {
  return allowedMethodNames.some((known) => known === name);
}
