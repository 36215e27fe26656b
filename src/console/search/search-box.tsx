/** One box for number, name, amount and mobile, in any writing. */
import { useId } from "react";
import { Icon } from "../display/icon.tsx";
import { search as drawing } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";

export function SearchBox(props: { readonly text: string; readonly onText: (text: string) => void }) {
  const { t } = useWording();
  const id = useId();
  return (
    <search className="search">
      <label htmlFor={id} className="visually-hidden">
        {t("search.label")}
      </label>
      <Icon path={drawing} />
      <input
        id={id}
        type="search"
        className="control"
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t("search.hint")}
        value={props.text}
        onChange={({ target }) => props.onText(target.value)}
      />
    </search>
  );
}
