/**
 * What happens while a card is typed into our own form (Spec 5): digits are grouped, the brand is recognised and the
 * drawing follows. No digit becomes a part of React's state.
 */
import { type ClipboardEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { cardBrand, cardDigits, groupCardNumber } from "#core/card/card.ts";
import type { CardBrand, CardMethod } from "#core/card/card-brands.ts";
import { formatExpiry } from "#core/card/card-expiry.ts";
import { digitsOf } from "#core/text.ts";
import { rewriteInput } from "#web/forms/caret.ts";
import { fieldsIn, readFields, typeInto } from "#web/forms/typed.ts";
import type { Form } from "#web/forms/use-form.ts";
import { takeMovedCard } from "./amex-move.tsx";
import { drawCard } from "./card-preview.tsx";

type TypedCard = {
  /** What the first digits point to. */
  readonly brand: CardBrand | null;
  /** For the drawing. */
  readonly preview: RefObject<HTMLDivElement | null>;
  /** For the element around the fields, in place of the form's own. */
  readonly onInput: (event: FormEvent<HTMLElement>) => void;
};

/** @param kind which form: that of American Express knows its brand from the first */
export function useTypedCard(kind: CardMethod, { root }: Form): TypedCard {
  const preview = useRef<HTMLDivElement>(null);
  const expiryBefore = useRef("");
  const [brand, setBrand] = useState<CardBrand | null>(kind === "amex" ? "amex" : null);

  const tidy = (): void => {
    for (const input of fieldsIn(root.ref.current)) {
      const format = formats[input.dataset["field"] ?? ""];
      if (format) rewriteInput(input, format(input.value, expiryBefore.current));
    }
    const values = readFields(root.ref.current);
    expiryBefore.current = values["expiry"] ?? "";
    if (kind === "card") setBrand(cardBrand(cardDigits(values["number"] ?? "")));
    drawCard(preview.current, values);
  };
  // What was typed before the scripts arrived is read from the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes to life
  useEffect(() => {
    takeMovedCard(kind);
    tidy();
  }, []);
  const onInput = (event: FormEvent<HTMLElement>): void => {
    tidy();
    root.onInput(event);
  };
  return { brand, preview, onInput };
}

/** How what was typed into a field is rewritten while the buyer types. */
const formats: Readonly<Record<string, (text: string, expiryBefore: string) => string>> = {
  number: (text) => groupCardNumber(cardDigits(text)),
  expiry: (text, previous) => (text === previous ? text : formatExpiry({ text, previous })),
  securityCode: digitsOf,
};

/** What is pasted may be longer than the field takes in, and is still understood. */
export function pasteExpiry(event: ClipboardEvent<HTMLInputElement>): void {
  event.preventDefault();
  typeInto(event.currentTarget, formatExpiry({ text: event.clipboardData.getData("text"), previous: "" }));
}
