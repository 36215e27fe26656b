/**
 * What stands instead of a part whose code did not come. Chromium remembers for the life of a page that a module
 * could not be fetched, so only a new page can ask again; the draft of the form survives that (forms/draft.ts).
 */
import { useTranslations } from "use-intl/react";

type NotLoadedProps = {
  /** What could not be loaded; the payment method when left out. */
  readonly text?: string;
  /** Id of the method that the new page should open. */
  readonly method?: string;
};

export function NotLoaded({ text, method }: NotLoadedProps) {
  const t = useTranslations("payment");
  const loadAgain = (): void => {
    if (method !== undefined) window.history.replaceState(null, "", `#${method}`);
    window.location.reload();
  };
  return (
    <p className="method-waiting" role="alert">
      {text ?? t("methodFailed")}{" "}
      <button type="button" className="text-button" onClick={loadAgain}>
        {t("loadAgain")}
      </button>
    </p>
  );
}

/** The method that the last page of this address wanted to open, if any; asked once. */
export function takeWantedMethod(): string | null {
  const { hash, pathname, search } = window.location;
  if (hash === "") return null;
  window.history.replaceState(null, "", pathname + search);
  return hash.slice(1);
}
