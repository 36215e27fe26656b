/** The page that the buyer would see, as the draft says now: the real one, beside the form where there is room, else a press away. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../calls/call.ts";
import { Icon } from "../display/icon.tsx";
import { eye } from "../display/icons.ts";
import { useWide } from "../display/wide.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import type { KeptAs } from "./draft-keeper.ts";
import { PageFrame, PageLook } from "./page-look.tsx";

type DraftPageProps = {
  /** The draft as it was saved last; null: nothing was yet. */
  readonly draft: KeptAs | null;
};

export function DraftPage({ draft }: DraftPageProps) {
  const { t } = useWording();
  const isWide = useWide();
  const [isAsked, setAsked] = useState(false);
  if (!isWide && !isAsked)
    return (
      <button type="button" className="button" onClick={() => setAsked(true)}>
        <Icon path={eye} />
        {t("new.seePage")}
      </button>
    );
  return <Shown draft={draft} />;
}

function Shown({ draft }: DraftPageProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const page = useQuery({
    queryKey: ["draft-page", shop.merchantId, draft?.id, draft?.etag],
    enabled: draft !== null,
    gcTime: 0,
    retry: false,
    // While the next words are saved, and while they make no invoice yet, the page stays as it was.
    placeholderData: (before: Shown | undefined) => before,
    queryFn: async ({ signal }): Promise<Shown> => {
      const { id, etag } = draft ?? { id: "", etag: "" };
      const options = { shop: shop.merchantId, signal, isQuiet: true };
      const parts = { params: { draftId: id }, body: {} };
      const { url } = await call("POST /api/v1/invoice-drafts/:draftId/page", parts, options);
      return { url, etag };
    },
  });
  return (
    <PageLook title={t("invoice.asBuyer")}>
      {(query) =>
        page.data === undefined ? (
          <p className="soft look-empty" role="status">
            {t(page.error && page.error.kind !== "refused" ? "failures.offline" : "new.noPage")}
          </p>
        ) : (
          <PageFrame
            key={page.data.etag}
            title={t("invoice.asBuyer")}
            address={`${page.data.url}?${query}`}
          />
        )
      }
    </PageLook>
  );
}

type Shown = { readonly url: string; readonly etag: string };
