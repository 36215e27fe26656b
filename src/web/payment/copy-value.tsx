/** A button that puts a value on the clipboard, for parts of a page that appear later. Absent where there is none. */
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";

/** How long the tick stays. */
const doneMs = 2_000;

/** `label` is the value's name, for people who hear several such buttons. */
export function CopyValue({ label, value }: { readonly label: string; readonly value: string }) {
  const t = useTranslations("common");
  const [isOffered, setOffered] = useState(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => setOffered(Boolean(navigator.clipboard)), []);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), doneMs);
    return () => clearTimeout(timer);
  }, [isDone]);
  if (!isOffered) return null;
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => setDone(true),
      () => setOffered(false),
    );
  };
  return (
    <button
      type="button"
      className={isDone ? "icon-button copy-button is-ready is-copied" : "icon-button copy-button is-ready"}
      aria-label={`${t("copy")}: ${label}`}
      onClick={copy}
    >
      <Icon path={icons.copy} className="copy-icon" />
      <Icon path={icons.check} className="copied-icon" />
      <span role="status" className="visually-hidden">
        {isDone && t("copied")}
      </span>
    </button>
  );
}
