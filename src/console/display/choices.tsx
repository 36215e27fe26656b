/** A row of choices, of which one is in force. On phones it is wider than the window: that one is brought into view. */
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";

type ChoicesProps = {
  /** What the choices are about, where nothing around them says it. */
  readonly label?: string;
  readonly children: ReactNode;
};

export function Choices({ label, children }: ChoicesProps) {
  const row = useRef<HTMLUListElement>(null);
  const { href } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another link that is active
  useEffect(() => {
    if (row.current) bringActiveIntoView(row.current);
  }, [href]);
  return (
    <ul className="choices" aria-label={label} ref={row}>
      {children}
    </ul>
  );
}

/** By the row's own scrolling: that of the page stays where it is. */
function bringActiveIntoView(row: HTMLElement): void {
  const active = row.querySelector(".active");
  if (!active) return;
  const middleOf = (element: Element): number => {
    const { left, width } = element.getBoundingClientRect();
    return left + width / 2;
  };
  row.scrollBy({ left: middleOf(active) - middleOf(row), behavior: "instant" });
}
