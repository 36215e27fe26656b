/** What is on and what is not, for the end of a start: an operator who forgot a setting sees it before a buyer does. */
import { catalog } from "#methods/catalog.ts";
import type { Services } from "../services.ts";
import { webhookSummary } from "../webhooks/standing.ts";

/**
 * The summary, one line each, without secrets.
 * @returns lines such as "Mail       off: SMTP_URL is not set"
 */
export async function describeInstallation(services: Services): Promise<readonly string[]> {
  const { config, providers } = services;
  const off = catalog.filter(({ id }) => !providers.offered.has(id)).map(({ id }) => id);
  const kind =
    config.simulatorUrl === null ? "accounts of the installation" : "simulators, or accounts that are set";
  const own = (await providers.accounts()).filter(({ merchantId }) => merchantId !== null);
  const webhooks = await webhookSummary(services.db.kysely);
  const facts: readonly (readonly [name: string, text: string])[] = [
    ["Environment", config.environment],
    ["Address", addressLine(services)],
    ["Methods on", providers.offered.size === 0 ? "none" : `${[...providers.offered].join(", ")} (${kind})`],
    ...(off.length > 0
      ? [["Methods off", `${off.join(", ")}: no account (docs/operations.md)`] as const]
      : []),
    ...(own.length > 0
      ? [["Merchants' own", own.length === 1 ? "1 account" : `${own.length} accounts`] as const]
      : []),
    [
      "Cards",
      config.directApi ? "typed into our page, through this server" : "typed into the gateway's fields",
    ],
    ["Mail", mailLine(services)],
    ...(webhooks ? [["Webhooks", webhooks.text] as const] : []),
    ["Files", storageLine(services)],
    ["Documents", config.pdfWorkers === 1 ? "1 process prints" : `${config.pdfWorkers} processes print`],
    ["Limits", limitsLine(services)],
    ["Database", config.databaseUrl === null ? "built in" : "server of DATABASE_URL"],
    ...(config.unknownSettings.length > 0
      ? [["Not settings", `${config.unknownSettings.join(", ")}: misspelt? (docs/operations.md)`] as const]
      : []),
  ];
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts.map(([name, text]) => name.padEnd(width) + text);
}

function addressLine({ config }: Services): string {
  return config.serverUrl === config.webUrl ? config.webUrl : `${config.webUrl}, API at ${config.serverUrl}`;
}

function mailLine({ config }: Services): string {
  if (config.smtpUrl === null) return "off: SMTP_URL is not set, so digital products cannot be sold";
  return `through ${new URL(config.smtpUrl.reveal()).host}, from ${config.mailFrom}`;
}

function storageLine({ config: { storage } }: Services): string {
  return storage.kind === "disk" ? storage.directory : `bucket ${storage.bucket}`;
}

function limitsLine({ config }: Services): string {
  if (!config.rateLimits) return "OFF: WASL_RATE_LIMITS is false";
  const proxies = config.trustedProxies;
  return proxies === 0
    ? "on, by the address that connects (WASL_TRUSTED_PROXIES is 0)"
    : `on, by the address that ${proxies === 1 ? "the proxy in front states" : `${proxies} proxies in front state`}`;
}
