/**
 * A component whose code is fetched when it is first shown. Unlike React's own way, code that cannot be fetched is an
 * ordinary state of the page here, and not a fault that takes the whole form down.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from "react";

export type LaterProps<Props extends object> = {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
  /** Shown until the code is there, and in the HTML of the server. */
  readonly waiting?: ReactNode;
  /** Shown when it did not come: not-loaded.tsx, or nothing. */
  readonly failed: ReactNode;
};

type State<Props> =
  | { readonly kind: "waiting" }
  | { readonly kind: "failed" }
  | { readonly kind: "ready"; readonly Component: ComponentType<Props> };

export function Later<Props extends object>({ load, props, waiting, failed }: LaterProps<Props>) {
  const [state, setState] = useState<State<Props>>({ kind: "waiting" });
  useEffect(() => {
    if (state.kind !== "waiting") return;
    let isShown = true;
    load().then(
      (Component) => isShown && setState({ kind: "ready", Component }),
      () => isShown && setState({ kind: "failed" }),
    );
    return () => {
      isShown = false;
    };
  }, [state, load]);
  if (state.kind === "ready") return <state.Component {...props} />;
  return state.kind === "waiting" ? waiting : failed;
}
