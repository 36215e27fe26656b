/** A notice across the top of a page's content: what the state of the order is and what can be done about it. */
import type { ReactNode } from "react";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";

export type BannerKind = "paid" | "cancelled" | "refunded" | "expired" | "checking" | "surplus";

const paths: Readonly<Record<BannerKind, string>> = {
  paid: icons.check,
  cancelled: icons.cross,
  refunded: icons.back,
  expired: icons.clock,
  checking: icons.clock,
  surplus: icons.back,
};

/** `title` is the sentence of the specification; `children` may add a line and one action. */
export function Banner(props: {
  readonly kind: BannerKind;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  const path = paths[props.kind];
  // The arrow of what went back, read from the table: of the constant, the build would repeat the whole drawing here.
  const isDirected = path === paths.refunded;
  return (
    <section className={`banner banner-${props.kind}`}>
      <Icon path={path} className={isDirected ? "banner-icon is-directed" : "banner-icon"} />
      <div className="banner-text">
        <h2 className="banner-title">{props.title}</h2>
        {props.children}
      </div>
    </section>
  );
}
