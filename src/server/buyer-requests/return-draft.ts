/**
 * A form for a return that was not taken, as its browser keeps it for the page that says why, so that it is not written a
 * second time. The server keeps it nowhere, and it is not in an address, which logs and histories have.
 */
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { ReturnDraft } from "#contract/pages.ts";
import { returnLimits, returnReasons } from "#core/return-request.ts";
import * as timing from "#core/timing.ts";

/** The cookie of the browser that sent the form, for the page of its order alone. */
export const returnDraftCookie = "wasl-return-draft";

const draft: z.ZodType<ReturnDraft> = z.object({
  reason: z.enum(returnReasons).nullable(),
  // In UTF-16, which has two units for some letters.
  words: z.string().max(returnLimits.words * 2),
  isOfLines: z.boolean(),
  lines: z
    .array(z.tuple([z.int().min(1).max(returnLimits.lines), z.string().max(6)]))
    .max(returnLimits.lines),
});

/** What the browser has kept; null for nothing, and for what is no such form. */
export function readReturnDraft(cookie: string | undefined): ReturnDraft | null {
  try {
    const text = Buffer.from(cookie ?? "", "base64url").toString();
    return draft.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

type Keeping = { readonly orderNumber: string; readonly isSecure: boolean };

/** Lets the browser keep a form that was not taken. */
export function keepReturnDraft(reply: FastifyReply, kept: ReturnDraft, keeping: Keeping): void {
  const text = Buffer.from(JSON.stringify(kept)).toString("base64url");
  reply.setCookie(returnDraftCookie, text, { ...scopeOf(keeping), maxAge: timing.returnDraftKeptMs / 1000 });
}

/** Takes it away again: the form was taken. */
export function dropReturnDraft(reply: FastifyReply, keeping: Keeping): void {
  reply.clearCookie(returnDraftCookie, scopeOf(keeping));
}

function scopeOf({ orderNumber, isSecure }: Keeping) {
  return {
    path: `/pay/order/${orderNumber}`,
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure,
  } as const;
}
