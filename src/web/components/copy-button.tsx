/** A button that puts a text on the clipboard. Not to be seen until page-script can do it; its place is kept. */
import { useTranslations } from "use-intl/react";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";

export function CopyButton({
  text,
  name = text,
}: {
  readonly text: string;
  /** What is copied, where the text itself is too long to be said. */
  readonly name?: string;
}) {
  const t = useTranslations("common");
  return (
    <button
      type="button"
      className="icon-button copy-button"
      data-copy={text}
      data-done={t("copied")}
      aria-label={`${t("copy")}: ${name}`}
    >
      <Icon path={icons.copy} className="copy-icon" />
      <Icon path={icons.check} className="copied-icon" />
      <span role="status" className="visually-hidden" />
    </button>
  );
}
