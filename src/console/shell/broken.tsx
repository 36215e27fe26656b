/** Screens for an address that is none, and for a fault of ours. */
import { Link } from "@tanstack/react-router";
import { useWording } from "../i18n/texts.ts";
import { Screen } from "./screen.tsx";

export function Missing() {
  const { t } = useWording();
  return (
    <Screen title={t("broken.missing")}>
      <Link to="/" className="button">
        {t("broken.home")}
      </Link>
    </Screen>
  );
}

/** Loading again is the way out of a screen whose file a newer version has replaced, too. */
export function Broken() {
  const { t } = useWording();
  return (
    <Screen title={t("broken.title")}>
      <p>{t("broken.hint")}</p>
      <button type="button" className="button button-primary" onClick={() => location.reload()}>
        {t("broken.reload")}
      </button>
    </Screen>
  );
}
