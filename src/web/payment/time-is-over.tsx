/** What takes the form's place when the time to pay runs out on an open page. Fetched only then. */
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { readLanguage } from "#core/language.ts";
import * as timing from "#core/timing.ts";
import { errorAddress } from "../browser/navigation.ts";
import { loadWithTexts } from "./later-texts.tsx";

/**
 * Gives the notice once the server says that the time of the page's order is over. The page's clock only asks; where
 * the answer is no, or none, it is asked again: the order was given more time, or there is no connection.
 */
export async function noticeWhenOver(orderNumber: string): Promise<ReactNode> {
  while (!(await isTimeOver().catch(() => false)))
    await new Promise((resolve) => setTimeout(resolve, timing.expiryAskAgainMs));
  const language = readLanguage(document.documentElement.lang) ?? "ar";
  const Notice = await loadWithTexts(async () => TimeIsOver, language);
  return <Notice orderNumber={orderNumber} />;
}

/** Read out as it appears. Whom to ask for a new link, the error page says. */
function TimeIsOver({ orderNumber }: { readonly orderNumber: string }) {
  const t = useTranslations("errors");
  return (
    <div className="pay-message" role="alert">
      <p>
        {t("timeIsOver")} <a href={errorAddress("expired-qr", orderNumber)}>{t("newLink")}</a>
      </p>
    </div>
  );
}

/** The server leads the address of an order whose time is over to the error page. */
async function isTimeOver(): Promise<boolean> {
  return (await fetch(location.href, { redirect: "manual" })).type === "opaqueredirect";
}
