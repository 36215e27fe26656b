/** The browser's own dialog: it holds the focus, closes by Escape, and on phones stands at the lower edge. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "../display/icon.tsx";
import { cross } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Shown as long as it is drawn. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useWording();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = element;
    if (current && !current.open) current.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label={t("shell.close")} onClick={onClose}>
          <Icon path={cross} />
        </button>
      </div>
      {children}
    </dialog>
  );
}
