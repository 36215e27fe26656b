/**
 * The drawing of the card beside the form, with what is typed in embossed letters (Spec 5). Decoration only: hidden
 * from screen readers, and never the only echo of what was typed. The number is written straight into the page, so
 * that it never becomes a part of React's state.
 */
import type { Ref } from "react";
import { cardBrand, cardDigits, cardNumberLength, groupCardNumber } from "#core/card/card.ts";
import type { CardBrand } from "#core/card/card-brands.ts";
import type { FieldValues } from "#core/fields.ts";
import { Mark } from "#web/components/mark.tsx";

export function CardPreview({
  ref,
  brand,
}: {
  readonly ref: Ref<HTMLDivElement>;
  readonly brand: CardBrand | null;
}) {
  return (
    <div ref={ref} className="card-preview" dir="ltr" aria-hidden="true">
      <span className="card-preview-number" data-part="number">
        {emptyNumber}
      </span>
      <span className="card-preview-brand">{brand && <Mark name={brand} />}</span>
      <span className="card-preview-name" data-part="name" />
      <span className="card-preview-expiry" data-part="expiry">
        {emptyExpiry}
      </span>
    </div>
  );
}

const emptyNumber = "•••• •••• •••• ••••";
const emptyExpiry = "••/••";

/** Writes the form's values onto the drawing. */
export function drawCard(preview: HTMLElement | null, values: FieldValues): void {
  const { number = "", nameOnCard = "", expiry = "" } = values;
  write(preview, "number", previewNumber(number));
  write(preview, "name", nameOnCard.trim());
  write(preview, "expiry", expiry + emptyExpiry.slice(expiry.length));
}

/** The digits so far, and a dot for each that is missing, in the groups of the brand. */
function previewNumber(typed: string): string {
  const digits = cardDigits(typed);
  if (digits === "") return emptyNumber;
  let shown = 0;
  const whole = groupCardNumber(digits.padEnd(cardNumberLength(cardBrand(digits)), "0"));
  return whole.replace(/\d/g, (digit) => (shown++ < digits.length ? digit : "•"));
}

function write(preview: HTMLElement | null, part: string, text: string): void {
  const place = preview?.querySelector(`[data-part="${part}"]`);
  if (place) place.textContent = text;
}
