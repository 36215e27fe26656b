/** A person who belongs to no shop: an invitation was taken back, or the shop was closed. */
import { useWording } from "../i18n/texts.ts";
import { SignOut } from "./sign-out.tsx";

export function NoShop() {
  const { t } = useWording();
  return (
    <main className="screen">
      <h1>{t("noShop.title")}</h1>
      <p>{t("noShop.hint")}</p>
      <SignOut />
    </main>
  );
}
