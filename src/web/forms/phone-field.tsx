/** A mobile number with the country it belongs to (Spec 2.3; default Saudi Arabia, +966). */
import { useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { DialCode } from "#core/phone/mobile.ts";
import { countryName, type NamedCountry } from "./country-name.ts";
import { dialCodeText } from "./dial-code-text.ts";
import { Later } from "./later.tsx";
import { NotLoaded } from "./not-loaded.tsx";
import { TextField } from "./text-field.tsx";
import { inputOf, tellForm } from "./typed.ts";

const loadPicker = async () => (await import("./country-picker.tsx")).CountryPicker;

type PhoneFieldProps = {
  readonly id: string;
  /** Names of number and country in the form's field table. */
  readonly field: string;
  readonly countryField: string;
  readonly label: string;
  readonly defaultValue: string;
  readonly country: DialCode;
  /** The country that the page came with. */
  readonly start: NamedCountry;
  readonly onCountry: (country: DialCode) => void;
  readonly error?: string | undefined;
  readonly isDone?: boolean;
};

export function PhoneField(props: PhoneFieldProps) {
  const t = useTranslations("payment");
  const language = useLocale();
  const [isChoosing, setChoosing] = useState(false);
  const { id, start } = props;
  const [country, code] = props.country;
  const shownCountry = useRef(country);
  // Another country is news about the number, too: listeners of the fields receive it.
  useEffect(() => {
    if (shownCountry.current === country) return;
    shownCountry.current = country;
    tellForm(inputOf(id));
  }, [id, country]);
  const name = country === start.row[0] ? start.name : countryName(props.country, language);
  const choose = (choice: DialCode | null): void => {
    setChoosing(false);
    if (choice) props.onCountry(choice);
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
        boxDir="ltr"
        after={
          <input type="hidden" data-field={props.countryField} value={dialCodeText(props.country)} readOnly />
        }
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        dir="ltr"
        defaultValue={props.defaultValue}
      />
      {isChoosing && (
        <Later
          load={loadPicker}
          props={{ selected: country, onChoose: choose }}
          failed={<NotLoaded text={t("countriesNotLoaded")} />}
        />
      )}
    </>
  );
}
