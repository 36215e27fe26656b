/** The environment variables by name, each with the form of its value. */
import { z } from "zod";
import { buyerDataMonths } from "#core/buyer-data-months.ts";
import { limits } from "#core/limits.ts";
import { Secret } from "#core/secret/secret.ts";
import { simulatorMailPort, simulatorPort } from "#core/simulator-ports.ts";
import { storageVariables } from "../storage/open-storage.ts";
import { logLevels } from "./log-settings.ts";

/** Decision N7: `local` and `test` pay through the simulators, the others through real providers. */
export const environments = ["local", "test", "stage", "pilot", "live"] as const;
export type EnvironmentName = (typeof environments)[number];

export const signUps = ["closed", "invited", "open"] as const;
export type SignUp = (typeof signUps)[number];

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

/** Every variable of ours with its form; those of payment methods are read by the methods. */
export const variables = z.object({
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

/** The variables, read. */
export type Variables = z.output<typeof variables>;

/** Those that run elsewhere, or our own, by the address at which browsers reach them. */
export function simulatorUrlOf(env: Variables): string {
  return env.SIM_URL ?? env.SIM_PUBLIC_URL ?? `http://127.0.0.1:${env.SIM_PORT}`;
}

/** Where nothing is real, mail goes to the simulators' catcher unless a server is named. */
export function smtpUrlOf(env: Variables, usesSimulators: boolean): Secret | null {
  if (env.SMTP_URL !== undefined) return new Secret(env.SMTP_URL);
  const host = env.SIM_URL === undefined ? "127.0.0.1" : new URL(env.SIM_URL).hostname;
  return usesSimulators ? new Secret(`smtp://${host}:${smtpPortOf(env)}`) : null;
}

/** Where the simulators catch mail. */
export function smtpPortOf(env: Variables): number {
  return env.SIM_SMTP_PORT ?? simulatorMailPort(env.SIM_PORT);
}
