/** Which key and which address: of the environment (WASL_KEY, WASL_URL), else of the file that `login` wrote. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createWasl } from "#sdk/index.mjs";
import { type MerchantCommand, type Parts, readAddress, UsageError } from "./command.ts";

export type Login = { readonly url: string; readonly key: string };

type Env = Parts["env"];

const usualUrl = "http://localhost:3000";

export const loginCommands: Readonly<Record<string, MerchantCommand>> = {
  login: {
    words: "[address]",
    summary: "check an API key and keep it for the next commands",
    details:
      `The address is ${usualUrl} unless it is given. The key is asked for, or read from standard input or WASL_KEY:\n` +
      "it is no word of the command, since those are seen by others and kept in histories.",
    run: login,
  },
  logout: { words: "", summary: "forget the key that login has kept", run: logout },
  whoami: { words: "", summary: "the merchant, the mode and what the key may do", run: whoAmI },
};

/**
 * The key and the address to use. A key is only ever sent to the address that was given together with it.
 * @throws UsageError when there is none, or other people of this machine can read it
 */
export function readLogin(env: Env): Login {
  const { WASL_KEY: key, WASL_URL: url } = env;
  if (key) return { key, url: checkAddress(url || usualUrl) };
  const stored = readStored(env);
  if (!stored)
    throw new UsageError(
      "There is no key. Run `wasl login`, or set WASL_KEY (and WASL_URL) for this command.",
    );
  if (url && checkAddress(url) !== stored.url)
    throw new UsageError(`WASL_URL is ${url}, and the kept key is of ${stored.url}: set WASL_KEY, too.`);
  return stored;
}

async function login(
  { env, secret, print }: Parts,
  {
    words: [address = env["WASL_URL"] || usualUrl],
  }: {
    readonly words: readonly string[];
  },
) {
  const url = checkAddress(address);
  const key = env["WASL_KEY"] || (await secret(`API key of ${url} (not shown): `));
  if (!/^[\x21-\x7e]{10,200}$/.test(key)) throw new UsageError("That is no API key: it begins with wasl_.");
  const merchant = await createWasl({ url, key }).call("GET /api/v1/merchant");
  const file = store(env, { url, key });
  print(`Logged in as ${merchant.username} (${merchant.mode}) at ${url}. The key is in ${file}.`);
  return null;
}

async function logout({ env }: Parts) {
  const file = fileOf(env);
  rmSync(file, { force: true });
  return { text: `No key is kept in ${file}. The key itself goes on being valid.`, json: { file } };
}

async function whoAmI({ env, wasl, table }: Parts) {
  const merchant = await wasl().call("GET /api/v1/merchant");
  const text = table([
    ["merchant", merchant.username],
    ["shop", merchant.shopName],
    ["mode", merchant.mode],
    ["address", readLogin(env).url],
    ["key", `${merchant.key.prefix}… (${merchant.key.name})`],
    ["may", merchant.key.scopes.join(", ")],
    ["methods", merchant.methods.join(", ")],
  ]);
  return { text, json: merchant };
}

/** http lets the networks on its way read the key, unless its way is inside this machine. */
function checkAddress(text: string): string {
  const { protocol, hostname, origin, pathname } = readAddress(text, "The address of Wasl");
  const isHere = /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol !== "https:" && !isHere)
    throw new UsageError(`${origin} would send the key unencrypted. Use its https address.`);
  return origin + pathname.replace(/\/+$/, "");
}

function fileOf(env: Env): string {
  return join(env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "wasl", "login.json");
}

function readStored(env: Env): Login | null {
  const file = fileOf(env);
  let text: string;
  try {
    if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
      throw new UsageError(`Others of this machine can read the key in ${file}. Run \`chmod 600 ${file}\`.`);
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  try {
    const { url, key } = JSON.parse(text);
    if (typeof key === "string" && typeof url === "string") return { key, url: checkAddress(url) };
  } catch {
    // As below: it is written again by a new login.
  }
  throw new UsageError(`${file} cannot be read. Run \`wasl login\` again.`);
}

/** Written beside it and renamed, so that it never exists half, nor with a mode that lets others read. */
function store(env: Env, login: Login): string {
  const file = fileOf(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
  return file;
}
