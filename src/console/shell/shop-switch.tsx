/** The shop that the screens are about, and its world; a choice where the person has several. */
import { useRouter } from "@tanstack/react-router";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";

export function ShopSwitch() {
  const { t } = useWording();
  const { me, shop, choose } = useSession();
  const router = useRouter();
  if (me.shops.length === 1) return <p className="shop-name">{shop.name}</p>;
  return (
    <label className="shop-switch">
      <span className="visually-hidden">{t("shell.shop")}</span>
      <select
        value={shop.merchantId}
        onChange={({ target }) => {
          choose(Number(target.value));
          void router.navigate({ to: "/" });
        }}
      >
        {me.shops.map((one) => (
          <option key={one.merchantId} value={one.merchantId}>
            {one.world === "test" ? t("shell.testShop", { name: one.name }) : one.name}
          </option>
        ))}
      </select>
    </label>
  );
}
