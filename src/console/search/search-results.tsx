/** The results of the box, fetched when somebody first searches. */
import { lazy, Suspense } from "react";
import type { SearchHit } from "#contract/search.ts";
import { withTexts } from "../i18n/texts.ts";

const Found = lazy(() => withTexts(() => import("./found.tsx")));

export function SearchResults(props: { readonly text: string; readonly only?: SearchHit["type"] }) {
  return (
    <Suspense>
      <Found {...props} />
    </Suspense>
  );
}
