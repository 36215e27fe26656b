/** Style sheets in front of the part of the body that needs them. */
import { usePageScope } from "../scope.tsx";

/**
 * The sheets of what comes later on a long page: what stands above them is painted before they are read. What they
 * style may stand only below them, or it is drawn twice.
 * @param sheets style sheets as text, in order; our own only
 */
export function LateStyles({ sheets }: { readonly sheets: readonly string[] }) {
  const { nonce } = usePageScope();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheets
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: sheets.join("") }} />;
}
