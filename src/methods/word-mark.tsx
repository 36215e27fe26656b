/** A service's name as a small sign beside its label. Drawn here, so that no request is made for it. */

/** `word` is a brand's name, the same in every language. */
export function WordMark({ word, paper }: { readonly word: string; readonly paper: string }) {
  return (
    <svg className="brand-mark" viewBox="0 0 46 30" aria-hidden="true">
      <rect x=".5" y=".5" width="45" height="29" rx="4.5" fill={paper} />
      <text
        x="23"
        y="19"
        textAnchor="middle"
        fontFamily="Arial, Helvetica, sans-serif"
        fontWeight={700}
        fontSize="9.5"
        fill="#1d2733"
      >
        {word}
      </text>
    </svg>
  );
}
