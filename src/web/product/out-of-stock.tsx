/** What stands instead of quantity and checkout when nothing is left (Spec 2.2, 5). */
import { useTranslations } from "use-intl/react";
import { Banner } from "../components/banner.tsx";

export function OutOfStock() {
  const t = useTranslations("product");
  return (
    <Banner kind="cancelled" title={t("outOfStock")}>
      <p>{t("outOfStockHint")}</p>
    </Banner>
  );
}
