/** The answers that a screen of the console waits for, compressed: a list of invoices is 22 KB as it is, 3 KB like this. */
import type { FastifyInstance } from "fastify";
import { chooseEncoding, encodeWhole } from "../pages/page-body.ts";

/**
 * Compresses what the calls of a scope answer to GET, as the browser takes it. No other answer: what is made and shown once, an API
 * key for one, is in answers to POST, and the length of a compressed secret beside what others chose would tell of it (BREACH).
 */
export function compressAnswers(scope: FastifyInstance): void {
  scope.addHook("onSend", async (request, reply, payload) => {
    if (request.method !== "GET" || typeof payload !== "string") return payload;
    const accepted = chooseEncoding(request.headers["accept-encoding"]);
    const { body, encoding } = await encodeWhole(payload, accepted);
    if (encoding === "identity") return payload;
    reply.header("content-encoding", encoding).removeHeader("content-length");
    return body;
  });
}
