/**
 * The chosen method and what was typed in the panels, for this tab: a reload and the language switch lose neither.
 * Panels name the fields that may be kept; card forms name none, and no one-time code or national id is ever named.
 */
import { type RefObject, useMemo } from "react";
import { useLocale } from "use-intl/react";
import { keepDraft, readDraft, restoreDraft } from "../forms/draft.ts";
import { panelIn, readFields } from "../forms/typed.ts";
import type { ShownMethod } from "./method-list.tsx";
import { draftKeys } from "./order-drafts.ts";

export type PanelDraft = {
  /**
   * The method that was open when the page was loaded again or its language switched. Undefined on a first visit: the
   * page opens with the panel of Spec 2.3 then.
   */
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
  const language = useLocale();
  return useMemo(() => {
    const key = draftKeys.panels(orderNumber);
    const names = ["method", "language", ...methods.flatMap(({ kept }) => kept ?? [])];
    const read = () => readDraft(() => sessionStorage, key, names);
    const restored = new Set<string>();
    return {
      method: () => {
        const kept = read();
        return kept["language"] !== language || isReload() ? kept["method"] : undefined;
      },
      keep: (method) => {
        // Panels that are not in the page yet keep what they had.
        const fields = readFields(form.current);
        const values = { ...read(), ...fields, language, ...(method !== undefined && { method }) };
        keepDraft(() => sessionStorage, key, values, names);
      },
      restore: (id) => {
        if (restored.has(id)) return;
        restored.add(id);
        restoreDraft(panelIn(form.current, id), read());
      },
    };
  }, [form, orderNumber, methods, language]);
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry !== undefined && "type" in entry && entry.type === "reload";
}
