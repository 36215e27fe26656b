/** The middle of a page that has one thing to say and, mostly, one way on: a sign, the sentence, what to do. */
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import notice from "../styles/notice.css?inline";
import { LateStyles } from "./late-styles.tsx";

/** Its layout is "notice-layout", whose style comes with it: pages on which it is rare do not carry it. */
export function NoticePanel({
  icon,
  className = "",
  children,
}: {
  readonly icon: string;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <LateStyles sheets={[notice]} />
      <section className={`notice-panel ${className}`.trim()}>
        <Icon path={icon} className="notice-icon" />
        {children}
      </section>
    </>
  );
}
