/** The mark of a payment method or card scheme, as its owner draws it, from the one file of all marks. */
import type { MarkName } from "#methods/marks.ts";
import marks from "../marks/marks.svg";

/** Decoration, unless it comes with the name that people hear who cannot see it. */
export function Mark({ name, label }: { readonly name: MarkName; readonly label?: string }) {
  const drawing = (
    <svg className="mark" data-mark={name} aria-hidden="true">
      <use href={`${marks}#${name}`} />
    </svg>
  );
  if (label === undefined) return drawing;
  return (
    <span role="img" aria-label={label}>
      {drawing}
    </span>
  );
}
