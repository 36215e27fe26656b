/** What a browser without scripts gets instead of a form that could do nothing there: the reason. */
import { usePageScope } from "../scope.tsx";

type NeedsScriptProps = {
  readonly text: string;
  /** Selector of what does not work without scripts. What can be read without them stays. */
  readonly instead?: string;
};

export function NeedsScript({ text, instead = "[data-island]" }: NeedsScriptProps) {
  const { nonce } = usePageScope();
  return (
    <noscript>
      <p className="needs-script">{text}</p>
      <style nonce={nonce}>{`${instead}{display:none}`}</style>
    </noscript>
  );
}
