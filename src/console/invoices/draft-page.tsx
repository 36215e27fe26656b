/** The page that the buyer would see, as the draft says now: the real one, beside the form where there is room, else a press away. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallFailure, call } from "../calls/call.ts";
import { Icon } from "../display/icon.tsx";
import { eye } from "../display/icons.ts";
import { useWide } from "../display/wide.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import type { KeptAs } from "./draft-keeper.ts";
import type { DraftBody } from "./invoice-draft-body.ts";
import { PageFrame, PageLook } from "./page-look.tsx";

type DraftPageProps = {
  /** What would be issued now; null while that is no invoice yet. */
  readonly read: () => DraftBody | null;
  /** The draft as it was saved last; null: nothing was yet. */
  readonly draft: KeptAs | null;
};

export function DraftPage({ draft, read }: DraftPageProps) {
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
  return <PageOfDraft draft={draft} read={read} />;
}

function PageOfDraft({ draft, read }: DraftPageProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const page = useQuery({
    queryKey: ["draft-page", shop.merchantId, draft?.id, draft?.etag],
    enabled: draft !== null,
    gcTime: 0,
    retry: false,
    // While the next words are saved, the page stays as it was.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Shown> => {
      const { id, etag } = draft ?? { id: "", etag: "" };
      const options = { shop: shop.merchantId, signal, isQuiet: true };
      const invoice = read();
      if (invoice === null) throw new CallFailure("refused", "validation_failed");
      const parts = { params: { draftId: id }, body: { invoice } };
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
