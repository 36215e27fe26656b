/** The contract maps that the published OpenAPI documents describe. A new resource or page call adds its map here. */
import { agreementCalls } from "#contract/agreements.ts";
import { apiKeyCalls } from "#contract/api-keys.ts";
import { apiRequestCalls } from "#contract/api-requests.ts";
import { clientEmailCalls } from "#contract/client-email.ts";
import { clientStatementCalls } from "#contract/client-statement.ts";
import { clientCalls } from "#contract/clients.ts";
import type { CallMap } from "#contract/contract.ts";
import { couponCalls } from "#contract/coupons.ts";
import { dailyCloseCalls } from "#contract/daily-close.ts";
import { digitalCalls } from "#contract/digital-goods.ts";
import { eventCalls } from "#contract/events.ts";
import { exportCalls } from "#contract/exports.ts";
import { fileCalls } from "#contract/files.ts";
import { funnelCalls } from "#contract/funnel.ts";
import { homeCalls } from "#contract/home.ts";
import { imageCalls } from "#contract/images.ts";
import { invoiceChangeCalls } from "#contract/invoice-changes.ts";
import { invoiceDraftCalls } from "#contract/invoice-drafts.ts";
import { invoiceCalls } from "#contract/invoices.ts";
import { listViewCalls } from "#contract/list-views.ts";
import { merchantCalls } from "#contract/merchant.ts";
import { messageAccountCalls } from "#contract/message-accounts.ts";
import { messageSettingsCalls } from "#contract/message-settings.ts";
import { messageTextCalls } from "#contract/message-texts.ts";
import { messageCalls } from "#contract/messages.ts";
import { numberingCalls } from "#contract/numbering.ts";
import { orderCalls } from "#contract/order.ts";
import { payCodeCalls } from "#contract/pay-codes.ts";
import { paymentCalls } from "#contract/payment.ts";
import { paymentListCalls } from "#contract/payments.ts";
import { paymentByHandCalls } from "#contract/payments-by-hand.ts";
import { peopleCalls } from "#contract/people.ts";
import { privacyCalls } from "#contract/privacy.ts";
import { productCalls } from "#contract/product.ts";
import { productLinksCalls } from "#contract/product-links.ts";
import { productsCalls } from "#contract/products.ts";
import { providerAccountCalls } from "#contract/provider-accounts.ts";
import { pushCalls } from "#contract/push.ts";
import { quoteCalls, quoteMessageCalls } from "#contract/quotes.ts";
import { recurringCalls } from "#contract/recurring.ts";
import { refundApprovalCalls, refundDecisionCalls } from "#contract/refund-approvals.ts";
import { refundCalls } from "#contract/refunds.ts";
import { reportCalls } from "#contract/reports.ts";
import { returnRequestCalls } from "#contract/return-requests.ts";
import { returnSecretCalls } from "#contract/return-secret.ts";
import { searchCalls } from "#contract/search.ts";
import { settingsCalls } from "#contract/settings.ts";
import { settlementCalls } from "#contract/settlement.ts";
import { taxDocumentCalls } from "#contract/tax-documents.ts";
import { taxUnitCalls } from "#contract/tax-units.ts";
import { testWorldCalls } from "#contract/test-world.ts";
import { themeCalls } from "#contract/theme.ts";
import { webhookEndpointCalls } from "#contract/webhook-endpoints.ts";
import { catalog } from "#methods/catalog.ts";
import { validationCall } from "#methods/device-wallets/validation-call.ts";
import { methodEntry } from "#methods/registry.ts";
import { shapeOfMethodCall } from "../payments/method-call-shape.ts";

/** Each payment method brings its own calls. */
const callsOfMethods: CallMap = Object.fromEntries(
  catalog.flatMap(({ id }) => {
    const { calls, validationPath } = methodEntry(id);
    return [
      ...calls.map((call) => [call.path, shapeOfMethodCall(call)]),
      ...(validationPath === null ? [] : [[`POST ${validationPath}`, validationCall]]),
    ];
  }),
);

export const publishedCalls: readonly CallMap[] = [
  invoiceCalls,
  invoiceChangeCalls,
  invoiceDraftCalls,
  payCodeCalls,
  paymentListCalls,
  paymentByHandCalls,
  refundCalls,
  refundApprovalCalls,
  refundDecisionCalls,
  returnRequestCalls,
  taxDocumentCalls,
  taxUnitCalls,
  clientCalls,
  clientStatementCalls,
  messageCalls,
  messageSettingsCalls,
  messageTextCalls,
  messageAccountCalls,
  agreementCalls,
  exportCalls,
  funnelCalls,
  homeCalls,
  quoteCalls,
  quoteMessageCalls,
  recurringCalls,
  searchCalls,
  reportCalls,
  settlementCalls,
  dailyCloseCalls,
  eventCalls,
  webhookEndpointCalls,
  imageCalls,
  productsCalls,
  productLinksCalls,
  couponCalls,
  digitalCalls,
  themeCalls,
  merchantCalls,
  testWorldCalls,
  numberingCalls,
  apiKeyCalls,
  apiRequestCalls,
  providerAccountCalls,
  privacyCalls,
  returnSecretCalls,
  peopleCalls,
  listViewCalls,
  pushCalls,
  orderCalls,
  settingsCalls,
  productCalls,
  clientEmailCalls,
  paymentCalls,
  fileCalls,
  callsOfMethods,
];
