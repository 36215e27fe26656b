/**
 * The chosen method and what was typed in the panels, for this tab: a reload and the language switch lose neither.
 * Panels name the fields that may be kept; card forms name none, and no one-time code is ever named.
 */
import { type RefObject, useMemo } from "react";
import { keepDraft, readDraft, restoreDraft } from "../forms/draft.ts";
import { readFields } from "../forms/use-form.ts";
import type { ShownMethod } from "./method-list.tsx";

export type PanelDraft = {
  /** The method that was open last, or undefined. */
  readonly method: () => string | undefined;
  /** Keeps all panels as they are now, and the method when one is named. */
  readonly keep: (method?: string) => void;
  /** Gives a panel that has just come into the page its texts back; once per panel. */
  readonly restore: (id: string) => void;
};

export function usePanelDraft(
  form: RefObject<HTMLElement | null>,
  orderNumber: string,
  methods: readonly ShownMethod[],
): PanelDraft {
  return useMemo(() => {
    const key = `wasl-panels-${orderNumber}`;
    const names = ["method", ...methods.flatMap(({ kept }) => kept ?? [])];
    const read = () => readDraft(() => sessionStorage, key, names);
    const restored = new Set<string>();
    return {
      method: () => read()["method"],
      keep: (method) => {
        // Panels that are not in the page yet keep what they had.
        const values = { ...read(), ...readFields(form.current), ...(method !== undefined && { method }) };
        keepDraft(() => sessionStorage, key, values, names);
      },
      restore: (id) => {
        if (restored.has(id)) return;
        restored.add(id);
        restoreDraft(form.current?.querySelector(`[data-panel="${id}"]`) ?? null, read());
      },
    };
  }, [form, orderNumber, methods]);
}
