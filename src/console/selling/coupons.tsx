/** Coupons: what each takes off, how often it was used, and whether it is good; ended and taken up again by one press. */
import { useState } from "react";
import type { Coupon } from "#contract/coupons.ts";
import { useChange } from "../calls/change.ts";
import { useList } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { plus, repeat } from "../display/icons.ts";
import { Empty, Failed, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { couponState } from "./coupon-state.ts";
import { pause } from "./icons.ts";
import { NewCouponDialog } from "./new-coupon-dialog.tsx";
import { SellingTabs } from "./selling-tabs.tsx";

export function Coupons() {
  const { t } = useWording();
  const maySell = useMay("products.manage");
  const list = useList("GET /api/v1/coupons", { query: { limit: 25 } });
  const [isMaking, setMaking] = useState(false);
  const act = maySell && (
    <button type="button" className="button button-primary" onClick={() => setMaking(true)}>
      <Icon path={plus} />
      {t("coupons.new")}
    </button>
  );
  return (
    <Screen title={t("coupons.title")} acts={act}>
      <SellingTabs />
      <Reading query={list}>
        {({ pages }) => {
          const coupons = pages.flatMap(({ items }) => items);
          if (coupons.length === 0)
            return (
              <Empty title={t("coupons.none")}>
                <p>{t("coupons.noneHint")}</p>
              </Empty>
            );
          return (
            <>
              <ul className="cards">
                {coupons.map((coupon) => (
                  <CouponCard key={coupon.id} coupon={coupon} />
                ))}
              </ul>
              <MoreOf list={list} />
            </>
          );
        }}
      </Reading>
      {isMaking && <NewCouponDialog onClose={() => setMaking(false)} />}
    </Screen>
  );
}

const looks = {
  good: "chip-paid",
  waiting: "chip-unpaid",
  used_up: "chip-expired",
  over: "chip-expired",
  off: "",
};

function CouponCard({ coupon }: { readonly coupon: Coupon }) {
  const { t } = useWording();
  const { id, code, discount, usedCount, usageLimit, startsAt, endsAt, isActive } = coupon;
  const state = couponState(coupon, new Date());
  const maySell = useMay("products.manage");
  const changing = useChange("PATCH /api/v1/coupons/:couponId");
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-title">
          <bdi dir="ltr" className="code card-name">
            {code}
          </bdi>
          <span className={`chip ${looks[state]}`}>{t(`couponState.${state}`)}</span>
        </span>
        <span className="coupon-off">
          {discount.type === "FIXED" ? (
            <Amount amount={discount.value} currency="SAR" />
          ) : (
            <bdi dir="ltr">{Number(discount.value)}%</bdi>
          )}
        </span>
      </div>
      <div className="card-row">
        <p className="soft">
          {usageLimit === null
            ? t("coupons.used", { count: usedCount })
            : t("coupons.usedOf", { count: usedCount, limit: usageLimit })}
          {coupon.productId !== null && ` · ${t("coupons.oneProduct")}`}
        </p>
        {maySell && (
          <div className="row-acts">
            <button
              type="button"
              className="act"
              disabled={changing.isPending}
              onClick={() =>
                changing.mutate({ params: { couponId: String(id) }, body: { isActive: !isActive } })
              }
            >
              <Icon path={isActive ? pause : repeat} />
              {t(isActive ? "coupons.end" : "coupons.again")}
            </button>
          </div>
        )}
      </div>
      {startsAt && state === "waiting" && (
        <p className="soft">
          {t("coupons.from")} <DateShown instant={startsAt} />
        </p>
      )}
      {endsAt && (
        <p className="soft">
          {t("link.until")} <DateShown instant={endsAt} />
        </p>
      )}
      {changing.error && <Failed failure={changing.error} />}
    </li>
  );
}
