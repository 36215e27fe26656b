/**
 * Environment variables → typed settings. A setting that is missing or wrong stops the start with one sentence that
 * names the variable. The table of settings for people is docs/operations.md.
 */
import { z } from "zod";
import { buyerDataMonths } from "#core/buyer-data-months.ts";
import { limits } from "#core/limits.ts";
import { Secret } from "#core/secret/secret.ts";
import { isTrivialSecret } from "#core/secret/trivial-secret.ts";
import { portMistake, simulatorMailPort, simulatorPort } from "#core/simulator-ports.ts";
import { type StorageSettings, storageVariables, toStorageSettings } from "../storage/open-storage.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { consoleBeside, refuseConsoleMistake } from "./console-address.ts";
import { logLevels } from "./log-settings.ts";
import { settingForm } from "./setting-forms.ts";

/** Decision N7: `local` and `test` pay through the simulators, the others through real providers. */
export const environments = ["local", "test", "stage", "pilot", "live"] as const;
export type EnvironmentName = (typeof environments)[number];

export const signUps = ["closed", "invited", "open"] as const;
export type SignUp = (typeof signUps)[number];

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

const flag = z.enum(["true", "false"]).transform((text) => text === "true");
/** Digits alone: what else JavaScript takes for a number (" ", "1e3", "0x10") is a mistake, and " " would be 0. */
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

const port = wholeNumber(0, 65_535);
const address = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ""));

/** Of the pages: they name each other and their files from the root, and put an order's path behind it. */
const pageAddress = address.refine(isOrigin);

function isOrigin(text: string): boolean {
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}

const fontUrl = z
  .url({ protocol: /^https$/ })
  .max(500)
  .regex(/\.woff2$/, "must end in .woff2")
  .transform((text) => new URL(text).href);

const variables = z.object({
  WASL_ENV: z.enum(environments).default("local"),
  HOST: z.string().optional(),
  PORT: port.default(3000),
  SIM_PORT: port.default(simulatorPort),
  DATA_DIR: z.string().min(1).default(".data"),
  WASL_WAL_ARCHIVE: z
    .string()
    .regex(/^\/[\w./-]+$/)
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_LISTEN_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 100).default(10),
  WASL_WEB_URL: pageAddress.optional(),
  WASL_API_URL: address.optional(),
  WASL_CONSOLE_URL: address.refine(isOrigin).optional(),
  WASL_CONSOLE_SECOND_FACTOR: z.enum(["optional", "required"]).default("optional"),
  WASL_SIGN_UP: z.enum(signUps).default("closed"),
  WASL_DATABASE_PLAINTEXT: flag.default(false),
  WASL_SECRET_KEY: z.string().min(32).optional(),
  WASL_SECRET_KEY_PREVIOUS: z.string().min(32).optional(),
  WASL_DIRECT_API: flag.default(true),
  WASL_PCI_DIRECT: flag.default(false),
  WASL_TESTING_PHASE: flag.optional(),
  WASL_TRUSTED_PROXIES: wholeNumber(0, 5).optional(),
  WASL_COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]+$/i)
    .optional(),
  WASL_RATE_LIMITS: flag.default(true),
  WASL_LOG_LEVEL: z.enum(logLevels).optional(),
  WASL_NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .optional(),
  WASL_METRICS_PORT: port.optional(),
  WASL_METRICS_HOST: z.string().default("127.0.0.1"),
  WASL_WALLET_CODES_PER_MERCHANT_PER_DAY: wholeNumber(1, 1_000_000).default(
    limits.walletCodesPerMerchantPerDay,
  ),
  WASL_THEME_FONT_URLS: z
    .string()
    .transform((text) => text.trim().split(/[\s,]+/))
    .pipe(z.array(fontUrl).max(20))
    .optional(),
  SIM_URL: address.optional(),
  SIM_PUBLIC_URL: address.optional(),
  WASL_SIM_URL: pageAddress.optional(),
  WASL_BUYER_DATA_MONTHS: wholeNumber(buyerDataMonths.fewest, buyerDataMonths.most).optional(),
  WASL_REQUEST_LOG_DAYS: wholeNumber(0, 365).default(30),
  WASL_PUSH_CONTACT: z
    .string()
    .max(200)
    .regex(/^(?:mailto:[^\s@<>]+@[^\s@<>]+|https:\/\/[^\s<>]+)$/)
    .optional(),
  WASL_PDF_WORKERS: wholeNumber(1, 16).default(1),
  ...storageVariables,
  SIM_SMTP_PORT: port.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  ZATCA_SANDBOX_URL: address.optional(),
  ZATCA_SIMULATION_URL: address.optional(),
  ZATCA_PRODUCTION_URL: address.optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/)
    .optional(),
});

type Variables = z.output<typeof variables>;

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

/**
 * What must be set where money is real: whom the limits count, that they count, and that signatures
 * cannot be guessed. A secret that is not set is made by us.
 */
function requireLiveLimits(env: Variables): void {
  if (env.WASL_TRUSTED_PROXIES === undefined) {
    throw new ConfigurationError(
      "WASL_TRUSTED_PROXIES must be set in the live environment: how many proxies stand in front of this server, 0 when buyers connect to it themselves. Limits count buyers by it. See docs/operations.md.",
    );
  }
  if (!env.WASL_RATE_LIMITS)
    throw new ConfigurationError("WASL_RATE_LIMITS cannot be false in the live environment.");
  for (const name of ["WASL_SECRET_KEY", "WASL_SECRET_KEY_PREVIOUS"] as const) {
    const secret = env[name];
    if (secret === undefined || !isTrivialSecret(secret)) continue;
    throw new ConfigurationError(
      `${name} can be guessed, and the live environment does not start with it. This makes a good one: openssl rand -base64 48`,
    );
  }
}

/** Those that run elsewhere, or our own, by the address at which browsers reach them. */
function simulatorUrlOf(env: Variables): string {
  return env.SIM_URL ?? env.SIM_PUBLIC_URL ?? `http://127.0.0.1:${env.SIM_PORT}`;
}

/** Where nothing is real, mail goes to the simulators' catcher unless a server is named. */
function smtpUrlOf(env: Variables, usesSimulators: boolean): Secret | null {
  if (env.SMTP_URL !== undefined) return new Secret(env.SMTP_URL);
  const host = env.SIM_URL === undefined ? "127.0.0.1" : new URL(env.SIM_URL).hostname;
  return usesSimulators ? new Secret(`smtp://${host}:${smtpPortOf(env)}`) : null;
}

function smtpPortOf(env: Variables): number {
  return env.SIM_SMTP_PORT ?? simulatorMailPort(env.SIM_PORT);
}

function refusePortMistake(env: Variables): void {
  const mistake = portMistake({ PORT: env.PORT, SIM_PORT: env.SIM_PORT, SIM_SMTP_PORT: smtpPortOf(env) });
  if (mistake !== null) throw new ConfigurationError(`${mistake} See docs/operations.md.`);
}

/** Who opens a shop proves an address by a code, on a page of the console. */
function refuseSignUpMistake(env: Variables, consoleUrl: string | null, usesSimulators: boolean): void {
  if (env.WASL_SIGN_UP === "closed") return;
  const needed = consoleUrl === null ? "WASL_CONSOLE_URL" : "SMTP_URL";
  if (consoleUrl === null || smtpUrlOf(env, usesSimulators) === null)
    throw new ConfigurationError(`WASL_SIGN_UP=${env.WASL_SIGN_UP} needs ${needed}. See docs/operations.md.`);
}

/** The simulators' pages are those of strangers: on an address of their own, and as safe on the way as ours. */
function refuseSimulatorsBesideMoney({ WASL_ENV, WASL_SIM_URL: address }: Variables, webUrl: string): void {
  if (address === undefined) return;
  if (new URL(address).hostname === new URL(webUrl).hostname)
    throw new ConfigurationError(
      "WASL_SIM_URL must have a host name of its own: pages of banks that are pretended must not stand on the host of WASL_WEB_URL. See docs/operations.md.",
    );
  if (WASL_ENV === "live" && !address.startsWith("https://"))
    throw new ConfigurationError("WASL_SIM_URL must begin with https:// in the live environment.");
}

function secretOf(text: string | undefined): Secret | null {
  return text === undefined ? null : new Secret(text);
}

/** Servers that share a database share the secret: a file in the data directory of one is unknown to the others. */
function refuseSecretMistake(env: Variables): void {
  const { WASL_SECRET_KEY: current, WASL_SECRET_KEY_PREVIOUS: previous } = env;
  if (current === undefined && previous !== undefined)
    throw new ConfigurationError("WASL_SECRET_KEY_PREVIOUS needs WASL_SECRET_KEY. See docs/operations.md.");
  if (current !== undefined && current === previous)
    throw new ConfigurationError(
      "WASL_SECRET_KEY and WASL_SECRET_KEY_PREVIOUS must differ. See docs/operations.md.",
    );
  const isReal = env.WASL_ENV === "live" || env.WASL_ENV === "pilot";
  if (isReal && env.DATABASE_URL !== undefined && current === undefined)
    throw new ConfigurationError(
      "WASL_SECRET_KEY must be set in the live and pilot environments with DATABASE_URL: every server of the database needs the same one. See docs/operations.md.",
    );
}

/** Orders, mobiles and addresses cross no network in the clear. */
function refusePlaintextDatabase(env: Variables): void {
  for (const name of ["DATABASE_URL", "DATABASE_LISTEN_URL"] as const) {
    const address = env[name];
    const isAllowed = env.WASL_DATABASE_PLAINTEXT;
    if (address === undefined || isAllowed || isLocalDatabase(address) || usesTls(address)) continue;
    throw new ConfigurationError(
      `${name} has no TLS, and its server is another machine: end it with ?sslmode=verify-full, or set WASL_DATABASE_PLAINTEXT=true where the network between them is your own. See docs/operations.md.`,
    );
  }
}

function isLocalDatabase(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  return (
    host === "" ||
    host.startsWith("/") ||
    host === "localhost" ||
    host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

function usesTls(address: string): boolean {
  const mode = new URL(address).searchParams.get("sslmode");
  return mode === "require" || mode === "verify-ca" || mode === "verify-full";
}

function missing(name: string, env: Variables): never {
  throw new ConfigurationError(
    `${name} must be set in the ${env.WASL_ENV} environment. See docs/operations.md.`,
  );
}
