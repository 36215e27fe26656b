/**
 * Keeps the draft of one form on the server while it is typed, one call at a time, and issues it. A call without an answer is made
 * again with the same key before anything newer is sent, so that a draft is made once and an invoice is issued once.
 */
import type { Invoice } from "#contract/invoices.ts";
import { CallFailure, type CallOptions, newIdempotencyKey, request } from "../calls/call.ts";
import type { DraftBody } from "./invoice-draft-body.ts";

/** `none`: nothing was typed yet. */
export type SaveState = "none" | "saving" | "saved" | CallFailure;

export type KeptAs = { readonly id: string; readonly etag: string };

type KeeperOptions = {
  readonly shop: number;
  /** The draft that was opened; null: there is none yet. */
  readonly kept: KeptAs | null;
  readonly onState: (state: SaveState) => void;
  /** A draft was made. */
  readonly onMade: (id: string) => void;
  /** What was typed is on the server now. */
  readonly onSaved: (kept: KeptAs) => void;
};

export type DraftKeeper = {
  /** Saves this when typing has paused; null takes nothing away from what is saved. */
  readonly type: (body: DraftBody | null) => void;
  /**
   * Saves what was typed last at once.
   * @param by the person is asked to sign in again, the clock is not
   * @throws CallFailure
   */
  readonly flush: (by: "person" | "clock") => Promise<void>;
  /** @throws CallFailure */
  readonly issue: (body: DraftBody) => Promise<Invoice>;
};

/** After the last key: long enough for a word, short enough for a crash. */
const pauseMs = 900;

export function createDraftKeeper({ shop, kept, onState, onMade, onSaved }: KeeperOptions): DraftKeeper {
  let saved: (KeptAs & { readonly text: string }) | null = kept && { ...kept, text: "" };
  let wanted: string | null = null;
  /** What was sent last, until it has an answer. */
  let sent: { readonly text: string; readonly key: string } | null = null;
  let work: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let issued: { readonly text: string; readonly key: string; readonly isDirect: boolean } | null = null;
  /** Issued, or thrown away by a colleague: only the person knows whether to send it again. */
  let isGone = false;
  let isOver = false;

  const saveOnce = async (isQuiet: boolean): Promise<void> => {
    sent ??= { text: wanted ?? "", key: newIdempotencyKey() };
    const { text, key } = sent;
    const options = { shop, idempotencyKey: key, isQuiet };
    const kept = await keep(JSON.parse(text), saved, options);
    const isNew = saved === null;
    saved = { ...kept, text };
    sent = null;
    if (isNew && !isOver) onMade(kept.id);
    onSaved(kept);
  };
  const isDue = (): boolean => wanted !== null && (sent !== null || saved?.text !== wanted);
  const saveAll = async (isQuiet: boolean): Promise<void> => {
    onState("saving");
    try {
      while (isDue()) await saveOnce(isQuiet);
      onState("saved");
    } catch (thrown) {
      const failure = thrown instanceof CallFailure ? thrown : new CallFailure("no_answer");
      if (failure.kind === "refused") sent = null;
      isGone = failure.code === "not_found";
      const shown = isGone ? new CallFailure("refused", "draft_gone") : failure;
      onState(shown);
      throw shown;
    }
  };
  const flush: DraftKeeper["flush"] = async (by) => {
    clearTimeout(timer);
    if (by === "person") await work?.catch(() => {});
    if (isGone || isOver || !isDue()) return;
    work ??= saveAll(by === "clock").finally(() => {
      work = null;
    });
    await work;
  };
  /** The same content is issued in the same way with the same key, until there is an answer. */
  const issueOnce = async (text: string): Promise<Invoice> => {
    if (issued?.text !== text)
      issued = { text, key: newIdempotencyKey(), isDirect: isGone || saved === null };
    const options = { shop, idempotencyKey: issued.key };
    if (issued.isDirect || saved === null) {
      const reply = await request("POST /api/v1/invoices", { body: JSON.parse(text) }, options);
      if (saved !== null && !isGone) void removeDraft(saved.id, shop);
      return (await reply.json()) as Invoice;
    }
    wanted = text;
    await flush("person");
    const parts = { params: { draftId: saved.id }, body: {} };
    const reply = await request("POST /api/v1/invoice-drafts/:draftId/issue", parts, {
      ...options,
      ifMatch: saved.etag,
    });
    return (await reply.json()) as Invoice;
  };
  return {
    type: (body) => {
      clearTimeout(timer);
      if (body === null || isGone || isOver) return;
      wanted = JSON.stringify(body);
      timer = setTimeout(() => void flush("clock").catch(() => {}), pauseMs);
    },
    flush,
    issue: async (body) => {
      clearTimeout(timer);
      // A draft that is on its way is there before it is issued.
      await work?.catch(() => {});
      const invoice = await issueOnce(JSON.stringify(body));
      isOver = true;
      return invoice;
    },
  };
}

/** Makes a draft, or replaces what it says. */
async function keep(body: DraftBody, saved: KeptAs | null, options: CallOptions): Promise<KeptAs> {
  const reply = await (saved === null
    ? request("POST /api/v1/invoice-drafts", { body }, options)
    : request(
        "PUT /api/v1/invoice-drafts/:draftId",
        { params: { draftId: saved.id }, body },
        { ...options, ifMatch: saved.etag },
      ));
  const { id } = (await reply.json()) as { id: string };
  return { id, etag: reply.headers.get("etag") ?? "" };
}

/** Of what is issued, or has become something else; a draft that stays is thrown away by the person. */
export async function removeDraft(draftId: string, shop: number): Promise<void> {
  const options = { shop, isQuiet: true };
  await request("DELETE /api/v1/invoice-drafts/:draftId", { params: { draftId } }, options).catch(() => {});
}
