/**
 * The methods of an order as one group of radio buttons, each with its panel and its button inside of its row
 * (Spec 2.3): one list of rows that open in place, on phones and on wide windows.
 */
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { MethodId } from "#methods/catalog.ts";
import type { PaymentOrder } from "./payment-order.ts";
import { InstalmentNote } from "./promos.tsx";
import { Signs } from "./signs.tsx";

export type ShownMethod = {
  readonly id: MethodId;
  readonly label: string;
  /** What a press of its button does first, where that is not to pay the amount: "Send the code". */
  readonly action?: string;
  /** Four payments: the row says how much each is. */
  readonly isInstalments?: true;
  /** In words, that its provider did not answer others lately, or was slow to; it can be chosen all the same. */
  readonly trouble?: string;
  /** Fields of its panel whose text may be kept for this tab: none about a card, no codes. */
  readonly kept?: readonly string[];
};

export const otherMethodsId = "other-methods";

type MethodListProps = {
  readonly methods: readonly ShownMethod[];
  readonly order: PaymentOrder;
  /** Spec 3 `showPaymentMethods`: whether the methods' logos stand beside their names. */
  readonly showsSigns: boolean;
  readonly selected: MethodId | undefined;
  /** Methods whose service did not answer a moment ago. */
  readonly down: readonly MethodId[];
  readonly onSelect: (id: MethodId) => void;
  /** The panel of a method. Once opened it stays in the page, hidden, so that nothing typed is lost. */
  readonly children: (id: MethodId, isOpen: boolean) => ReactNode;
};

export function MethodList(props: MethodListProps) {
  const { methods, order, showsSigns, selected, down, onSelect, children } = props;
  const t = useTranslations("payment");
  const [opened, setOpened] = useState<readonly (MethodId | undefined)[]>([selected]);
  if (!opened.includes(selected)) setOpened([...opened, selected]);
  const keepInPlace = useScrollAnchor();
  const select = (id: MethodId, tile: HTMLElement): void => {
    keepInPlace(tile);
    onSelect(id);
  };
  // What this buyer has just met comes before what others have.
  const noteOf = (id: MethodId, trouble: ShownMethod["trouble"]) => {
    const text = down.includes(id) ? t("methodDown") : trouble;
    return text && <span className="field-note">{text}</span>;
  };
  const tile = ({ id, label, isInstalments, trouble }: ShownMethod) => (
    <label className="method-tile" data-noted={isInstalments && ""}>
      <input
        type="radio"
        name="method"
        value={id}
        defaultChecked={id === selected}
        onChange={(event) => select(id, event.currentTarget)}
      />
      <span className="method-label">
        {label} {noteOf(id, trouble)}
      </span>
      {showsSigns && <Signs id={id} allowed={order.allowed} />}
      {isInstalments && <InstalmentNote order={order} />}
    </label>
  );
  const [only] = methods.length === 1 ? methods : [];
  return (
    <fieldset className={only ? "methods methods-one" : "methods"}>
      <legend>
        {t("paymentMethod")} {only && showsSigns && <Signs id={only.id} allowed={order.allowed} />}{" "}
        {only && noteOf(only.id, only.trouble)}
      </legend>
      {methods.map((method, index) => (
        <Fragment key={method.id}>
          {index === 1 && (
            <h2 id={otherMethodsId} className="methods-other">
              {t("otherMethods")}
            </h2>
          )}
          <div className="method" data-open={method.id === selected ? "" : undefined}>
            {methods.length > 1 && tile(method)}
            {opened.includes(method.id) && children(method.id, method.id === selected)}
          </div>
        </Fragment>
      ))}
    </fieldset>
  );
}

/** Keeps the pressed row where it is in the window while panels above it open and close. */
function useScrollAnchor(): (element: HTMLElement) => void {
  const anchor = useRef<{ readonly element: HTMLElement; readonly top: number } | null>(null);
  useLayoutEffect(() => {
    if (!anchor.current) return;
    const { element, top } = anchor.current;
    anchor.current = null;
    window.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
  });
  return (element) => {
    anchor.current = { element, top: element.getBoundingClientRect().top };
  };
}
