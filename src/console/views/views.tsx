/** The place of the kept views above a list: they come after the list itself, with the texts of what is opened later. */
import { lazy, Suspense } from "react";
import { withTexts } from "../i18n/texts.ts";

const ViewRow = lazy(() => withTexts(() => import("./view-row.tsx")));

type ViewsProps = Parameters<typeof ViewRow>[0];

/** Where the list is narrowed down there is at least a button: its height is kept free. */
export function Views(props: ViewsProps) {
  const isNarrowed = Object.keys(props.filters).length > 0;
  return (
    <Suspense fallback={isNarrowed && <div className="views" />}>
      <ViewRow {...props} />
    </Suspense>
  );
}
