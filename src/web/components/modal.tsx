/** Dialogs. The browser's own element traps the focus, closes on Escape and gives the focus back. */
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";

type ModalProps = {
  /** A link or button with `data-opens` and this id opens it (page-script). */
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
};

/** A dialog that page-script opens; it works on pages without React. */
export function Modal({ id, title, children }: ModalProps) {
  const t = useTranslations("common");
  return (
    <dialog id={id} className="modal" data-dismissible="" aria-labelledby={`${id}-title`}>
      <div className="modal-head">
        <h2 id={`${id}-title`}>
          {/* It may be a shop's words. */}
          <bdi>{title}</bdi>
        </h2>
        <form method="dialog">
          <button type="submit" className="icon-button" aria-label={t("close")}>
            <Icon path={icons.cross} />
          </button>
        </form>
      </div>
      <div className="modal-body">{children}</div>
    </dialog>
  );
}
