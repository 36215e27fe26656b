/** The one way to answer with a file: safe headers, and 304 for a client that has it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problemsOfCall } from "#contract/call-problems.ts";
import type { CallParsed, CallShape } from "#contract/contract.ts";
import { fileCalls } from "#contract/files.ts";
import { pdfPolicy, uploadPolicy } from "./policies.ts";

type FileCalls = typeof fileCalls;

/** This server cannot make PDFs at all: not a fault of the document. The answer is then `FileReply.otherwise`. */
export class PdfEngineMissing extends Error {
  override readonly name = "PdfEngineMissing";
}

export type FileReply = {
  readonly contentType: "application/pdf" | "image/png" | "image/jpeg";
  /** Latin letters, digits, dots and hyphens. */
  readonly fileName: string;
  /** Names the content; equal tags mean equal bytes. */
  readonly tag: string;
  readonly cacheControl: string;
  /** Called only when the caller does not have the file yet. */
  readonly load: () => Promise<Buffer>;
  /** The answer where no PDF can be made at all: a redirect to a page, or a page. */
  readonly otherwise?: { readonly address: string } | { readonly html: string };
};

type FileInput<C extends CallShape> = Pick<CallParsed<C>, "params" | "query">;

export type FileHandler<C extends CallShape> = (parsed: FileInput<C>) => Promise<FileReply>;

/** Pictures are shown by merchants' own pages, too. */
const policies = {
  picture: {
    "content-security-policy": uploadPolicy,
    "cross-origin-resource-policy": "cross-origin",
  },
  pdf: { "content-security-policy": pdfPolicy, "cross-origin-resource-policy": "same-origin" },
} as const;

/** Mounts one call whose answer is a file, by its key in the contract. HEAD is answered, too. */
export function mountFile<K extends keyof FileCalls>(
  app: FastifyInstance,
  key: K,
  handler: FileHandler<FileCalls[K]>,
): void {
  const shape: CallShape = fileCalls[key];
  const schema = { params: shape.params, ...(shape.query && { querystring: shape.query }) };
  const config = { problems: new Set(problemsOfCall(key, shape)) };
  app.get(key.slice("GET ".length), { schema, config }, async (request, reply) => {
    // Validated by the shapes above, which the type is made of.
    const parsed = { params: request.params, query: request.query } as FileInput<FileCalls[K]>;
    return sendFile(request, reply, await handler(parsed));
  });
}

/** Sends a file, or 304 when `If-None-Match` has its tag. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileReply,
): Promise<FastifyReply> {
  const etag = `"${file.tag}"`;
  reply
    .headers(file.contentType === "application/pdf" ? policies.pdf : policies.picture)
    .header("x-content-type-options", "nosniff")
    .header("cache-control", file.cacheControl)
    .header("etag", etag);
  if (hasTag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  const bytes = await file.load().catch((error: unknown) => {
    if (error instanceof PdfEngineMissing && file.otherwise) return null;
    throw error;
  });
  if (bytes === null) return sendOtherwise(reply, file);
  return reply
    .type(file.contentType)
    .header("content-disposition", `inline; filename="${file.fileName}"`)
    .send(bytes);
}

/** The file's tag does not cover it, and a server with the engine answers differently later. */
function sendOtherwise(reply: FastifyReply, { otherwise }: FileReply): FastifyReply {
  reply.removeHeader("etag").header("cache-control", "no-store");
  if (otherwise && "html" in otherwise) return reply.type("text/html; charset=utf-8").send(otherwise.html);
  return reply.redirect(otherwise?.address ?? "/", 303);
}

function hasTag(given: string | undefined, etag: string): boolean {
  if (given === undefined) return false;
  // A proxy that compresses makes a tag weak; for GET the comparison is weak anyway (RFC 9110, 13.1.2).
  return given.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
