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
    <svg className="brand-mark" viewBox="0 0 46 30" aria-hidden="true" focusable="false">
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

const lettering = {
  textAnchor: "middle",
  fontFamily: "Arial, Helvetica, sans-serif",
  fontWeight: 700,
} as const;

const drawings = {
  mada: (
    <>
      <path fill="#259bd6" d="M5 8.5h9v5.5H5z" />
      <path fill="#84b740" d="M5 16h9v5.5H5z" />
      <text {...lettering} x="29.5" y="18.8" fontSize="10.5" textLength="26" fill="#27292d">
        mada
      </text>
    </>
  ),
  visa: (
    <text {...lettering} x="23" y="20" fontSize="14" fontStyle="italic" textLength="32" fill="#1434cb">
      VISA
    </text>
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
      <text {...lettering} x="23" y="19" fontSize="11" textLength="34" fill="#fff">
        AMEX
      </text>
    </>
  ),
} as const satisfies Record<CardBrand, unknown>;
