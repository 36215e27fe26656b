/**
 * Environment variables → typed settings. A setting that is missing or wrong stops the start with one sentence that
 * names the variable. The table of settings for people is docs/operations.md.
 */
import { Secret } from "#core/secret/secret.ts";
import { type StorageSettings, toStorageSettings } from "../storage/open-storage.ts";
import {
  refusePlaintextDatabase,
  refusePortMistake,
  refuseSecretMistake,
  refuseSignUpMistake,
  refuseSimulatorsBesideMoney,
  requireLiveLimits,
} from "./config-mistakes.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { consoleBeside, refuseConsoleMistake } from "./console-address.ts";
import { settingForm } from "./setting-forms.ts";
import {
  type EnvironmentName,
  type SignUp,
  simulatorUrlOf,
  smtpPortOf,
  smtpUrlOf,
  type Variables,
  variables,
} from "./variables.ts";

export type Config = {
  readonly environment: EnvironmentName;
  readonly host: string;
  readonly port: number;
  readonly simulatorPort: number;
  readonly dataDir: string;
  readonly databaseUrl: Secret | null;
  /** Where notices between servers are received; the database itself where a pooler stands before it. */
  readonly databaseListenUrl: Secret | null;
  readonly databasePoolSize: number;
  /** Public address of the pages and of the API, without a trailing slash. */
  readonly webUrl: string;
  readonly serverUrl: string;
  /** Address of the console, with a host name of its own; null: there is none here. */
  readonly consoleUrl: string | null;
  /** Who signs in to the console by a password must have a second factor. */
  readonly consoleNeedsSecondFactor: boolean;
  /** Who may open a shop in the console: only the operator, whom the operator invites, or any person (docs/decisions/0140). */
  readonly signUp: SignUp;
  /** Master secret of all signatures; null means "keep one in the data directory". */
  readonly secretKey: Secret | null;
  /** The one before it, still believed while the secret is being changed. */
  readonly previousSecretKey: Secret | null;
  /** The page takes card data itself (decision K4). */
  readonly directApi: boolean;
  readonly isTestingPhase: boolean;
  /** Number of proxies in front whose forwarding headers are believed. */
  readonly trustedProxies: number;
  /** Where Prometheus reads the metrics; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Header in which the proxy in front states the buyer's country; null means unknown. */
  readonly countryHeader: string | null;
  readonly rateLimits: boolean;
  /** One-time codes that a merchant's buyers may be sent in any 24 hours. */
  readonly walletCodesPerMerchantPerDay: number;
  /** Font files that themes may name, in their normal form. Pages load them from where they are (decision K14). */
  readonly themeFontUrls: readonly string[];
  /** Folder that the built-in database archives its log in; null: it does not. */
  readonly walArchive: string | null;
  /** Where images and files are kept. */
  readonly storage: StorageSettings;
  /** For how many months buyers' data is kept once an order has ended; null: until an erasure. */
  readonly buyerDataMonths: number | null;
  /** For how many days the calls of merchants' programs are logged; 0: they are not. */
  readonly requestLogDays: number;
  /** How push services reach the operator; null: payments are shown on no device. */
  readonly pushContact: string | null;
  /** Processes that print PDFs. */
  readonly pdfWorkers: number;
  /** The mail server, with its account in the address; null means that no mail can be sent. */
  readonly smtpUrl: Secret | null;
  /** Sender of all mail: "Name <address>". */
  readonly mailFrom: string;
  /** Where the simulators catch mail, in the environments that pay through them. */
  readonly simulatorSmtpPort: number;
  /** Where the provider simulators are, in the environments that pay through them. */
  readonly simulatorUrl: string | null;
  /** Where buyers and this server reach the simulators of test worlds; null: there are none (docs/decisions/0106). */
  readonly testSimulatorUrl: string | null;
  /** Whether the program starts simulators of its own beside the server: not where `SIM_URL` names others. */
  readonly startsSimulators: boolean;
  /** Names that look like settings of ours and are none: misspelt ones change nothing, so the start reports them. */
  readonly unknownSettings: readonly string[];
  /** All variables, for the payment methods: each reads its own (see their settings). */
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/**
 * Reads the settings.
 * @param source environment variables by name
 * @throws ConfigurationError with a sentence that names the variable
 */
export function readConfig(source: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable means "not set": compose files and shells pass those.
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? "");
    throw new ConfigurationError(
      `The setting ${name} is not usable: ${settingForm(name) ?? issue?.message}. See docs/operations.md.`,
    );
  }
  const env = parsed.data;
  const usesSimulators = env.WASL_ENV === "local" || env.WASL_ENV === "test";
  if ((usesSimulators || env.WASL_SIM_URL !== undefined) && env.SIM_URL === undefined) refusePortMistake(env);
  const webUrl =
    env.WASL_WEB_URL ?? (usesSimulators ? `http://localhost:${env.PORT}` : missing("WASL_WEB_URL", env));
  if (env.WASL_ENV === "live" && !webUrl.startsWith("https://")) {
    throw new ConfigurationError("WASL_WEB_URL must begin with https:// in the live environment.");
  }
  const serverUrl = env.WASL_API_URL ?? webUrl;
  const consoleUrl = env.WASL_CONSOLE_URL ?? (usesSimulators ? consoleBeside(webUrl) : null);
  refuseSignUpMistake(env, consoleUrl, usesSimulators);
  refuseConsoleMistake(consoleUrl, { isLive: env.WASL_ENV === "live", others: [webUrl, serverUrl] });
  if (env.WASL_ENV === "live" && env.ZATCA_PRODUCTION_URL?.startsWith("https://") === false) {
    throw new ConfigurationError("ZATCA_PRODUCTION_URL must begin with https:// in the live environment.");
  }
  if (env.WASL_ENV === "live") requireLiveLimits(env);
  refuseSimulatorsBesideMoney(env, webUrl);
  refuseSecretMistake(env);
  if (env.WASL_ENV === "live") refusePlaintextDatabase(env);
  return {
    environment: env.WASL_ENV,
    host: env.HOST ?? (usesSimulators ? "127.0.0.1" : "0.0.0.0"),
    port: env.PORT,
    simulatorPort: env.SIM_PORT,
    dataDir: env.DATA_DIR,
    walArchive: env.WASL_WAL_ARCHIVE ?? null,
    databaseUrl: secretOf(env.DATABASE_URL),
    databaseListenUrl: env.DATABASE_URL ? secretOf(env.DATABASE_LISTEN_URL ?? env.DATABASE_URL) : null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    webUrl,
    serverUrl,
    consoleUrl,
    consoleNeedsSecondFactor: env.WASL_CONSOLE_SECOND_FACTOR === "required",
    signUp: env.WASL_SIGN_UP,
    secretKey: secretOf(env.WASL_SECRET_KEY),
    previousSecretKey: secretOf(env.WASL_SECRET_KEY_PREVIOUS),
    directApi: env.WASL_DIRECT_API && (env.WASL_ENV !== "live" || env.WASL_PCI_DIRECT),
    isTestingPhase: env.WASL_TESTING_PHASE ?? env.WASL_ENV !== "live",
    trustedProxies: env.WASL_TRUSTED_PROXIES ?? 0,
    metrics:
      env.WASL_METRICS_PORT === undefined
        ? null
        : { host: env.WASL_METRICS_HOST, port: env.WASL_METRICS_PORT },
    countryHeader: env.WASL_COUNTRY_HEADER?.toLowerCase() ?? null,
    rateLimits: env.WASL_RATE_LIMITS,
    walletCodesPerMerchantPerDay: env.WASL_WALLET_CODES_PER_MERCHANT_PER_DAY,
    themeFontUrls: env.WASL_THEME_FONT_URLS ?? [],
    storage:
      toStorageSettings(env, env.DATA_DIR) ??
      missing("WASL_S3_ACCESS_KEY_ID and WASL_S3_SECRET_ACCESS_KEY", env),
    buyerDataMonths: env.WASL_BUYER_DATA_MONTHS ?? null,
    ...{ requestLogDays: env.WASL_REQUEST_LOG_DAYS, pushContact: env.WASL_PUSH_CONTACT ?? null },
    pdfWorkers: env.WASL_PDF_WORKERS,
    simulatorUrl: usesSimulators ? simulatorUrlOf(env) : null,
    testSimulatorUrl: usesSimulators ? simulatorUrlOf(env) : (env.WASL_SIM_URL ?? null),
    startsSimulators: (usesSimulators || env.WASL_SIM_URL !== undefined) && env.SIM_URL === undefined,
    smtpUrl: smtpUrlOf(env, usesSimulators),
    mailFrom: env.MAIL_FROM ?? `Wasl <no-reply@${new URL(webUrl).hostname}>`,
    simulatorSmtpPort: smtpPortOf(env),
    unknownSettings: unknownNames(given),
    variables: given,
  };
}

function unknownNames(given: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(given).filter(
    (name) => name.startsWith("WASL_") && !Object.hasOwn(variables.shape, name),
  );
}

function secretOf(text: string | undefined): Secret | null {
  return text === undefined ? null : new Secret(text);
}

function missing(name: string, env: Variables): never {
  throw new ConfigurationError(
    `${name} must be set in the ${env.WASL_ENV} environment. See docs/operations.md.`,
  );
}
