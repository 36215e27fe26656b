/** What a page says of its order while something is typed in a form of it: what it shows is old. */
import { useTranslations } from "use-intl/react";
import { usePageScope } from "../scope.tsx";
import styles from "../styles/order-changed.css?inline";
import { LateStyles } from "./late-styles.tsx";

/** Shown by `script/left-open.ts`. It brings its look along: it stands on every page that follows its order, and on no other. */
export function OrderChanged() {
  const t = useTranslations("invoice");
  const { url } = usePageScope();
  return (
    <>
      <LateStyles sheets={[styles]} />
      <p className="order-changed" role="alert" data-changed="" hidden>
        {t("changed")} <a href={`${url.pathname}${url.search}`}>{t("loadAgain")}</a>
      </p>
    </>
  );
}
