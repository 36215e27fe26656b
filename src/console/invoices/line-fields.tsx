/** Further things that are sold, each with its quantity and price. */
import { useRef, useState } from "react";
import { Icon } from "../display/icon.tsx";
import { cross, plus } from "../display/icons.ts";
import { Field } from "../forms/field.tsx";
import { useWording } from "../i18n/texts.ts";
import { type Faults, linesOf, namesOfLine } from "./invoice-form-body.ts";
import type { Beginning } from "./new-invoice.tsx";
import { WhatField } from "./what-field.tsx";

type LinesProps = {
  readonly beginning: Beginning;
  readonly faults: Faults;
  /** Lines came or went. */
  readonly onLines: () => void;
  /** The last one stays. */
  readonly hasFirst?: boolean;
};

export function LineFields({ beginning, faults, onLines, hasFirst = true }: LinesProps) {
  const { t } = useWording();
  const [lines, setLines] = useState(() => linesOf(Object.keys(beginning)));
  // Not one that was there before: its fields would begin with what is gone.
  const next = useRef(Math.max(0, ...lines) + 1);
  const change = (changed: readonly number[]): void => {
    setLines(changed);
    setTimeout(onLines);
  };
  return (
    <>
      {lines.map((line, at) => (
        <OneLine
          key={line}
          {...{ beginning, faults, line }}
          number={hasFirst ? at + 2 : at + 1}
          onRemove={
            hasFirst || lines.length > 1 ? () => change(lines.filter((one) => one !== line)) : undefined
          }
        />
      ))}
      <button type="button" className="act act-start" onClick={() => change([...lines, next.current++])}>
        <Icon path={plus} />
        {t("new.addLine")}
      </button>
    </>
  );
}

type LineProps = Pick<LinesProps, "beginning" | "faults"> & {
  readonly line: number;
  /** What it is called. */
  readonly number: number;
  readonly onRemove: (() => void) | undefined;
};

function OneLine({ beginning, faults, line, number, onRemove }: LineProps) {
  const { t } = useWording();
  const names = namesOfLine(line);
  const given = (name: string) => ({
    name,
    defaultValue: beginning[name],
    fault: faults[name],
  });
  return (
    <fieldset className="line">
      <legend>{t("new.line", { number })}</legend>
      <WhatField
        {...given(names.title)}
        names={names}
        beginning={beginning}
        label={t("new.what")}
        maxLength={500}
        autoFocus={!(names.title in beginning)}
      />
      <div className="quantity-and-price">
        <Field
          {...given(names.quantity)}
          label={t("new.quantity")}
          inputMode="decimal"
          isLtr
          defaultValue={beginning[names.quantity] || "1"}
          maxLength={8}
        />
        <Field {...given(names.amount)} label={t("new.price")} inputMode="decimal" isLtr maxLength={24} />
      </div>
      {onRemove && (
        <button type="button" className="act" onClick={onRemove}>
          <Icon path={cross} />
          {t("new.removeLine", { number })}
        </button>
      )}
    </fieldset>
  );
}
