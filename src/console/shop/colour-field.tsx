/** A colour of the theme: picked or typed, taken back to what all shops have, with what pages change of it said in words. */
import { type ChangeEvent, useEffect, useId, useState } from "react";
import { normaliseDigits } from "#core/text.ts";
import { parseColour } from "#core/theme/colour.ts";
import { resolveTheme, type ThemeColour } from "#core/theme/theme.ts";
import type { ThemeRepair } from "#core/theme/theme-repairs.ts";
import { useWording } from "../i18n/texts.ts";

type ColourFieldProps = {
  readonly name: ThemeColour;
  /** As it is named; null: as all shops have it. */
  readonly value: string | null;
  /** What is shown where it is not named. */
  readonly usual: string;
  readonly repairs: readonly ThemeRepair[];
  readonly onChange: (value: string | null) => void;
};

export function ColourField({ name, value, usual, repairs, onChange }: ColourFieldProps) {
  const { t } = useWording();
  const id = useId();
  const [typed, setTyped] = useState(value ?? "");
  const [isWrong, setWrong] = useState(false);
  // The logo, the undo and a press on a proposal change the colour, too.
  useEffect(() => {
    setTyped((now) => (parseColour(now) === value || (now === "" && value === null) ? now : (value ?? "")));
    setWrong(false);
  }, [value]);
  const type = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const text = normaliseDigits(target.value.trim());
    const colour = parseColour(text);
    setTyped(target.value);
    setWrong(false);
    if (colour !== null) onChange(colour);
    else if (text === "") onChange(null);
  };
  const leave = (): void =>
    setWrong(typed.trim() !== "" && parseColour(normaliseDigits(typed.trim())) === null);
  const label = t(`themeSetting.${name}`);
  return (
    <div className="field look-field">
      <label htmlFor={id}>{label}</label>
      <div className="look-pick">
        <input
          type="color"
          aria-label={t("look.pick", { name: label })}
          value={parseColour(value ?? "") ?? usual}
          onChange={({ target }) => onChange(target.value)}
        />
        <input
          id={id}
          name={name}
          className="control"
          dir="ltr"
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          placeholder={usual}
          value={typed}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong || repairs.length > 0 ? `${id}-more` : undefined}
          onChange={type}
          onBlur={leave}
        />
        {value !== null && (
          <button type="button" className="act" onClick={() => onChange(null)}>
            {t("look.usual")}
            <span className="visually-hidden"> ({label})</span>
          </button>
        )}
      </div>
      <div id={`${id}-more`}>
        {isWrong && <p className="field-fault">{t("look.notAColour")}</p>}
        {repairs.map((repair, index) => (
          <Repair
            key={repair.part}
            repair={repair}
            // The same colour is proposed once, below all that it cures.
            onTake={
              repairs.slice(index + 1).some(({ shown }) => shown === repair.shown)
                ? null
                : () => onChange(repair.shown)
            }
          />
        ))}
      </div>
    </div>
  );
}

type RepairProps = { readonly repair: ThemeRepair; readonly onTake: (() => void) | null };

/** What cannot be read, and what pages show instead: both colours stand beside the words. */
function Repair({ repair, onTake }: RepairProps) {
  const { t } = useWording();
  const { part, given, shown, against, contrast } = repair;
  return (
    <div className="look-repair">
      <svg className="look-swatches" viewBox="0 0 64 24" aria-hidden="true">
        <rect width="28" height="24" rx="6" fill={given} />
        <path d="M6 9h16M6 15h10" stroke={against} strokeWidth="2" />
        <rect x="36" width="28" height="24" rx="6" fill={shown} />
        <path d="M42 9h16M42 15h10" stroke={against} strokeWidth="2" />
      </svg>
      <p>{t(`look.repair.${part}`, { contrast: String(contrast), shown: `\u2068${shown}\u2069` })}</p>
      {onTake && (
        <button type="button" className="act" onClick={onTake}>
          {t("look.take")} <bdi dir="ltr">{shown}</bdi>
        </button>
      )}
    </div>
  );
}

const usualTheme = resolveTheme({});

/** What is shown where a colour is not named: shades follow the main colour. */
export function usualColour(name: ThemeColour, primaryColor: string | undefined): string {
  const follows = name === "primaryLightColor" || name === "primaryHoverColor";
  return (follows ? resolveTheme({ primaryColor }) : usualTheme)[name];
}
