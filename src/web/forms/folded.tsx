/** Fields behind one line: what the buyer need not look at, because it is known or asked of few. */
import type { ReactNode } from "react";

/** One line that opens to fields. The browser's own: it works, and is announced, without any script. */
export function Folded(props: {
  readonly className: string;
  readonly summary: ReactNode;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <details className={`folded ${props.className}`}>
      <summary>
        {props.summary} <span className="folded-note">{props.note}</span>
      </summary>
      <div className="folded-fields">{props.children}</div>
    </details>
  );
}
