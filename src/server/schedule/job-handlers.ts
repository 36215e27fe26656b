/** What does each kind of job (`core/job-kinds.ts`). */
import { sendPasswordReset } from "../console/password-resets.ts";
import { issueOwedNotesJob } from "../documents/owed-notes.ts";
import { checkMessage } from "../messages/check-message.ts";
import { planMessages } from "../messages/plan-messages.ts";
import { sendMessage } from "../messages/send-message.ts";
import { sendAccountNotice } from "../people/account-notices.ts";
import { sendPush } from "../push/send-push.ts";
import type { JobHandlers } from "../queue/job-handler.ts";
import { sendReferenceMail } from "../reference-mail/send-reference-mail.ts";
import { deliverWebhook } from "../webhooks/deliver.ts";
import { sendNotice } from "../webhooks/notice-mail.ts";
import { sendTaxUnit } from "../zatca/send-tax-unit.ts";

export const jobHandlers: JobHandlers = {
  account_notice: sendAccountNotice,
  message: sendMessage,
  message_check: checkMessage,
  message_plan: planMessages,
  owed_notes: issueOwedNotesJob,
  password_reset: sendPasswordReset,
  push: sendPush,
  reference_mail: sendReferenceMail,
  tax_unit: sendTaxUnit,
  webhook: deliverWebhook,
  webhook_notice: sendNotice,
};
