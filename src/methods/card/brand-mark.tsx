/** Small signs of the card schemes. Drawn here, so that no request is made for them. */
import { useTranslations } from "use-intl/react";
import type { CardBrand } from "#core/card.ts";

/** The sign of one scheme. `isDecoration` when its name stands beside it in words. */
export function BrandMark({
  brand,
  isDecoration = false,
}: {
  readonly brand: CardBrand;
  readonly isDecoration?: boolean;
}) {
  const t = useTranslations("card");
  const drawing = (
    <svg className="brand-mark" viewBox="0 0 46 30" aria-hidden="true">
      <rect className="brand-mark-paper" x=".5" y=".5" width="45" height="29" rx="4.5" />
      {drawings[brand]}
    </svg>
  );
  if (isDecoration) return drawing;
  return (
    <span role="img" aria-label={t(brand)}>
      {drawing}
    </span>
  );
}

// Letters are drawn: those of a font would be fonts more, which a phone prepares before the first paint.
const drawings = {
  mada: (
    <>
      <path fill="#259bd6" d="M4 9h8v5H4z" />
      <path fill="#84b740" d="M4 16h8v5H4z" />
      <path
        className="brand-letters"
        stroke="#27292d"
        d="M15 20v-7m0 3c0-3 3.5-3 3.5 0v4m0-4c0-3 3.5-3 3.5 0v4m7-7v7m0-3.5a2 2.5 0 1 1-4 0 2 2.5 0 1 1 4 0m6.5-7V20m0-3.5a2 2.5 0 1 1-4 0 2 2.5 0 1 1 4 0m6.5-3.5v7m0-3.5a2 2.5 0 1 1-4 0 2 2.5 0 1 1 4 0"
      />
    </>
  ),
  visa: (
    <path
      className="brand-letters"
      stroke="#1434cb"
      d="M8 10l2 10 5-10m4.5 0l-2 10M28 11c-5-2-6.5 2-3.5 3.5s1.5 6-4 4.5m7.5 1l6-10 2 10m-6-3h5"
    />
  ),
  mastercard: (
    <>
      <circle cx="18" cy="15" r="8.5" fill="#eb001b" />
      <circle cx="28" cy="15" r="8.5" fill="#f79e1b" />
      <path fill="#ff5f00" d="M23 8.13a8.5 8.5 0 0 1 0 13.74 8.5 8.5 0 0 1 0-13.74z" />
    </>
  ),
  amex: (
    <>
      <rect x=".5" y=".5" width="45" height="29" rx="4.5" fill="#006fcf" />
      <path
        className="brand-letters"
        stroke="#fff"
        d="M6 20L9 10l3 10m-1-3H7m9 3V10l4 5 4-5v10m9-10h-5v10h5m-5-5h5m3-5l5 10m0-10l-5 10"
      />
    </>
  ),
} as const satisfies Record<CardBrand, unknown>;
