/** The lines of an invoice to choose from, each with how much of it comes back. */
import { quantityText } from "#core/pricing/quantity.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";
import type { Chosen, LineLeft } from "./refund-wish.ts";

type RefundLinesProps = {
  readonly lines: readonly LineLeft[];
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
  /** Which line is wrong, and how. */
  readonly fault: { readonly position?: number; readonly text: TextKey } | null;
};

export function RefundLines({ lines, chosen, onChosen, fault }: RefundLinesProps) {
  const { t } = useWording();
  const without = (position: number): Chosen =>
    Object.fromEntries(Object.entries(chosen).filter(([place]) => Number(place) !== position));
  return (
    <fieldset className="line refund-lines">
      <legend>{t("refund.whichLines")}</legend>
      {lines.map(({ position, title, restQty }) => {
        const isChosen = chosen[position] !== undefined;
        const isWrong = fault?.position === position;
        return (
          <div key={position} className="refund-line">
            <label className="check">
              <input
                type="checkbox"
                checked={isChosen}
                onChange={({ target }) =>
                  onChosen(
                    target.checked ? { ...chosen, [position]: quantityText(restQty) } : without(position),
                  )
                }
              />
              <bdi className="long-word">{title}</bdi>
            </label>
            {isChosen && restQty !== 1_000 && (
              <label className="refund-quantity">
                <span>{t("refund.howMany", { count: quantityText(restQty) })}</span>
                <input
                  className="control"
                  inputMode="decimal"
                  dir="ltr"
                  maxLength={12}
                  autoComplete="off"
                  value={chosen[position]}
                  aria-invalid={isWrong || undefined}
                  aria-describedby={isWrong ? "refund-fault" : undefined}
                  onChange={({ target }) => onChosen({ ...chosen, [position]: target.value })}
                />
              </label>
            )}
          </div>
        );
      })}
      {fault && (
        <p className="field-fault" id="refund-fault" role="alert">
          {t(fault.text)}
        </p>
      )}
    </fieldset>
  );
}
