/** What takes the form's place when the time to pay runs out on an open page. Fetched only then. */
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { FrameState } from "#core/frame-state.ts";
import type { Language } from "#core/language.ts";
import { errorAddress } from "../browser/navigation.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { loadWithTexts } from "./later-texts.tsx";

/** What the page around a frame receives as its state. */
const panel: FrameState = "closed";

/** The notice with its texts. Rejects when they cannot be fetched. */
export async function timeIsOver(orderNumber: string): Promise<ReactNode> {
  // Of the server's document, which is in one of ours: reading it would bring a file of its own to the page.
  const language = document.documentElement.lang as Language;
  const Notice = await loadWithTexts(async () => TimeIsOver, language);
  return <Notice orderNumber={orderNumber} />;
}

/**
 * Looks as the notice of the server's own page. Read out as it appears. Whom to ask for a new link, the error page says,
 * which no page may frame.
 */
function TimeIsOver({ orderNumber }: { readonly orderNumber: string }) {
  const t = useTranslations("errors");
  const newTab = window.parent !== window && { target: "_blank", rel: "noopener" };
  return (
    <div className="banner banner-expired" role="alert" data-panel={panel}>
      <Icon path={icons.clock} className="banner-icon" />
      <div className="banner-text">
        <p>
          <strong>{t("timeIsOver")}</strong>
        </p>
        <p>
          <a href={errorAddress("expired-qr", orderNumber)} {...newTab}>
            {t("newLink")}
          </a>
        </p>
      </div>
    </div>
  );
}
