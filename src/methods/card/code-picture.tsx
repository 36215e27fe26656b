/** Where the security code is: on the back of a card, on the front of American Express. Decoration: the hint says it. */
export function CodePicture({ isFront }: { readonly isFront: boolean }) {
  return (
    <svg
      className="code-picture"
      data-side={isFront ? "front" : "back"}
      viewBox="0 0 46 30"
      aria-hidden="true"
    >
      <rect x="1" y="1" width="44" height="28" rx="4" />
      <path d={isFront ? "M7 12h7v6H7zM7 24h16" : "M1 7.5h44M7 18h14"} />
      <rect className="code-picture-place" x="26" y={isFront ? 6 : 14} width="15" height="9" rx="4.5" />
    </svg>
  );
}
