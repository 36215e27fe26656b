/** The shop that the screens are about; a choice where the person has several. */
import { useRouter } from "@tanstack/react-router";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";

export function ShopSwitch() {
  const { t } = useWording();
  const { me, shop, choose } = useSession();
  const router = useRouter();
  const live = me.shops.filter(({ world }) => world === "live");
  if (live.length <= 1) return <p className="shop-name">{shop.name}</p>;
  return (
    <label className="shop-switch">
      <span className="visually-hidden">{t("shell.shop")}</span>
      <select
        value={shop.liveMerchantId ?? shop.merchantId}
        onChange={({ target }) => {
          const next = live[target.selectedIndex];
          if (next) choose(next);
          if (shop.world === "live") void router.navigate({ to: "/" });
        }}
      >
        {live.map((one) => (
          <option key={one.merchantId} value={one.merchantId}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}
