/**
 * A link in a row of a list: what the router's own `Link` does, without its watching the address. Every `Link` computes
 * at every change of the address where it leads and whether it is the open one; fifty of them in the first list cost a
 * telephone a tenth of a second (docs/decisions/0265).
 */
import { type RegisteredRouter, type ToOptions, useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

type RowLinkProps<To extends string> = ToOptions<RegisteredRouter, string, To> & {
  readonly className?: string;
  readonly children: ReactNode;
};

/** Where it leads is named as for `Link`: `to`, `params`, `search`. Its screen is fetched when it is pointed at. */
export function RowLink<const To extends string>({
  className = "row-link",
  children,
  ...rest
}: RowLinkProps<To>) {
  const router = useRouter();
  // Judged where it is written; here any address of the console.
  const goal = rest as unknown as Goal;
  const preload = (): void => void router.preloadRoute(goal).catch(() => {});
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate(goal);
  };
  return (
    <a
      href={addressOf(router, goal)}
      className={className}
      onClick={follow}
      onFocus={preload}
      onMouseEnter={preload}
      onTouchStart={preload}
    >
      {children}
    </a>
  );
}

type Goal = {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
};

/** As the router builds it. */
function addressOf(
  { basepath, options }: ReturnType<typeof useRouter>,
  { to, params, search }: Goal,
): string {
  const path = to.replace(/\$(\w+)/g, (_all, name: string) => encodeURIComponent(params?.[name] ?? ""));
  return `${basepath.replace(/\/$/, "")}${path}${search ? options.stringifySearch(search) : ""}`;
}
