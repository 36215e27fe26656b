/** An invoice as Paylink's API answers with it. */
import type { PaylinkInvoice } from "#contract/paylink.ts";
import { failedStates } from "#core/attempt-status.ts";
import { formatDecimal } from "#core/money.ts";
import { paymentsAmong } from "#core/order-money.ts";
import { type OrderStanding, orderStatusFacts } from "#core/order-status.ts";
import { percentText } from "#core/pricing/pricing.ts";
import { wholeUnits } from "#core/pricing/quantity.ts";
import { receiptUrl } from "../documents/document-addresses.ts";
import type { InvoiceAttemptRow, InvoiceRow } from "../merchant-api/invoice-store.ts";
import { failureOf } from "../payments/failure.ts";
import { brandOfMethod } from "./read-order.ts";

/**
 * What their clients do by each: deliver at Paid alone, wait at Pending, give the cart back at Canceled. A refunded invoice
 * is one for which nothing is to be delivered. A standing that holds money and does not count as paid can only be Pending here, and no
 * webhook tells of its end: theirs know the first payment and refunds alone (webhook-body.ts), so that these shops must ask again.
 */
export const paylinkStatus: Readonly<Record<OrderStanding, PaylinkInvoice["orderStatus"]>> = {
  payable: "Pending",
  paid: "Paid",
  cancelled: "Canceled",
  refunded: "Canceled",
};

/** Public addresses, without a trailing slash. */
export type AnswerLinks = { readonly webUrl: string; readonly serverUrl: string };

/** Builds the answer. Amounts are decimal texts here, numbers on the wire. */
export function toPaylinkInvoice(
  row: InvoiceRow,
  numbers: { readonly transactionNo: string; readonly shopNumber: string },
  { webUrl, serverUrl }: AnswerLinks,
): PaylinkInvoice {
  const { transactionNo, shopNumber } = numbers;
  return {
    gatewayOrderRequest: toRequest(row, shopNumber),
    amount: formatDecimal(row.total, row.currency),
    transactionNo,
    orderStatus: paylinkStatus[orderStatusFacts[row.status].standing],
    paymentErrors: toErrors(row),
    url: `${webUrl}/pay/info/${row.order_number}`,
    qrUrl: `${serverUrl}/openApi/loadPaymentQRCode/${row.order_number}`,
    mobileUrl: `${webUrl}/pay/order/${row.order_number}`,
    checkUrl: `${serverUrl}/api/getInvoice/${transactionNo}`,
    success: true,
    digitalOrder: row.lines.some((line) => line.is_digital),
    foreignCurrencyRate: null,
    paymentReceipt: toReceipt(row, serverUrl),
    metadata: null,
  };
}

function toRequest(row: InvoiceRow, orderNumber: string): PaylinkInvoice["gatewayOrderRequest"] {
  const { currency } = row;
  return {
    amount: formatDecimal(row.total, currency),
    orderNumber,
    callBackUrl: row.callback_url,
    clientEmail: row.client_email,
    clientName: row.client_name,
    clientMobile: row.client_mobile,
    note: row.note,
    cancelUrl: row.cancel_url,
    products: row.lines.map((line) => ({
      title: line.title,
      price: formatDecimal(line.unit_price, currency),
      // Their clients know whole pieces; a fraction is a number all the same.
      qty: wholeUnits(line.qty_thousandths) ?? line.qty_thousandths / 1000,
      description: line.description,
      isDigital: line.is_digital,
      imageSrc: null,
      specificVat: line.vat_bps === null ? null : percentText(line.vat_bps),
      productCost: null,
    })),
    supportedCardBrands: row.allowed_methods.flatMap((name) => brandOfMethod(name) ?? []),
    currency,
    smsMessage: null,
    displayPending: true,
    receivers: null,
    partnerPortion: null,
    metadata: null,
  };
}

/** WooCommerce's plug-in takes any error for a failed order: there are none while a payment may still succeed. */
function toErrors({ status, attempts }: InvoiceRow): PaylinkInvoice["paymentErrors"] {
  const [newest] = attempts;
  if (!orderStatusFacts[status].payable || !newest || !hasFailed(newest)) return null;
  return attempts.filter(hasFailed).map((attempt) => {
    const { code, message } = failureOf({ state: attempt.state, reason: attempt.decline_reason });
    return {
      errorCode: code,
      errorTitle: message.en,
      errorMessage: message.ar,
      errorTime: new Date(attempt.updated_at).toISOString(),
    };
  });
}

function hasFailed({ state }: InvoiceAttemptRow): boolean {
  return failedStates.includes(state);
}

/** Theirs is of one payment; where several have paid, of the last one. */
function toReceipt(row: InvoiceRow, serverUrl: string): PaylinkInvoice["paymentReceipt"] {
  const last = paymentsAmong(row.attempts).at(-1);
  if (!orderStatusFacts[row.status].paid || !last) return null;
  const order = {
    merchantId: row.merchant_id,
    clientId: row.client_id,
    orderNumber: row.order_number,
    theme: row.theme,
  };
  return {
    receiptUrl: receiptUrl(serverUrl, order),
    // Ours asks for none.
    passcode: "",
    paymentMethod: (last.paid_brand ?? last.method).toUpperCase(),
    paymentDate: new Date(last.settled_at).toISOString(),
    bankCardNumber: last.paid_last_four,
  };
}
