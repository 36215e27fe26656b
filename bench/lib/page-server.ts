/**
 * Serves the pages that ours is compared with: text compressed by Brotli at its best beforehand, scripts and styles
 * with immutable caching. No page is at a disadvantage for how it is delivered.
 */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** A folder of files and the beginning of their addresses, such as `/peers/`. */
export type ServedFolder = { readonly prefix: string; readonly folder: string };

/** Starts serving; `url` has no final slash. */
export async function startPageServer(
  folders: readonly ServedFolder[],
): Promise<AsyncDisposable & { readonly url: string }> {
  const files = new Map(folders.flatMap(readFolder));
  const server = createServer((request, response) => {
    const file = files.get(request.url?.split("?", 1)[0] ?? "");
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": file.type,
      "content-encoding": "br",
      "content-length": file.body.length,
      "cache-control": file.type.startsWith("text/html") ? "no-store" : "public, max-age=31536000, immutable",
    });
    response.end(file.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the page server does not listen");
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function readFolder({
  prefix,
  folder,
}: ServedFolder): [string, { readonly type: string; readonly body: Buffer }][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const type = types[extname(name)];
    if (type === undefined) return [];
    return [
      [
        prefix + name.replaceAll("\\", "/"),
        { type, body: brotliCompressSync(readFileSync(join(folder, name))) },
      ],
    ];
  });
}
