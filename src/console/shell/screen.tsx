/** A screen: its title, what can be done with all of it, its content. */
import { type ReactNode, useEffect, useRef } from "react";
import { useWording } from "../i18n/texts.ts";

type ScreenProps = {
  readonly title: string;
  readonly acts?: ReactNode;
  /** A form that puts the focus into its first field itself. */
  readonly keepsFocus?: boolean;
  readonly children: ReactNode;
};

let isFirst = true;

/** The document has the title of the screen, and a reader of screens hears it when the screen has changed. */
export function Screen({ title, acts, keepsFocus = false, children }: ScreenProps) {
  const { t } = useWording();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t("shell.product")}`;
  }, [title, t]);
  useEffect(() => {
    if (!isFirst && !keepsFocus) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, [keepsFocus]);
  return (
    <div className="screen">
      <div className="screen-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {acts}
      </div>
      {children}
    </div>
  );
}
