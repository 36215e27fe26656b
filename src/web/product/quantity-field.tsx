/** How many (Spec 2.2, 4): two buttons and a field, which together never leave 1 to what is in stock. */
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { clampQuantity } from "#core/pricing/product-link.ts";
import { keepDigits, rewriteInput } from "../forms/caret.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { readQuantity } from "./quantity.ts";

export const quantityFieldId = "qty";

/** Up to this many pieces the buyer sees how many are left. */
const fewPieces = 10;

type QuantityFieldProps = {
  readonly qty: number;
  /** Null when stock is not counted. */
  readonly stockQty: number | null;
  readonly onQty: (qty: number) => void;
};

export function QuantityField({ qty, stockQty, onQty }: QuantityFieldProps) {
  const t = useTranslations("product");
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const most = clampQuantity(Number.MAX_SAFE_INTEGER, stockQty);
  const isLast = qty >= most;
  const hint = stockQty !== null && most <= fewPieces ? "left" : isLast ? "most" : null;

  // The input is the browser's own: what was typed before the scripts were there is not taken back.
  const shown = useRef(qty);
  useEffect(() => {
    if (shown.current === qty) return;
    shown.current = qty;
    const typed = readQuantity(input.current?.value ?? "");
    if (input.current && !(typed.kind === "whole" && typed.qty === qty)) input.current.value = String(qty);
  }, [qty]);

  const wish = (wanted: number): void => {
    const fitting = clampQuantity(wanted, stockQty);
    if (input.current) rewriteInput(input.current, String(fitting));
    setWrong(false);
    onQty(fitting);
  };
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
    const typed = readQuantity(currentTarget.value);
    setWrong(typed.kind === "wrong");
    if (typed.kind === "whole") wish(typed.qty);
    // An emptied field waits for what comes next; leaving it brings the last quantity back.
    else if (typed.kind === "empty") keepDigits(currentTarget);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    wish(qty + step);
  };
  return (
    <div className="quantity">
      <label htmlFor={quantityFieldId}>{t("quantity")}</label>
      <div className="quantity-controls">
        <button
          type="button"
          aria-label={t("less")}
          aria-controls={quantityFieldId}
          aria-disabled={qty <= 1}
          onClick={() => wish(qty - 1)}
        >
          <Icon path={icons.minus} />
        </button>
        <input
          ref={input}
          id={quantityFieldId}
          data-field={quantityFieldId}
          type="text"
          inputMode="numeric"
          role="spinbutton"
          dir="ltr"
          aria-valuenow={qty}
          aria-valuemin={1}
          aria-valuemax={most}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={isWrong || hint ? `${quantityFieldId}-hint` : undefined}
          autoComplete="off"
          maxLength={3}
          defaultValue={qty}
          onInput={onInput}
          onKeyDown={onKeyDown}
          onBlur={() => !isWrong && wish(qty)}
        />
        <button
          type="button"
          aria-label={t("more")}
          aria-controls={quantityFieldId}
          aria-disabled={isLast}
          onClick={() => wish(qty + 1)}
        >
          <Icon path={icons.plus} />
        </button>
      </div>
      {(isWrong || hint) && (
        <Remark text={isWrong ? t("quantityWhole") : hint && t(hint, { count: most })} isWrong={isWrong} />
      )}
    </div>
  );
}

/** How far a key moves the quantity. */
const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** How many there are; or that what was typed is no number of pieces, which is read out. */
function Remark({ text, isWrong }: { readonly text: string | null; readonly isWrong: boolean }) {
  return (
    <p
      id={`${quantityFieldId}-hint`}
      className={isWrong ? "field-error" : "field-hint"}
      role={isWrong ? "alert" : undefined}
    >
      {text}
    </p>
  );
}
