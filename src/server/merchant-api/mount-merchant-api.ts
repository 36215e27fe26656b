/**
 * The merchant API: everything under /api/v1. Its scope takes JSON only, asks for an API key before it reads a body,
 * and names wrong fields. A new resource adds its calls to the contract, to published-calls.ts and here.
 */
import type { FastifyInstance } from "fastify";
import { mountEventCalls } from "../events/event-routes.ts";
import { mountExportCalls } from "../exports/export-routes.ts";
import { readJsonOnce } from "../http/request-form.ts";
import { mountReportCalls, mountSettlementCalls } from "../reports/report-routes.ts";
import { mountSearchCall } from "../search/search-routes.ts";
import type { Services } from "../services.ts";
import { mountWebhookEndpointCalls } from "../webhooks/webhook-routes.ts";
import { mountAccountCalls } from "./account-routes.ts";
import { mountAgreementCalls } from "./agreement-routes.ts";
import { auditCalls } from "./audit-calls.ts";
import { requireApiKey } from "./authenticate.ts";
import { requirePerson } from "./authenticate-person.ts";
import { mountClientCalls } from "./client-routes.ts";
import { mountCouponCalls } from "./coupon-routes.ts";
import { mountDigitalCalls } from "./digital-routes.ts";
import { mountImageCalls } from "./image-routes.ts";
import { mountInvoiceChangeCalls } from "./invoice-change-routes.ts";
import { mountInvoiceDraftCalls } from "./invoice-draft-routes.ts";
import { mountInvoiceCalls } from "./invoice-routes.ts";
import { mountKeyCalls } from "./key-routes.ts";
import { mountListViewCalls } from "./list-view-routes.ts";
import { mountMerchantCalls, mountMerchantCallsOfPeople } from "./merchant-routes.ts";
import { mountMessageAccountCalls } from "./message-account-routes.ts";
import { mountMessageCalls } from "./message-routes.ts";
import { mountMessageSettingsCalls } from "./message-settings-routes.ts";
import { mountMessageTextCalls } from "./message-text-routes.ts";
import { mountNumberingCalls } from "./numbering-routes.ts";
import { mountOpenApi } from "./openapi-route.ts";
import { mountPayCodeCalls } from "./pay-code-routes.ts";
import { mountPaymentListCalls } from "./payment-routes.ts";
import { mountPersonCalls } from "./person-routes.ts";
import { mountPrivacyCalls } from "./privacy-routes.ts";
import { mountProductLinksCalls } from "./product-links-routes.ts";
import { mountProductsCalls } from "./products-routes.ts";
import { mountPushCalls } from "./push-routes.ts";
import { mountRefundApprovalCalls, mountRefundDecisionCalls } from "./refund-approval-routes.ts";
import { mountRefundListCalls } from "./refund-list-routes.ts";
import { mountRefundCalls } from "./refund-routes.ts";
import { logRequests } from "./request-log.ts";
import { mountRequestLogCalls } from "./request-log-routes.ts";
import { mountReturnSecretCalls } from "./return-secret-routes.ts";
import { maskForRoles } from "./seen-by-role.ts";
import { mountTaxArchiveCall } from "./tax-archive-route.ts";
import { mountTaxDocumentCalls, mountTaxDocumentChanges } from "./tax-document-routes.ts";
import { mountTeamCalls } from "./team-routes.ts";
import { mountTestWorldCalls } from "./test-world-routes.ts";
import { mountThemeCalls } from "./theme-routes.ts";
import { contractValidator } from "./validation.ts";

/** What the merchant API uses of the installation. */
export type MerchantApiServices = Pick<
  Services,
  "config" | "log" | "clock" | "ids" | "db" | "providers" | "sealing" | "signing" | "http" | "mailer"
>;

/** Mounts the merchant API and its public description. */
export function mountMerchantApi(app: FastifyInstance, services: Services): void {
  mountOpenApi(app);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    readJsonOnce(scope, "optional");
    scope.setValidatorCompiler(contractValidator);
    requireApiKey(scope, services);
    logRequests(scope, services);
    auditCalls(scope, services);
    mountMerchantCalls(scope, services);
    mountCallsOfAll(scope, services);
  });
}

/** Mounts the same calls for people who are signed in to the console: its scope says who calls. */
export function mountMerchantApiOfPeople(scope: FastifyInstance, services: Services): void {
  scope.removeAllContentTypeParsers();
  readJsonOnce(scope, "optional");
  scope.setValidatorCompiler(contractValidator);
  requirePerson(scope, services);
  maskForRoles(scope);
  auditCalls(scope, services);
  mountMerchantCallsOfPeople(scope, services);
  mountPersonCalls(scope, services);
  mountPushCalls(scope, services);
  mountTeamCalls(scope, services);
  mountListViewCalls(scope, services);
  mountRefundDecisionCalls(scope, services);
  mountCallsOfAll(scope, services);
}

/** What keys and people call alike. */
function mountCallsOfAll(scope: FastifyInstance, services: Services): void {
  mountInvoiceCalls(scope, services);
  mountInvoiceChangeCalls(scope, services);
  mountInvoiceDraftCalls(scope, services);
  mountPayCodeCalls(scope, services);
  mountPaymentListCalls(scope, services);
  mountRefundCalls(scope, services);
  mountRefundListCalls(scope, services);
  mountRefundApprovalCalls(scope, services);
  mountTaxArchiveCall(scope, services);
  mountTaxDocumentCalls(scope, services);
  mountTaxDocumentChanges(scope, services);
  mountClientCalls(scope, services);
  mountMessageCalls(scope, services);
  mountMessageSettingsCalls(scope, services);
  mountMessageTextCalls(scope, services);
  mountMessageAccountCalls(scope, services);
  mountAgreementCalls(scope, services);
  mountExportCalls(scope, services);
  mountReportCalls(scope, services);
  mountSettlementCalls(scope, services);
  mountSearchCall(scope, services);
  mountEventCalls(scope, services);
  mountWebhookEndpointCalls(scope, services);
  mountImageCalls(scope, services);
  mountProductsCalls(scope, services);
  mountProductLinksCalls(scope, services);
  mountCouponCalls(scope, services);
  mountDigitalCalls(scope, services);
  mountThemeCalls(scope, services);
  mountTestWorldCalls(scope, services);
  mountNumberingCalls(scope, services);
  mountKeyCalls(scope, services);
  mountRequestLogCalls(scope, services);
  mountAccountCalls(scope, services);
  mountPrivacyCalls(scope, services);
  mountReturnSecretCalls(scope, services);
}
