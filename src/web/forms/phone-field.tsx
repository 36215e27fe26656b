/** A mobile number with the country it belongs to (Spec 2.3; default Saudi Arabia, +966). */
import { useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { findDialCode } from "#core/dial-codes.ts";
import { Later } from "./later.tsx";
import { TextField } from "./text-field.tsx";

const loadPicker = async () => (await import("./country-picker.tsx")).CountryPicker;

type PhoneFieldProps = {
  readonly id: string;
  /** Names of number and country in the form's field table. */
  readonly field: string;
  readonly countryField: string;
  readonly label: string;
  readonly defaultValue: string;
  /** Two letters: "SA". */
  readonly country: string;
  readonly onCountry: (iso2: string) => void;
  readonly error?: string | undefined;
  readonly isDone?: boolean;
};

export function PhoneField(props: PhoneFieldProps) {
  const t = useTranslations("payment");
  const language = useLocale();
  const [isChoosing, setChoosing] = useState(false);
  const { id, country } = props;
  const shownCountry = useRef(country);
  // Another country is news about the number, too: whoever listens to the fields hears of it.
  useEffect(() => {
    if (shownCountry.current === country) return;
    shownCountry.current = country;
    document.getElementById(id)?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [id, country]);
  const code = findDialCode(country)?.[1] ?? "";
  const name = new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country;
  const choose = (iso2: string | null): void => {
    setChoosing(false);
    if (iso2 !== null) props.onCountry(iso2);
  };
  const picker = (
    <button
      type="button"
      className="country"
      aria-haspopup="dialog"
      aria-label={t("countryCode", { visible: `${country} +${code}`, country: name })}
      onClick={() => setChoosing(true)}
    >
      <span className="country-letters">{country}</span> <span>+{code}</span>
    </button>
  );
  return (
    <>
      <TextField
        id={id}
        field={props.field}
        label={props.label}
        error={props.error}
        isDone={props.isDone ?? false}
        before={picker}
        after={<input type="hidden" data-field={props.countryField} value={country} readOnly />}
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        dir="ltr"
        defaultValue={props.defaultValue}
      />
      {isChoosing && (
        <Later load={loadPicker} props={{ selected: country, onChoose: choose }} failed={() => null} />
      )}
    </>
  );
}
