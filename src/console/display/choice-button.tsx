/** One of several that can be chosen. What is chosen is seen, and said to those who do not see it. */
import type { ReactNode } from "react";

type ChoiceButtonProps = {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
};

export function ChoiceButton({ isChosen, onChoose, children }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      className={isChosen ? "choice active" : "choice"}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
