/** Reading a method's own environment variables. An empty variable means "not set": compose files pass those. */

type Environment = Readonly<Record<string, string | undefined>>;

/** The value of one variable, or undefined when it is not set. */
export function readVariable(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

/**
 * The values of variables that belong together.
 * @returns null when none of them is set
 * @throws Error with a sentence that names the first missing one, when only some are set
 */
export function readVariables<Name extends string>(
  environment: Environment,
  names: readonly Name[],
): Readonly<Record<Name, string>> | null {
  const values = names.map((name) => [name, readVariable(environment, name)] as const);
  if (values.every(([, value]) => value === undefined)) return null;
  const missing = values.find(([, value]) => value === undefined);
  if (missing) throw new Error(`${missing[0]} must be set, because ${names.join(", ")} belong together.`);
  return Object.fromEntries(values) as Record<Name, string>;
}

/**
 * Origins of a variable that lists addresses, separated by spaces or commas; the standard ones when it is not set.
 * @throws Error when something in the list is not an http(s) address
 */
export function readOrigins(
  environment: Environment,
  name: string,
  standard: readonly string[],
): readonly string[] {
  const text = readVariable(environment, name);
  if (text === undefined) return standard;
  return text.split(/[\s,]+/).map((address) => {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new Error(`${name} must list http(s) addresses; ${address} is none.`);
    }
    return url.origin;
  });
}

/**
 * Whether an address must not receive real money: without TLS, or on a test host such as
 * api-sandbox.tamara.co or b2btest.stcpay.com.sa.
 */
export function isTestAddress(baseUrl: string): boolean {
  const url = URL.parse(baseUrl);
  if (url === null || url.protocol !== "https:") return true;
  return /(?:^|[.-])(?:(?:b2b)?test|testing|sandbox|staging|uat|mtf|simulator)(?:[.-]|$)|^localhost$|^127\./.test(
    url.hostname,
  );
}

/**
 * The address of an API without a final slash; the standard one when the variable is not set.
 * @throws Error when it is not an http(s) address
 */
export function readBaseUrl(environment: Environment, name: string, standard: string): string {
  const text = readVariable(environment, name) ?? standard;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ""))
    throw new Error(`${name} must be an http(s) address.`);
  return text.replace(/\/+$/, "");
}
