/** What is shown while the data of a page is slow: a progress bar, a line of text and the product's version. */
import { useTranslations } from "use-intl/react";

/** `version` is the product's, such as 1.11.53 (Spec 2.1, decision N5). */
export function LoadingScreen({
  text,
  version,
}: {
  readonly text: "loading" | "connecting";
  readonly version: string;
}) {
  const t = useTranslations("common");
  return (
    <div className="loading-screen">
      <div className="loading-screen-middle" role="status">
        <p className="loading-screen-text">{t(text)}</p>
        <div className="progress-bar" />
      </div>
      <p className="loading-screen-version">
        <bdi dir="ltr">v{version}</bdi>
      </p>
    </div>
  );
}
