/**
 * The merchant API: everything under /api/v1. Its scope takes JSON only, asks for an API key before it reads a body,
 * and names wrong fields. A new resource adds its calls to the contract, to published-calls.ts and here; one whose folder is
 * above this one (`server/merchant-calls.ts`) there.
 */
import type { FastifyInstance } from "fastify";
import { readJsonOnce } from "../http/request-form.ts";
import type { Services } from "../services.ts";
import { mountAccountCalls } from "./account-routes.ts";
import { mountAgreementCalls } from "./agreement-routes.ts";
import { auditCalls } from "./audit-calls.ts";
import { requireApiKey } from "./authenticate.ts";
import { requirePerson } from "./authenticate-person.ts";
import { mountClientCalls } from "./client-routes.ts";
import { mountCouponCalls } from "./coupon-routes.ts";
import { mountDigitalCalls } from "./digital-routes.ts";
import { mountEvidenceCall } from "./evidence-route.ts";
import { mountImageCalls } from "./image-routes.ts";
import { mountInvoiceChangeCalls } from "./invoice-change-routes.ts";
import { mountInvoiceDraftCalls } from "./invoice-draft-routes.ts";
import { mountInvoicePaperCall } from "./invoice-paper-route.ts";
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
import { mountPaymentByHandCalls } from "./payment-by-hand-routes.ts";
import { mountPaymentListCalls } from "./payment-routes.ts";
import { mountPersonCalls } from "./person-routes.ts";
import { mountPrefillCall } from "./prefill-route.ts";
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
import { mountSurplusRefundCall } from "./surplus-refund-route.ts";
import { mountTaxArchiveCall } from "./tax-archive-route.ts";
import { mountTaxDocumentCalls, mountTaxDocumentChanges } from "./tax-document-routes.ts";
import { mountTaxUnitCalls } from "./tax-unit-routes.ts";
import { mountTeamCalls } from "./team-routes.ts";
import { mountTestWorldCalls } from "./test-world-routes.ts";
import { mountThemeCalls } from "./theme-routes.ts";
import { contractValidator } from "./validation.ts";

/** What the merchant API uses of the installation. */
export type MerchantApiServices = Pick<
  Services,
  "config" | "log" | "clock" | "ids" | "db" | "providers" | "sealing" | "signing" | "http" | "mailer"
>;

/** Mounts calls of one resource in the scope of the merchant API. */
export type MountCalls = (scope: FastifyInstance, services: Services) => void;

/**
 * Mounts the merchant API and its public description.
 * @param further calls of folders above this one
 */
export function mountMerchantApi(
  app: FastifyInstance,
  services: Services,
  further: readonly MountCalls[],
): void {
  mountOpenApi(app);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    readJsonOnce(scope, "optional");
    scope.setValidatorCompiler(contractValidator);
    requireApiKey(scope, services);
    logRequests(scope, services);
    auditCalls(scope, services);
    mountMerchantCalls(scope, services);
    mountCallsOfAll(scope, services, further);
  });
}

/** Mounts the same calls for people who are signed in to the console: its scope says who calls. */
export function mountMerchantApiOfPeople(
  scope: FastifyInstance,
  services: Services,
  further: readonly MountCalls[],
): void {
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
  mountCallsOfAll(scope, services, further);
}

/** What keys and people call alike. */
function mountCallsOfAll(scope: FastifyInstance, services: Services, further: readonly MountCalls[]): void {
  for (const mount of further) mount(scope, services);
  mountInvoiceCalls(scope, services);
  mountInvoiceChangeCalls(scope, services);
  mountInvoiceDraftCalls(scope, services);
  mountPayCodeCalls(scope, services);
  mountInvoicePaperCall(scope, services);
  mountPaymentListCalls(scope, services);
  mountPaymentByHandCalls(scope, services);
  mountEvidenceCall(scope, services);
  mountRefundCalls(scope, services);
  mountSurplusRefundCall(scope, services);
  mountRefundListCalls(scope, services);
  mountRefundApprovalCalls(scope, services);
  mountTaxArchiveCall(scope, services);
  mountTaxDocumentCalls(scope, services);
  mountTaxDocumentChanges(scope, services);
  mountTaxUnitCalls(scope, services);
  mountClientCalls(scope, services);
  mountMessageCalls(scope, services);
  mountMessageSettingsCalls(scope, services);
  mountMessageTextCalls(scope, services);
  mountMessageAccountCalls(scope, services);
  mountAgreementCalls(scope, services);
  mountImageCalls(scope, services);
  mountProductsCalls(scope, services);
  mountProductLinksCalls(scope, services);
  mountPrefillCall(scope, services);
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
