/**
 * The files of the build. They are read once: a build that is made again under a running server, as by a second
 * `npm start`, takes nothing away from the pages that it sends.
 */
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { chooseEncoding, type Encoding } from "./page-body.ts";

const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** How the build names what it has compressed beforehand. */
const compressed: readonly (readonly [Encoding, ending: string])[] = [
  ["br", ".br"],
  ["gzip", ".gz"],
];

type BuiltFile = {
  readonly contentType: string;
  readonly bodies: ReadonlyMap<Encoding, Buffer>;
};

/**
 * Mounts `/assets/…` and `/i18n/…`. Their addresses change with what they hold, so browsers cache them permanently.
 * @param clientDir folder of the build for the browser
 * @param folders those of it that are served
 * @throws Error when there is no build, or one with an unknown kind of file
 */
export async function mountBuiltFiles(
  app: FastifyInstance,
  clientDir: string,
  folders: readonly string[] = ["assets", "i18n"],
): Promise<void> {
  for (const folder of folders) {
    const files = await readFolder(join(clientDir, folder));
    app.get<{ Params: { "*": string } }>(`/${folder}/*`, (request, reply) => {
      const file = files.get(request.params["*"]);
      if (!file) return reply.callNotFound();
      const wanted = chooseEncoding(request.headers["accept-encoding"]);
      const encoding = file.bodies.has(wanted) ? wanted : "identity";
      if (encoding !== "identity") reply.header("content-encoding", encoding);
      return reply
        .header("vary", "accept-encoding")
        .header("cache-control", "public, max-age=31536000, immutable")
        .type(file.contentType)
        .send(file.bodies.get(encoding));
    });
  }
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, BuiltFile>> {
  const names = await readdir(folder);
  const plain = names.filter((name) => !compressed.some(([, ending]) => name.endsWith(ending)));
  const files = plain.map(async (name): Promise<[string, BuiltFile]> => {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined) throw new Error(`the build has a file of an unknown kind: ${name}`);
    const bodies = new Map<Encoding, Buffer>([["identity", await readFile(join(folder, name))]]);
    for (const [encoding, ending] of compressed) {
      if (names.includes(name + ending)) bodies.set(encoding, await readFile(join(folder, name + ending)));
    }
    return [name, { contentType, bodies }];
  });
  return new Map(await Promise.all(files));
}
