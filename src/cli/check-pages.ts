/**
 * `npm run check-pages -- <public address> <page> ...`: fetches payment pages as a buyer's browser gets them and
 * compares their headers and scripts with the inventory of this build (PCI DSS 11.6.1). For an operator's timer, from
 * another machine than the server's; ends with 1 and one line per difference.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const clientDir = join(import.meta.dirname, "../../dist/client");

/** One script of the inventory; web/build/script-inventory.ts says more. */
type Listed = { readonly path: string; readonly sha384: string; readonly sha256: string };

const wantedHeaders: readonly (readonly [name: string, content: RegExp])[] = [
  [
    "content-security-policy",
    /^default-src 'none'; script-src 'self' 'nonce-[\w-]{22}'(?: https?:\/\/[^\s;'*/]+\/[^\s;'*]+)*; /,
  ],
  [
    "content-security-policy",
    /; base-uri 'none'; object-src 'none'; frame-ancestors [^;]+;(?:.*;)? report-uri \/csp-report;/,
  ],
  ["strict-transport-security", /^max-age=\d{8}/],
  ["x-content-type-options", /^nosniff$/],
  ["cache-control", /^no-store$/],
];

/** Runs the check and prints what it found. */
export async function run([publicUrl, ...paths]: readonly string[]): Promise<void> {
  if (publicUrl === undefined || paths.length === 0) {
    console.error("Usage: npm run check-pages -- https://pay.example /pay/info/<order number> ...");
    process.exitCode = 1;
    return;
  }
  const inventory = await readInventory();
  const wrong: string[] = [];
  for (const path of paths) wrong.push(...(await checkPage(new URL(path, publicUrl), inventory)));
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log(`${paths.length} pages are as they were built.`);
}

async function readInventory(): Promise<readonly Listed[]> {
  const names = ["client", "script"].map((name) => join(clientDir, `script-inventory-${name}.json`));
  const lists = await Promise.all(names.map((name) => readFile(name, "utf8")));
  return lists.flatMap((list) => JSON.parse(list) as Listed[]);
}

/** What differs on one page, a sentence each; none when all is as it was built. */
export async function checkPage(address: URL, inventory: readonly Listed[]): Promise<string[]> {
  const reply = await fetch(address, { redirect: "error" }).catch((error: unknown) => String(error));
  if (typeof reply === "string") return [`${address.pathname}: cannot be fetched (${reply})`];
  const html = await reply.text();
  const isTls = address.protocol === "https:";
  const wrong = wantedHeaders
    .filter(([name]) => isTls || name !== "strict-transport-security")
    .filter(([name, content]) => !content.test(reply.headers.get(name) ?? ""))
    .map(([name]) => `the header ${name} is not ours`);
  if (reply.status !== 200) wrong.push(`the status is ${reply.status}`);
  wrong.push(...wrongElements(html, inventory));
  for (const { path, sha384 } of inventory.filter((script) => html.includes(script.path))) {
    const content = Buffer.from(await (await fetch(new URL(path, address))).arrayBuffer());
    if (`sha384-${createHash("sha384").update(content).digest("base64")}` !== sha384)
      wrong.push(`${path} has other bytes than the build`);
  }
  return wrong.map((text) => `${address.pathname}: ${text}`);
}

/** Scripts of the document that are not in the inventory, lack their hash, or run without the page's nonce. */
function wrongElements(html: string, inventory: readonly Listed[]): string[] {
  const scripts = Array.from(html.matchAll(/<script\b([^>]*)>/g), ([, attributes = ""]) => attributes);
  const wrong = scripts.flatMap((attributes) => {
    const path = /\ssrc="([^"]*)"/.exec(attributes)?.[1];
    if (path === undefined) {
      const isData = /\stype="application\/json"/.test(attributes);
      return isData || /\snonce="[\w-]{22}"/.test(attributes) ? [] : ["an inline script has no nonce"];
    }
    const listed = inventory.find((script) => script.path === path);
    if (!listed) return [`the script ${path} is not in the inventory`];
    return attributes.includes(`integrity="${listed.sha256}"`) ? [] : [`the script ${path} has not its hash`];
  });
  if (scripts.length === 0) wrong.push("there are no scripts: it is another page");
  return /\son[a-z]+="/i.test(html.replace(/<(script|style)\b.*?<\/\1>/gs, ""))
    ? [...wrong, "an element has a script in an attribute"]
    : wrong;
}
