/** Everything that handlers, flows and jobs use, as one plain object built in one place (main.ts, or a test). */
import type { Transaction } from "kysely";
import type { Minor } from "#core/money.ts";
import type { Clock, Http, Ids, Log, Mailer } from "#core/ports.ts";
import type { Database } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { PdfPool } from "./documents/pdf-pool.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Notices } from "./nodes/notices.ts";
import type { LockedOrder } from "./orders/order-moves.ts";
import type { ProviderDirectory } from "./payments/provider-directory.ts";
import type { Sealing } from "./secrets/sealing.ts";
import type { Signing } from "./secrets/signing.ts";
import type { Config } from "./settings/config.ts";
import type { Storage } from "./storage/storage.ts";
import type { WebhookClient } from "./webhooks/webhook-client.ts";

export type Services = {
  readonly config: Config;
  readonly log: Log;
  /** Missing where the metrics have no port. */
  readonly metrics?: Metrics | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly http: Http;
  readonly mailer: Mailer;
  /** Sends merchants' webhooks; third-party addresses are called only through it. */
  readonly webhooks: WebhookClient;
  readonly db: Database;
  readonly signing: Signing;
  readonly sealing: Sealing;
  /** Images and files, and the workers that print. */
  readonly storage: Storage;
  readonly pdf: PdfPool;
  readonly providers: ProviderDirectory;
  /** Notices to and from the other servers of the database. */
  readonly notices: Notices;
  /** What else is due in the very transaction that makes an order paid: numbering of tax invoices. */
  readonly onOrderPaid: (trx: Transaction<Schema>, order: LockedOrder) => Promise<void>;
  /** The same for a refund: the credit note. */
  readonly onOrderRefunded: (
    trx: Transaction<Schema>,
    refund: {
      readonly merchantId: number;
      readonly orderId: number;
      readonly refundId: string;
      readonly amount: Minor;
      readonly reason: string | null;
    },
  ) => Promise<void>;
};
