/**
 * Asks everything that an installation depends on, by harmless questions: providers, mail, SMS and WhatsApp, store, public address, the
 * files for wallets, database, secret, clocks.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Http } from "#core/ports.ts";
import type { Schema } from "#db/schema.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import type { HostFile } from "#methods/method-server.ts";
import type { ProviderPorts } from "#methods/payment-method.ts";
import { methodEntry } from "#methods/registry.ts";
import { auditChains, checkAuditChain } from "../audit/audit-chain.ts";
import { verifyMailServer } from "../notifications/mailer.ts";
import { taxStandings, taxStandingText } from "../parties/tax-standing.ts";
import { hostFiles } from "../payments/host-files.ts";
import { type ClockSample, type Finding, probeAccount } from "../payments/probe-account.ts";
import { openSettings } from "../payments/provider-accounts.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Config } from "../settings/config.ts";
import { openStorage } from "../storage/open-storage.ts";
import { contentHash, storageKey } from "../storage/storage.ts";
import { webhookSummary } from "../webhooks/standing.ts";
import { unitStandings, whatToDo } from "../zatca/onboarding/unit-standing.ts";
import { backlogs, backlogText } from "../zatca/submission-standing.ts";
import {
  examineMessageAccount,
  examineTestWorlds,
  type MessageAccountKey,
  messageAccounts,
} from "./examine-messages.ts";
import { examineSignUp } from "./examine-shops.ts";

export type Patient = {
  readonly config: Config;
  readonly db: Kysely<Schema>;
  readonly sealing: Sealing;
  readonly ports: ProviderPorts;
};

/** By how much clocks may differ: signatures of messages and 3-D Secure are judged by their times. */
const mostClockErrorMs = 30_000;
/** Nothing that is asked may hold the rest up for longer. */
const timeoutMs = 30_000;
/** A stamped document that the tax authority has not taken for so long needs a look. */
const lateAfterMs = 60 * 60_000;

/** Examines an installation; what is off is no fault, and nothing is thrown for what is wrong. */
export async function examine(patient: Patient): Promise<readonly Finding[]> {
  const [accounts, ...others] = await Promise.all([
    examineAccounts(patient),
    within("mail", examineMail(patient.config)),
    ...(await messageAccounts(patient.db)).map((account) =>
      within(account.what, examineMessages(patient, account)),
    ),
    within("messages of test worlds", examineTestWorlds(patient.db)),
    within("sign-up", examineSignUp(patient.config, patient.db)),
    within("store", examineStore(patient.config)),
    within("public address", examineAddress(patient)),
    ...hostFiles.map((file) => within(`file of ${file.variable}`, examineHostFile(patient, file))),
    within("database", examineDatabase(patient)),
    within("audit log", examineAuditLog(patient)),
    within("webhooks", examineWebhooks(patient)),
    within("tax documents", examineTaxDocuments(patient)),
    within("tax submissions", examineTaxSubmissions(patient)),
    within("stamping units", examineUnits(patient)),
  ]);
  const clocks = accounts.flatMap(({ clocks }) => clocks);
  return [...others, clockFinding(clocks), ...accounts.map(({ finding }) => finding)];
}

async function within(what: string, work: Promise<Omit<Finding, "what">>): Promise<Finding> {
  const tooLong = sleep(timeoutMs, { state: "wrong", detail: "no answer in time" } as const, { ref: false });
  try {
    return { what, ...(await Promise.race([work, tooLong])) };
  } catch (error) {
    return { what, state: "wrong", detail: error instanceof Error ? error.message : String(error) };
  }
}

/** The installation's accounts, one for each method, then those of merchants. */
async function examineAccounts({ config, db, sealing, ports }: Patient) {
  const domain = new URL(config.webUrl).hostname;
  const own = catalog.map(({ id }) =>
    probeAccount({ what: id, method: id, domain }, ports, (probing) =>
      methodEntry(id).ofInstallation(config.variables, config.simulatorUrl, probing),
    ),
  );
  const rows = await db
    .selectFrom("provider_accounts as a")
    .innerJoin("merchants as m", "m.id", "a.merchant_id")
    .select(["a.merchant_id", "a.method", "a.sealed_settings", "m.username"])
    .orderBy("m.username")
    .execute();
  const money = config.environment === "live" ? "real" : "any";
  const merchants = rows.flatMap((row) => {
    const method: MethodId | undefined = catalog.find(({ id }) => id === row.method)?.id;
    if (method === undefined) return [];
    return probeAccount({ what: `${method} of ${row.username}`, method, domain }, ports, (probing) => {
      const settings = openSettings(sealing, { merchantId: row.merchant_id, method }, row);
      return methodEntry(method).ofMerchant(settings, probing, money);
    });
  });
  return await Promise.all([...own, ...merchants]);
}

async function examineMail({ smtpUrl }: Config): Promise<Omit<Finding, "what">> {
  if (smtpUrl === null)
    return { state: "off", detail: "SMTP_URL is not set: digital products cannot be sold" };
  const { host } = new URL(smtpUrl.reveal());
  await verifyMailServer(smtpUrl);
  return { state: "ok", detail: `${host} takes our mail` };
}

async function examineMessages({ config, db, sealing, ports }: Patient, account: MessageAccountKey) {
  return await examineMessageAccount({ ...ports, config, sealing }, db, account);
}

/** Every chain of it; the fingerprint of the operator's own can be noted and compared later. */
async function examineAuditLog({ db }: Patient): Promise<Omit<Finding, "what">> {
  let acts = 0;
  let own = "no act of its own";
  const broken: string[] = [];
  for (const merchantId of await auditChains(db)) {
    const chain = await checkAuditChain(db, merchantId);
    acts += chain.acts;
    if (merchantId === null) own = `the installation's own ends with ${chain.fingerprint}`;
    const whose = merchantId === null ? "the installation" : `merchant ${merchantId}`;
    if (chain.brokenAt !== null) broken.push(`of ${whose} from act ${chain.brokenAt} on`);
  }
  return broken.length > 0
    ? { state: "wrong", detail: `not as it was written: ${broken.join(", ")}` }
    : { state: "ok", detail: `${acts} acts are as they were written; ${own}` };
}

async function examineWebhooks({ db }: Patient): Promise<Omit<Finding, "what">> {
  const summary = await webhookSummary(db);
  if (!summary) return { state: "off", detail: "no merchant has an endpoint" };
  return { state: summary.isWell ? "ok" : "wrong", detail: summary.text };
}

/** A merchant with a VAT number who is not named whole issues nothing; what was paid meanwhile waits for its invoice. */
async function examineTaxDocuments({ db }: Patient): Promise<Omit<Finding, "what">> {
  const standings = await taxStandings(db);
  if (standings.length === 0) return { state: "ok", detail: "every merchant with a VAT number can issue" };
  const state = standings.some(({ missing }) => missing.length > 0) ? "wrong" : "ok";
  return { state, detail: standings.map(taxStandingText).join("; ") };
}

/** Documents are sent within a minute: what has waited for an hour, was rejected or cannot be sent needs a look. */
async function examineTaxSubmissions({ db, ports }: Patient): Promise<Omit<Finding, "what">> {
  const units = await backlogs(db);
  if (units.length === 0) return { state: "off", detail: "no merchant is in phase 2 of e-invoicing" };
  const isLate = (at: Date | null): boolean => at !== null && ports.clock.now() - at.getTime() > lateAfterMs;
  const wrong = units.filter(
    ({ isStopped, isHeld, rejected, oldestAt }) => isStopped || isHeld || rejected > 0 || isLate(oldestAt),
  );
  return wrong.length === 0
    ? { state: "ok", detail: "the tax authority has taken what was stamped" }
    : { state: "wrong", detail: wrong.map(backlogText).join("; ") };
}

/** Units of phase 2: certificates that end or are no longer known, and what was begun and not finished. */
async function examineUnits({ db, ports }: Patient): Promise<Omit<Finding, "what">> {
  const standings = await unitStandings(db);
  if (standings.length === 0) return { state: "off", detail: "no merchant is in phase 2" };
  const advice = standings.flatMap((standing) => whatToDo(standing, ports.clock.now()) ?? []);
  if (advice.length > 0) return { state: "wrong", detail: advice.join("; ") };
  return { state: "ok", detail: `${standings.length} in use` };
}

/** The same bytes every time: files are named by their content, so the store does not grow. */
async function examineStore({ storage }: Config): Promise<Omit<Finding, "what">> {
  const store = openStorage(storage);
  try {
    const bytes = Buffer.from("Written by the doctor of Wasl to see that files can be kept.\n");
    const key = storageKey("doctor", contentHash(bytes));
    await store.put(key, bytes, "text/plain");
    const read = await store.get(key);
    const where = storage.kind === "disk" ? storage.directory : `bucket ${storage.bucket}`;
    return read?.equals(bytes)
      ? { state: "ok", detail: `written and read in ${where}` }
      : { state: "wrong", detail: `what was written to ${where} does not come back` };
  } finally {
    await store.close();
  }
}

async function examineAddress({ config, ports }: Patient): Promise<Omit<Finding, "what">> {
  const result = await get(ports.http, `${config.webUrl}/healthz`);
  if (result.kind !== "answer")
    return { state: "wrong", detail: `${config.webUrl} is not reachable from here: ${result.reason}` };
  return result.status === 204
    ? { state: "ok", detail: `${config.webUrl} leads to a server` }
    : { state: "wrong", detail: `${config.webUrl}/healthz answers HTTP ${result.status} instead of 204` };
}

async function examineHostFile(
  { config, db, ports }: Patient,
  { path, variable }: HostFile,
): Promise<Omit<Finding, "what">> {
  const text = config.variables[variable]?.trim();
  if (!text) {
    const needing = catalog.filter(({ id }) => methodEntry(id).hostFile?.variable === variable);
    const methods = needing.map(({ id }) => id);
    const { rows } = await sql<{ accounts: number }>`
      select count(*)::int as accounts from provider_accounts where method = any(${methods})`.execute(db);
    const accounts = rows[0]?.accounts ?? 0;
    return accounts === 0
      ? { state: "off", detail: `${variable} is not set` }
      : {
          state: "wrong",
          detail: `${variable} is not set: ${methods.join(", ")} of merchants (${accounts}) need it`,
        };
  }
  const result = await get(ports.http, config.webUrl + path);
  const isThere = result.kind === "answer" && result.status === 200 && result.body.trim() === text;
  return isThere
    ? { state: "ok", detail: `it is at ${config.webUrl}` }
    : { state: "wrong", detail: `${config.webUrl}${path} does not give it` };
}

function get(http: Http, url: string) {
  return http({ method: "GET", url, timeoutMs: 10_000 });
}

async function examineDatabase({ db, ports }: Patient): Promise<Omit<Finding, "what">> {
  const askedAt = ports.clock.now();
  const { rows } = await sql<{ version: string; now: Date }>`
    select current_setting('server_version') as version, clock_timestamp() as now`.execute(db);
  const [answer] = rows;
  const aheadMs = answer ? Math.round(askedAt - answer.now.getTime()) : 0;
  if (Math.abs(aheadMs) > mostClockErrorMs)
    return { state: "wrong", detail: `our clock is ${seconds(aheadMs)} the database's` };
  return { state: "ok", detail: `PostgreSQL ${answer?.version}` };
}

function clockFinding(samples: readonly ClockSample[]): Finding {
  const what = "clock";
  const [worst] = samples.toSorted((left, right) => Math.abs(right.aheadMs) - Math.abs(left.aheadMs));
  if (!worst) return { what, state: "off", detail: "no provider told its time" };
  return Math.abs(worst.aheadMs) > mostClockErrorMs
    ? { what, state: "wrong", detail: `ours is ${seconds(worst.aheadMs)} that of ${worst.host}` }
    : { what, state: "ok", detail: "as the providers' clocks" };
}

function seconds(aheadMs: number): string {
  return `${Math.abs(Math.round(aheadMs / 1000))} s ${aheadMs > 0 ? "ahead of" : "behind"}`;
}
