/** What each setting must look like, in words for the person who got it wrong. */

const port = "it must be a port number from 0 to 65535, such as 3000";
const flag = 'it must be "true" or "false"';
const address = "it must be an address such as https://pay.example.com";

const forms: Readonly<Record<string, string>> = {
  WASL_ENV: "it must be local, test, stage, pilot or live",
  PORT: port,
  SIM_PORT: port,
  SIM_SMTP_PORT: port,
  DATABASE_LISTEN_URL: "it must be an address such as postgres://user:password@host:5432/name",
  DATABASE_URL: "it must be an address such as postgres://user:password@host:5432/name",
  DATABASE_POOL_SIZE: "it must be a number of connections from 2 to 100",
  WASL_WEB_URL: "it must be an address such as https://pay.example.com, without a path",
  WASL_CONSOLE_SECOND_FACTOR: "it must be optional or required",
  WASL_SIGN_UP: "it must be closed, invited or open",
  WASL_API_URL: address,
  SIM_URL: address,
  SIM_PUBLIC_URL: address,
  WASL_SIM_URL: "it must be an address such as https://test-bank.example.com, without a path",
  ZATCA_SANDBOX_URL: address,
  ZATCA_SIMULATION_URL: address,
  ZATCA_PRODUCTION_URL: address,
  WASL_SECRET_KEY: "it must have 32 characters or more",
  WASL_DIRECT_API: flag,
  WASL_PCI_DIRECT: flag,
  WASL_TESTING_PHASE: flag,
  WASL_RATE_LIMITS: flag,
  WASL_WALLET_CODES_PER_MERCHANT_PER_DAY: "it must be a number of codes from 1 to 1000000",
  WASL_TRUSTED_PROXIES: "it must be a number of proxies from 0 to 5",
  WASL_LOG_LEVEL: "it must be info, warn or error",
  WASL_NODE_NAME: "it must be a name of letters, digits, dots, hyphens and underscores, such as pay-1",
  WASL_METRICS_PORT: port,
  WASL_COUNTRY_HEADER: "it must be the name of a header, such as cf-ipcountry",
  WASL_PDF_WORKERS: "it must be a number of processes from 1 to 16",
  WASL_REQUEST_LOG_DAYS: "it must be a number of days from 0 to 365",
  WASL_PUSH_CONTACT: "it must be an address such as mailto:ops@example.com",
  WASL_BUYER_DATA_MONTHS: "it must be a number of months from 6 to 180",
  SMTP_URL: "it must be an address such as smtps://user:password@host",
  MAIL_FROM: 'it must be a sender such as "Shop <shop@example.com>"',
};

/** What is asked of a setting; null where its own refusal says it. The value is never repeated: it may be secret. */
export function settingForm(name: string): string | null {
  return Object.hasOwn(forms, name) ? (forms[name] ?? null) : null;
}
