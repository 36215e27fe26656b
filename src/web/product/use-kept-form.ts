/** What the buyer typed survives a reload and the language switch, for this tab (forms/draft.ts). */
import { type RefObject, useEffect, useRef } from "react";
import type { FieldValues } from "#core/fields.ts";
import { keepDraft, readDraft, restoreDraft } from "../forms/draft.ts";
import { readFields } from "../forms/typed.ts";

/**
 * Gives fields that the buyer has not touched since the text that was kept, once, and keeps all fields from then on.
 * @param root the element around the fields
 * @param onKept called with what stands in the fields after that, and what was kept
 * @returns keeps the fields as they are now
 */
export function useKeptForm(
  root: RefObject<HTMLElement | null>,
  linkIdentity: string,
  onKept: (values: FieldValues, draft: FieldValues) => void,
): () => void {
  const key = `wasl-draft-${linkIdentity}`;
  const tell = useRef(onKept);
  useEffect(() => {
    const draft = readDraft(() => sessionStorage, key, Object.keys(readFields(root.current)));
    restoreDraft(root.current, draft);
    tell.current(readFields(root.current), draft);
  }, [key, root]);
  // None of the page's fields is for what may not be kept.
  const keep = (): void => {
    const values = readFields(root.current);
    keepDraft(() => sessionStorage, key, values, Object.keys(values));
  };
  // Buttons change fields, too.
  useEffect(keep);
  return keep;
}
