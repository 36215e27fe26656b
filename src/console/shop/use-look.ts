/**
 * The draft of a look: kept in the browser until it is saved or dropped, saved over what is stored now, and taken back by one press.
 * Nothing of it is seen by buyers before.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CallFailure, call, request } from "../calls/call.ts";
import { useRead } from "../calls/queries.ts";
import { useSession } from "../session/shop.ts";
import {
  changedElsewhere,
  changedLook,
  hasChanges,
  type Look,
  type LookChanges,
  noChanges,
  readChanges,
} from "./look-draft.ts";

/** The theme is read with nulls where nothing is set, and stored without them. */
export function toLook(settings: object, imageId: string | null): Look {
  const theme = Object.entries(settings).filter(([, value]) => value !== null);
  return { theme: Object.fromEntries(theme), imageId };
}

type ReadLook = { readonly look: Look; readonly etag: string };

async function readLook(shop: number): Promise<ReadLook> {
  const [theme, { imageId }] = await Promise.all([
    request("GET /api/v1/theme", {}, { shop }),
    call("GET /api/v1/merchant/logo", {}, { shop }),
  ]);
  return { look: toLook((await theme.json()) as object, imageId), etag: theme.headers.get("etag") ?? "" };
}

async function storeLook(shop: number, { look, etag }: ReadLook, before: Look): Promise<void> {
  const options = { shop, ifMatch: etag };
  await request("PUT /api/v1/theme", { body: look.theme }, options);
  const { imageId } = look;
  if (imageId === before.imageId) return;
  if (imageId === null) await call("DELETE /api/v1/merchant/logo", {}, { shop });
  else await call("PUT /api/v1/merchant/logo", { body: { imageId } }, { shop });
}

/** A draft in the browser's own storage: it names no person, and outlives the tab. */
function useKept(key: string): readonly [LookChanges, (changes: LookChanges) => void] {
  const [changes, setChanges] = useState(() => readChanges(stored(() => localStorage.getItem(key))));
  const change = (next: LookChanges): void => {
    setChanges(next);
    stored(() =>
      hasChanges(next) ? localStorage.setItem(key, JSON.stringify(next)) : localStorage.removeItem(key),
    );
  };
  return [changes, change];
}

/** A browser without storage keeps the draft as long as the screen. */
function stored<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** A look that was replaced longer ago is no undo any more. */
const undoneWithinMs = 7 * 24 * 60 * 60_000;

/** The look before the last save, of any person of the shop; null where there is none, or it was replaced too long ago. */
function useBefore(now: Look): { readonly look: Look; readonly replacedAt: string } | null {
  const read = useRead("GET /api/v1/theme/versions", {});
  const [newest, ...earlier] = read.data?.items ?? [];
  if (!newest || Date.now() - Date.parse(newest.savedAt) > undoneWithinMs) return null;
  const shown = JSON.stringify(sorted(now));
  const look = earlier
    .map(({ settings, imageId }) => toLook(settings, imageId))
    .find((kept) => JSON.stringify(sorted(kept)) !== shown);
  return look ? { look, replacedAt: newest.savedAt } : null;
}

const sorted = ({ theme, imageId }: Look) => [imageId, Object.entries(theme).toSorted()];

/** What is shown, changed, saved and taken back. */
export function useLook(now: Look) {
  const { shop } = useSession();
  const queries = useQueryClient();
  const [changes, change] = useKept(`wasl-look-${shop.merchantId}`);
  const before = useBefore(now);
  const seen = useRef(now);
  const isDirty = hasChanges(changes);
  // What was saved elsewhere is before the person's eyes now, except where it was changed here.
  useEffect(() => {
    if (!isDirty) seen.current = now;
  }, [now, isDirty]);
  const readAgain = () => queries.invalidateQueries({ queryKey: [shop.merchantId] });
  const saving = useMutation<void, CallFailure, void>({
    mutationFn: async () => {
      const { look, etag } = await readLook(shop.merchantId);
      const fields = changedElsewhere(changes, { seen: seen.current, now: look });
      seen.current = look;
      if (fields.length > 0)
        throw new CallFailure(
          "refused",
          "look_changed_elsewhere",
          fields.map((path) => ({ path, code: "changed_elsewhere" })),
        );
      await storeLook(shop.merchantId, { look: changedLook(look, changes), etag }, look);
    },
    onSuccess: async () => {
      // What was stored is read before the draft goes: the page never turns back for a moment.
      await readAgain();
      change(noChanges);
    },
    onError: readAgain,
  });
  const undoing = useMutation<void, CallFailure, Look>({
    mutationFn: async (was) => {
      const { look, etag } = await readLook(shop.merchantId);
      await storeLook(shop.merchantId, { look: was, etag }, look);
    },
    onSettled: readAgain,
  });
  return {
    look: changedLook(now, changes),
    changes,
    change: (next: LookChanges): void => {
      saving.reset();
      undoing.reset();
      change(next);
    },
    isDirty,
    isBusy: saving.isPending || undoing.isPending,
    isSaved: saving.isSuccess && !undoing.isSuccess && !isDirty,
    isUndone: undoing.isSuccess && !isDirty,
    /** When the look that an undo brings back was replaced. */
    replacedAt: before?.replacedAt ?? null,
    failure: saving.error ?? undoing.error,
    save: () => saving.mutate(),
    undo: before === null || undoing.isSuccess ? null : () => undoing.mutate(before.look),
  };
}
