/** The draft that a form of an invoice is kept as while it is typed: on the server, and what could not be saved in the tab. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { dropDraft, keepFields, readKeptDraft } from "../forms/kept-draft.ts";
import { useSession } from "../session/shop.ts";
import { createDraftKeeper, type DraftKeeper, type KeptAs, type SaveState } from "./draft-keeper.ts";

/** Where the tab keeps what could not be saved, by shop. */
export const unsentKey = (shop: number): string => `wasl-new-invoice-${shop}`;

/** The keeper of the form's draft; what was typed last is saved when the form is left or the tab is put away. */
export function useDraft(
  opened: KeptAs | null,
  onMade: (id: string) => void,
): { keeper: DraftKeeper; state: SaveState; saved: KeptAs | null } {
  const { shop } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [state, setState] = useState<SaveState>(opened === null ? "none" : "saved");
  const [saved, setSaved] = useState<KeptAs | null>(opened);
  const isLeft = useRef(false);
  const key = unsentKey(shop.merchantId);
  const [keeper] = useState(() =>
    createDraftKeeper({
      shop: shop.merchantId,
      kept: opened,
      onState: (changed) => {
        setState(changed);
        if (changed !== "saved") return;
        dropDraft(key);
        void queries.invalidateQueries({ queryKey: [shop.merchantId, "GET /api/v1/invoice-drafts"] });
      },
      onSaved: setSaved,
      onMade: (id) => {
        if (isLeft.current) return;
        onMade(id);
        void navigate({ to: "/invoices/new", search: { draft: id }, replace: true, resetScroll: false });
      },
    }),
  );
  useEffect(() => {
    isLeft.current = false;
    const save = (): void => void keeper.flush("clock").catch(() => {});
    const saveWhenHidden = (): void => {
      if (document.visibilityState === "hidden") save();
    };
    document.addEventListener("visibilitychange", saveWhenHidden);
    addEventListener("online", save);
    return () => {
      isLeft.current = true;
      document.removeEventListener("visibilitychange", saveWhenHidden);
      removeEventListener("online", save);
      // The next form is empty; only what the server does not take comes back in it.
      const fields = readKeptDraft(key);
      dropDraft(key);
      keeper.flush("clock").catch(() => keepFields(key, fields));
    };
  }, [keeper, key]);
  return { keeper, state, saved };
}
