/** A person who belongs to no shop: an invitation was taken back, or the shop was closed. */
import { useWording } from "../i18n/texts.ts";
import { SignOut } from "./sign-out.tsx";

export function NoShop({ mayOpen }: { readonly mayOpen: boolean }) {
  const { t } = useWording();
  return (
    <main className="screen">
      <h1>{t("noShop.title")}</h1>
      <p>{t("noShop.hint")}</p>
      {mayOpen && (
        <a className="button button-primary" href="/shops/new">
          {t("noShop.open")}
        </a>
      )}
      <SignOut />
    </main>
  );
}
