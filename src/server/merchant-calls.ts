/** The calls of the merchant API whose folders use it, and so are above it (ARCHITECTURE.md). */
import { mountEventCalls } from "./events/event-routes.ts";
import { mountExportCalls } from "./exports/export-routes.ts";
import type { MountCalls } from "./merchant-api/mount-merchant-api.ts";
import { mountQuoteMessageCalls } from "./quotes/quote-message-routes.ts";
import { mountQuoteCalls } from "./quotes/quote-routes.ts";
import { mountRecurringCalls } from "./recurring/recurring-routes.ts";
import { mountReportCalls, mountSettlementCalls } from "./reports/report-routes.ts";
import { mountReturnRequestCalls } from "./return-requests/return-request-routes.ts";
import { mountSearchCall } from "./search/search-routes.ts";
import { mountWebhookEndpointCalls } from "./webhooks/webhook-routes.ts";

/** Mounted with the others, for keys and for people of the console. */
export const furtherMerchantCalls: readonly MountCalls[] = [
  mountExportCalls,
  mountReportCalls,
  mountSettlementCalls,
  mountSearchCall,
  mountQuoteCalls,
  mountQuoteMessageCalls,
  mountRecurringCalls,
  mountReturnRequestCalls,
  mountEventCalls,
  mountWebhookEndpointCalls,
];
