/** Builds the HTTP app from its services. It does not listen, so tests can inject requests. */
import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { PageEnvironment, PageServices } from "#contract/pages.ts";
import { mountRenewalRequests } from "./buyer-requests/renewal-route.ts";
import { loadBuyersDocuments } from "./buyers-documents/load-documents.ts";
import { mountDocumentsLink } from "./buyers-documents/send-documents-link.ts";
import { mountConsole } from "./console/mount-console.ts";
import { mountDigitalDownloads } from "./digital/download-route.ts";
import { mountDocuments } from "./documents/document-routes.ts";
import { mountDropIn } from "./drop-in/drop-in-route.ts";
import { mountOrderChanges } from "./events/order-changes-route.ts";
import { mountGuides } from "./guides/guide-routes.ts";
import {
  type ConnectionLimits,
  connectionLimits,
  connectionOptions,
  mountConnectionLimits,
} from "./http/connections.ts";
import { siteConstraint } from "./http/console-host.ts";
import { mountHealth } from "./http/health.ts";
import { mountLoadShedding, type Shedding } from "./http/load-shedding.ts";
import { mountProblems } from "./http/problems.ts";
import { readableAddress } from "./http/readable-address.ts";
import { mountRequestForm } from "./http/request-form.ts";
import { mountSecurity } from "./http/security.ts";
import { mountImages } from "./images/image-routes.ts";
import { mountAccessLog } from "./log/access-log.ts";
import { createSecurityLog, type SecurityLog } from "./log/security-log.ts";
import { mountMcp } from "./mcp/mount-mcp.ts";
import { orderOfDraftPage } from "./merchant-api/draft-page.ts";
import { mountMerchantApi } from "./merchant-api/mount-merchant-api.ts";
import { furtherMerchantCalls } from "./merchant-calls.ts";
import { mountMessageReports } from "./messages/report-routes.ts";
import { mountUnsubscribe } from "./messages/unsubscribe-routes.ts";
import { mountSettingsCalls } from "./orders/order-routes.ts";
import { mountOrderViews } from "./orders/order-views.ts";
import { mountClientEmailCalls } from "./pages/client-email-routes.ts";
import { type Development, type PageMode, startDevelopment } from "./pages/development.ts";
import { mountOrderCalls } from "./pages/order-calls.ts";
import { createPageServices, toLoadedOrder } from "./pages/page-services.ts";
import { mountPages } from "./pages/pages.ts";
import { mountPolicyReports } from "./pages/policy-reports.ts";
import { createThemeTrial } from "./pages/theme-trial.ts";
import { mountPaylinkApi } from "./paylink-api/mount-paylink-api.ts";
import { isBookingFailing } from "./payments/book-outcome.ts";
import { mountHostFiles } from "./payments/host-files.ts";
import { mountMethodCalls } from "./payments/method-routes.ts";
import { mountPaymentCalls } from "./payments/payment-routes.ts";
import { mountReturns } from "./payments/returns.ts";
import { mountWalletValidation } from "./payments/wallet-validation.ts";
import { mountWebhooks } from "./payments/webhooks.ts";
import { mountPreviews } from "./previews/preview-routes.ts";
import { mountLinkViews } from "./products/link-views.ts";
import { merchantOfLink } from "./products/product-link-store.ts";
import { mountProductCalls } from "./products/product-routes.ts";
import { loadQuote } from "./quotes/load-quote.ts";
import { mountQuoteAnswers } from "./quotes/quote-page-routes.ts";
import { mountReferenceMail } from "./reference-mail/reference-mail-route.ts";
import { mountReturnForm } from "./return-requests/return-form-route.ts";
import { loadReturn } from "./return-requests/return-store.ts";
import type { Services } from "./services.ts";
import { version } from "./settings/version.ts";

/** Largest body taken from anyone, bytes (threat 2.5). */
const bodyLimitBytes = 64 * 1024;

export type AppOptions = {
  /** Folder of the browser and rendering build, or null for an app without pages. */
  readonly distDir: string | null;
  /** Pages and console of the build, or of the sources with `development`; of the build when left out. */
  readonly mode?: PageMode | undefined;
  /** Whether the whole program has started; true when left out. */
  readonly isUp?: (() => boolean) | undefined;
  /** Tests that wait for the end of a slow client set less. */
  readonly connections?: Partial<ConnectionLimits>;
  /** What is refused under too much load; nothing when left out. */
  readonly shedding?: Shedding;
};

/** Assembles every route on the services. */
export async function createApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const connections = { ...connectionLimits, ...options.connections };
  // A name, not a secret: Node has random bytes ready for it, where a token of its own is a fiftieth of a short request's time.
  const newId = (): string => randomUUID().slice(-12);
  const security = createSecurityLog(services.log, services.clock.now);
  const app = fastify({
    ...connectionOptions(connections, services.config, { newId, security }),
    logger: false,
    bodyLimit: bodyLimitBytes,
    trustProxy: (_address, hop) => hop < services.config.trustedProxies,
    requestIdHeader: false,
    genReqId: newId,
    return503OnClosing: true,
    forceCloseConnections: "idle",
    routerOptions: {
      maxParamLength: 300,
      ignoreTrailingSlash: true,
      constraints: { site: siteConstraint(services.config.consoleUrl) },
    },
    rewriteUrl: ({ url = "/" }) => readableAddress(url),
  });
  app.setValidatorCompiler(validatorCompiler);
  mountProblems(app, services.log);
  mountAccessLog(app, { log: services.log, security, metrics: services.metrics });
  endConnectionsOnClose(app);
  mountConnectionLimits(app, connections);
  mountLoadShedding(app, services, options.shedding);
  mountRequestForm(app, services.config);
  await mountSecurity(app, services);
  // JSON only; return addresses of banks parse forms in a scope of their own.
  app.removeContentTypeParser("text/plain");
  const isUp = options.isUp ?? (() => true);
  mountHealth(app, services, { isBookingFailing: () => isBookingFailing(services), isUp });
  mountPolicyReports(app, security);
  mountOrderCalls(app, services);
  mountSettingsCalls(app, services);
  mountProductCalls(app, services);
  mountClientEmailCalls(app, services);
  mountPaymentCalls(app, services);
  mountMethodCalls(app, services);
  mountWalletValidation(app, services);
  mountHostFiles(app, services);
  mountReferenceMail(app, services);
  mountRenewalRequests(app, services);
  mountReturnForm(app, services);
  mountOrderChanges(app, services);
  mountQuoteAnswers(app, services);
  mountDocumentsLink(app, services);
  mountReturns(app, services);
  mountWebhooks(app, services);
  mountMessageReports(app, services);
  mountUnsubscribe(app, services);
  mountMerchantApi(app, services, furtherMerchantCalls);
  mountPaylinkApi(app, services);
  mountMcp(app, services);
  const development = options.mode === "development" ? await startDevelopment(app) : null;
  mountConsole(app, services, {
    security,
    distDir: options.distDir,
    isDeveloped: development !== null,
    furtherCalls: furtherMerchantCalls,
  });
  mountGuides(app, { distDir: options.distDir, serverUrl: services.config.serverUrl });
  const { db, storage, pdf, log } = services;
  mountDocuments(app, { db, storage, pdf, log, webUrl: services.config.webUrl });
  mountDropIn(app);
  mountImages(app, { db, storage, log, merchantOfLink: (identity) => merchantOfLink(db.pool, identity) });
  mountPreviews(app, services);
  mountDigitalDownloads(app, services);
  if (options.distDir !== null)
    await mountBuyersPages(app, services, { development, distDir: options.distDir, security });
  return app;
}

/** The pages that buyers open, and what the console shows of them. */
async function mountBuyersPages(
  app: FastifyInstance,
  services: Services,
  options: {
    readonly distDir: string;
    readonly development: Development | null;
    readonly security: SecurityLog;
  },
): Promise<void> {
  mountOrderViews(app, services);
  mountLinkViews(app, services);
  const pageServices: PageServices = {
    ...createPageServices(services, options.security),
    loadQuote: (input, language) => loadQuote(services, input, language),
    loadReturn: (orderNumber) => loadReturn(services.db.kysely, orderNumber, services.clock.now()),
    loadBuyersDocuments: (token) => loadBuyersDocuments(services, token),
  };
  await mountPages(app, {
    services: pageServices,
    environment: environmentOfPages(services.config),
    distDir: options.distDir,
    development: options.development,
    fontOrigins: [...new Set(services.config.themeFontUrls.map((url) => new URL(url).origin))],
    previews: previewsOf(services, pageServices),
    hasSecureCookies: services.config.webUrl.startsWith("https://"),
    log: services.log,
  });
}

/** The console alone shows pages in a theme that is being made, and that of an invoice which is being written. */
function previewsOf(
  services: Services,
  pages: PageServices,
): NonNullable<Parameters<typeof mountPages>[1]["previews"]> | null {
  const { consoleUrl } = services.config;
  if (consoleUrl === null) return null;
  return {
    consoleOrigin: new URL(consoleUrl).origin,
    trial: createThemeTrial(services, pages),
    loadDraft: async (token, language) =>
      await toLoadedOrder(services, await orderOfDraftPage(services, token, language)),
  };
}

function environmentOfPages({ isTestingPhase, directApi, environment }: Services["config"]): PageEnvironment {
  return { version, isTestingPhase, directApi, hasTestPages: environment !== "live" };
}

/**
 * While the app closes, every answer ends its connection. Fastify closes the idle ones, but one whose request was
 * still running would stay open after it, and a deploy would wait for the browser to close it.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
}
