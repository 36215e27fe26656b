/** Product links: what each has sold, whether it sells, and sharing it in two presses. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { ProductLink } from "#contract/product-links.ts";
import { useList } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { Icon } from "../display/icon.tsx";
import { plus, send } from "../display/icons.ts";
import { RowLink } from "../display/row-link.tsx";
import { Empty, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Dialog } from "../shell/dialog.tsx";
import { Screen } from "../shell/screen.tsx";
import { open } from "./icons.ts";
import { LinkChip } from "./link-chip.tsx";
import { LinkPrice } from "./link-price.tsx";
import { LinkWays } from "./link-ways.tsx";
import { Picture } from "./picture.tsx";
import { SellingTabs } from "./selling-tabs.tsx";

export function Links() {
  const { t } = useWording();
  const maySell = useMay("products.manage");
  const list = useList("GET /api/v1/product-links", { query: { limit: 25 } });
  const [shared, setShared] = useState<ProductLink | null>(null);
  const newLink = (
    <Link to="/products/links/new" className="button button-primary">
      <Icon path={plus} />
      {t("links.new")}
    </Link>
  );
  return (
    <Screen title={t("links.title")} acts={maySell && newLink}>
      <SellingTabs />
      <Reading query={list}>
        {({ pages }) => {
          const links = pages.flatMap(({ items }) => items);
          if (links.length === 0)
            return (
              <Empty title={t("links.none")}>
                <p>{t("links.noneHint")}</p>
                {maySell && newLink}
              </Empty>
            );
          return (
            <>
              <ul className="cards">
                {links.map((link) => (
                  <LinkCard key={link.linkIdentity} link={link} onShare={() => setShared(link)} />
                ))}
              </ul>
              <MoreOf list={list} />
            </>
          );
        }}
      </Reading>
      {shared && (
        <Dialog title={t("links.share")} onClose={() => setShared(null)}>
          <LinkWays link={shared} />
        </Dialog>
      )}
    </Screen>
  );
}

function LinkCard({ link, onShare }: { readonly link: ProductLink; readonly onShare: () => void }) {
  const { t } = useWording();
  const { linkIdentity, product, currency, sales, url } = link;
  return (
    <li className="card product-card">
      <Picture imageId={product.imageId} />
      <div className="product-facts">
        <span className="card-title">
          <RowLink to="/products/links/$linkIdentity" params={{ linkIdentity }}>
            <bdi>{product.title}</bdi>
          </RowLink>
          <LinkChip link={link} />
        </span>
        <LinkPrice link={link} />
        <p className="soft">
          {t("links.sold", { count: sales.orders })}
          {sales.orders > 0 && (
            <>
              {" · "}
              <Amount amount={sales.paid} currency={currency} />
            </>
          )}
          {product.stockQty !== null &&
            product.stockQty > 0 &&
            ` · ${t("products.left", { count: product.stockQty })}`}
        </p>
      </div>
      <div className="row-acts">
        <button type="button" className="act" onClick={onShare}>
          <Icon path={send} className="is-directed" />
          {t("links.share")}
        </button>
        <a className="act" href={url} target="_blank" rel="noopener noreferrer">
          <Icon path={open} className="is-directed" />
          {t("links.page")}
          <span className="visually-hidden">{t("send.newTab")}</span>
        </a>
      </div>
    </li>
  );
}
