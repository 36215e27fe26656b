/** One box for number, name, amount and mobile, in any writing. */
import { useId } from "react";
import { Icon } from "../display/icon.tsx";
import { search as drawing } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";

type BoxProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What is searched, where it is not everything. */
  readonly label?: string;
};

export function SearchBox(props: BoxProps) {
  const { t } = useWording();
  const id = useId();
  return (
    <search className="search">
      <label htmlFor={id} className="visually-hidden">
        {props.label ?? t("search.label")}
      </label>
      <Icon path={drawing} />
      <input
        id={id}
        type="search"
        className="control"
        autoComplete="off"
        enterKeyHint="search"
        placeholder={props.label ?? t("search.hint")}
        value={props.text}
        onChange={({ target }) => props.onText(target.value)}
      />
    </search>
  );
}
