/** What does each kind of job (`core/job-kinds.ts`). */

import type { JobHandlers } from "../queue/job-handler.ts";
import { sendReferenceMail } from "../reference-mail/send-reference-mail.ts";
import { deliverWebhook } from "../webhooks/deliver.ts";
import { sendNotice } from "../webhooks/notice-mail.ts";
import { sendTaxUnit } from "../zatca/send-tax-unit.ts";

export const jobHandlers: JobHandlers = {
  reference_mail: sendReferenceMail,
  tax_unit: sendTaxUnit,
  webhook: deliverWebhook,
  webhook_notice: sendNotice,
};
