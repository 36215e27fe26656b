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
  return (
    <section className={`banner banner-${props.kind}`}>
      <Icon
        path={paths[props.kind]}
        className={paths[props.kind] === icons.back ? "banner-icon is-directed" : "banner-icon"}
      />
      <div className="banner-text">
        <h2 className="banner-title">{props.title}</h2>
        {props.children}
      </div>
    </section>
  );
}
