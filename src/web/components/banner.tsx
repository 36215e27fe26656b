/** A notice across the top of a page's content: what the state of the order is and what can be done about it. */
import type { ReactNode } from "react";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";

export type BannerKind = "paid" | "cancelled" | "refunded" | "expired" | "checking" | "notice";

const icons: Readonly<Record<BannerKind, IconName>> = {
  paid: "check",
  cancelled: "cross",
  refunded: "back",
  expired: "clock",
  checking: "clock",
  notice: "alert",
};

/** `title` is the sentence of the specification; `children` may add a line and one action. */
export function Banner(props: {
  readonly kind: BannerKind;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <section className={`banner banner-${props.kind}`}>
      <Icon name={icons[props.kind]} className="banner-icon" />
      <div className="banner-text">
        <h2 className="banner-title">{props.title}</h2>
        {props.children}
      </div>
    </section>
  );
}
