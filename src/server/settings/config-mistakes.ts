/** What settings must not be together. Each stops the start with a sentence that names the variable (ConfigurationError). */
import { isTrivialSecret } from "#core/secret/trivial-secret.ts";
import { portMistake } from "#core/simulator-ports.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { smtpPortOf, smtpUrlOf, type Variables } from "./variables.ts";

/**
 * What must be set where money is real: whom the limits count, that they count, and that signatures
 * cannot be guessed. A secret that is not set is made by us.
 */
export function requireLiveLimits(env: Variables): void {
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

/** Servers of one machine that want one port. */
export function refusePortMistake(env: Variables): void {
  const mistake = portMistake({ PORT: env.PORT, SIM_PORT: env.SIM_PORT, SIM_SMTP_PORT: smtpPortOf(env) });
  if (mistake !== null) throw new ConfigurationError(`${mistake} See docs/operations.md.`);
}

/** Who opens a shop proves an address by a code, on a page of the console. */
export function refuseSignUpMistake(
  env: Variables,
  consoleUrl: string | null,
  usesSimulators: boolean,
): void {
  if (env.WASL_SIGN_UP === "closed") return;
  const needed = consoleUrl === null ? "WASL_CONSOLE_URL" : "SMTP_URL";
  if (consoleUrl === null || smtpUrlOf(env, usesSimulators) === null)
    throw new ConfigurationError(`WASL_SIGN_UP=${env.WASL_SIGN_UP} needs ${needed}. See docs/operations.md.`);
}

/** The simulators' pages are those of strangers: on an address of their own, and as safe on the way as ours. */
export function refuseSimulatorsBesideMoney(
  { WASL_ENV, WASL_SIM_URL: address }: Variables,
  webUrl: string,
): void {
  if (address === undefined) return;
  if (new URL(address).hostname === new URL(webUrl).hostname)
    throw new ConfigurationError(
      "WASL_SIM_URL must have a host name of its own: pages of banks that are pretended must not stand on the host of WASL_WEB_URL. See docs/operations.md.",
    );
  if (WASL_ENV === "live" && !address.startsWith("https://"))
    throw new ConfigurationError("WASL_SIM_URL must begin with https:// in the live environment.");
}

/** Servers that share a database share the secret: a file in the data directory of one is unknown to the others. */
export function refuseSecretMistake(env: Variables): void {
  const { WASL_SECRET_KEY: current, WASL_SECRET_KEY_PREVIOUS: previous } = env;
  if (current === undefined && previous !== undefined)
    throw new ConfigurationError("WASL_SECRET_KEY_PREVIOUS needs WASL_SECRET_KEY. See docs/operations.md.");
  if (current !== undefined && current === previous)
    throw new ConfigurationError(
      "WASL_SECRET_KEY and WASL_SECRET_KEY_PREVIOUS must differ. See docs/operations.md.",
    );
  const isOfDevelopers = env.WASL_ENV === "local" || env.WASL_ENV === "test";
  if (!isOfDevelopers && env.DATABASE_URL !== undefined && current === undefined)
    throw new ConfigurationError(
      "WASL_SECRET_KEY must be set in the live, pilot and stage environments with DATABASE_URL: every server of the database needs the same one. See docs/operations.md.",
    );
}

/** Orders, mobiles and addresses cross no network in the clear. */
export function refusePlaintextDatabase(env: Variables): void {
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
