/** A service's name as a small sign beside its label. Drawn here, so that no request is made for it. */

/** What the name stands on; the colours are in forms.css. */
type Paper = "amber" | "apricot" | "mint" | "sky" | "violet";

/** `word` is a brand's name, the same in every language. */
export function WordMark({ word, paper }: { readonly word: string; readonly paper: Paper }) {
  return (
    <span className="word-mark" data-paper={paper} dir="ltr" aria-hidden="true">
      {word}
    </span>
  );
}
