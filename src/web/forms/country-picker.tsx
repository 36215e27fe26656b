/** The dialog in which the country of a mobile number is found by typing; loaded when it is first opened. */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { DialCode } from "#core/phone/mobile.ts";
import { findCountries, listCountries } from "./countries.ts";

type CountryPickerProps = {
  /** Two letters: "SA". */
  readonly selected: string;
  /** The choice, or null when the buyer closed the dialog. */
  readonly onChoose: (country: DialCode | null) => void;
};

export function CountryPicker({ selected, onChoose }: CountryPickerProps) {
  const t = useTranslations("payment");
  const language = useLocale();
  const dialog = useRef<HTMLDialogElement>(null);
  const countries = useMemo(() => listCountries(language), [language]);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(selected);
  const found = findCountries(countries, typed);
  const activeIndex = Math.max(
    found.findIndex(({ iso2 }) => iso2 === active),
    0,
  );
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(optionId(found[activeIndex]?.iso2 ?? ""))?.scrollIntoView({ block: "nearest" });
  });
  // Closing first gives the focus back to where it was.
  const choose = (country: DialCode): void => {
    dialog.current?.close();
    onChoose(country);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = found[Math.min(Math.max(activeIndex + step, 0), found.length - 1)];
      if (next) setActive(next.iso2);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const choice = found[activeIndex];
      if (choice) choose(choice.row);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="modal country-picker"
      aria-label={t("chooseCountry")}
      onClose={() => onChoose(null)}
    >
      <div className="country-search">
        <input
          type="text"
          role="combobox"
          aria-label={t("searchCountry")}
          placeholder={t("searchCountry")}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found[activeIndex] && optionId(found[activeIndex].iso2)}
          autoComplete="off"
          spellCheck={false}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="text-button" onClick={() => dialog.current?.close()}>
          {t("close")}
        </button>
      </div>
      <div id={listId} role="listbox" aria-label={t("chooseCountry")} className="country-list" tabIndex={-1}>
        {found.map(({ iso2, name, dialCode, row }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox above, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={iso2}
            id={optionId(iso2)}
            role="option"
            aria-selected={index === activeIndex}
            className="country-option"
            onClick={() => choose(row)}
          >
            <span>{name}</span>
            <bdi dir="ltr">+{dialCode}</bdi>
          </div>
        ))}
      </div>
      <p className="country-none" aria-live="polite">
        {found.length === 0 && t("noCountry")}
      </p>
    </dialog>
  );
}

const listId = "country-list";

/** How far a key moves the choice. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

function optionId(iso2: string): string {
  return `country-${iso2}`;
}
