/**
 * The methods of an order as one group of radio buttons, each with its panel below it (Spec 2.3). On wide windows the
 * methods after the first are tiles in rows, on those of 768 px or less they are rows of a list; one HTML for both.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import type { AllowedFlags } from "#contract/order.ts";
import type { MethodId } from "#methods/catalog.ts";
import { panels } from "#methods/panels.ts";

export type ShownMethod = {
  readonly id: MethodId;
  readonly label: string;
  /** Fields of its panel whose text may be kept for this tab: none about a card, no codes. */
  readonly kept?: readonly string[];
};

type MethodListProps = {
  readonly methods: readonly ShownMethod[];
  readonly allowed: AllowedFlags;
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
  const { methods, allowed, showsSigns, selected, down, onSelect, children } = props;
  const t = useTranslations("payment");
  const [opened, setOpened] = useState<readonly (MethodId | undefined)[]>([selected]);
  if (!opened.includes(selected)) setOpened([...opened, selected]);
  const keepInPlace = useScrollAnchor();
  const select = (id: MethodId, tile: HTMLElement): void => {
    keepInPlace(tile);
    onSelect(id);
  };
  const tile = ({ id, label }: ShownMethod) => (
    <label className="method-tile">
      <input
        type="radio"
        name="method"
        value={id}
        defaultChecked={id === selected}
        onChange={(event) => select(id, event.currentTarget)}
      />
      <span className="method-label">
        {label} {down.includes(id) && <span className="field-note">{t("methodDown")}</span>}
      </span>
      {showsSigns && signOf(id, allowed)}
    </label>
  );
  const [only] = methods.length === 1 ? methods : [];
  return (
    <fieldset className="methods">
      <legend>
        {t("paymentMethod")} {only && showsSigns && signOf(only.id, allowed)}
      </legend>
      {methods.map((method, index) => (
        <div className="method" key={method.id} data-open={method.id === selected ? "" : undefined}>
          {index === 1 && <h2 className="methods-other">{t("otherMethods")}</h2>}
          {methods.length > 1 && tile(method)}
          {opened.includes(method.id) && children(method.id, method.id === selected)}
        </div>
      ))}
    </fieldset>
  );
}

function signOf(id: MethodId, allowed: AllowedFlags): ReactNode {
  const entry = panels[id];
  return <span className="method-sign">{entry.surface === "panel" && <entry.Sign allowed={allowed} />}</span>;
}

/** Keeps the pressed tile where it is in the window while panels above it open and close. */
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
