/** Products to choose from: the newest hundred, and where a shop has more, those whose title has the typed words. */
import { type ReactNode, useRef, useState } from "react";
import type { Product } from "#contract/products.ts";
import { useList } from "../calls/queries.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useWording } from "../i18n/texts.ts";
import { usePaused } from "../search/use-paused.ts";

type ProductChoice = {
  readonly list: ReturnType<typeof useList<"GET /api/v1/products">>;
  /** The list was there once: a search that fails takes no form away in which something is typed. */
  readonly isReady: boolean;
  /** The field that finds the others; nothing where all are listed. */
  readonly finder: ReactNode;
  /** What is listed now, with the chosen one, which stays while others are looked for. */
  readonly offered: (chosen: string) => readonly Product[];
};

export function useProductChoice(): ProductChoice {
  const { t } = useWording();
  const [text, setText] = useState("");
  const title = usePaused(text.trim());
  const list = useList("GET /api/v1/products", {
    query: { isArchived: "false", limit: 100, ...(title !== "" && { title }) },
  });
  const [isReady, setReady] = useState(false);
  if (list.data && !isReady) setReady(true);
  const [hasMore, setMore] = useState(false);
  if (list.hasNextPage && !hasMore) setMore(true);
  const listed = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const seen = useRef(new Map<string, Product>());
  for (const product of listed) seen.current.set(String(product.id), product);
  return {
    list,
    isReady,
    finder: hasMore && (
      <>
        {/* Of no form: Enter looks for products, and sends nothing. */}
        <Field
          name="find"
          type="search"
          label={t("products.find")}
          control={{ form: "none", onChange: ({ target }) => setText(target.value) }}
        />
        {list.error && <Failed failure={list.error} retry={list.refetch} />}
      </>
    ),
    offered: (chosen) => {
      const one = seen.current.get(chosen);
      return one === undefined || listed.includes(one) ? listed : [one, ...listed];
    },
  };
}
