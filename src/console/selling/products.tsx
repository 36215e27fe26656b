/** What the shop sells: each product a press from its link; what is not sold any more is put away and can come back. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Product } from "#contract/products.ts";
import { useChange } from "../calls/change.ts";
import { useList, useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { Icon } from "../display/icon.tsx";
import { check, plus, repeat } from "../display/icons.ts";
import { RowLink } from "../display/row-link.tsx";
import { Empty, Failed, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { SearchBox } from "../search/search-box.tsx";
import { usePaused } from "../search/use-paused.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { archive, link as linkDrawing } from "./icons.ts";
import { Picture } from "./picture.tsx";
import { SellingTabs } from "./selling-tabs.tsx";

export function Products() {
  const { t } = useWording();
  const maySell = useMay("products.manage");
  const [isArchived, setArchived] = useState(false);
  const [search, setSearch] = useState("");
  const act = maySell && (
    <Link to="/products/new" className="button button-primary">
      <Icon path={plus} />
      {t("products.new")}
    </Link>
  );
  return (
    <Screen title={t("products.title")} acts={act}>
      <SellingTabs />
      <SearchBox text={search} onText={setSearch} label={t("products.find")} />
      <ProductList key={String(isArchived)} isArchived={isArchived} title={usePaused(search.trim())} />
      <button type="button" className="act act-start" onClick={() => setArchived(!isArchived)}>
        {t(isArchived ? "products.showSold" : "products.showArchived")}
      </button>
    </Screen>
  );
}

type ListProps = {
  readonly isArchived: boolean;
  /** Words of the title; "" for all. */
  readonly title: string;
};

function ProductList({ isArchived, title }: ListProps) {
  const { t } = useWording();
  const list = useList("GET /api/v1/products", {
    query: { isArchived: isArchived ? "true" : "false", ...(title !== "" && { title }) },
  });
  const [moved, setMoved] = useState<Product | null>(null);
  const shop = useRead("GET /api/v1/merchant", {});
  return (
    <>
      {moved && <Moved product={moved} to={!isArchived} onUndone={() => setMoved(null)} />}
      <Reading query={list}>
        {({ pages }) => {
          const products = pages.flatMap(({ items }) => items);
          if (products.length === 0 && title !== "") return <Empty title={t("products.noneFound")} />;
          if (products.length === 0) return <NoProducts isArchived={isArchived} />;
          return (
            <>
              <ul className="cards">
                {products.map((product) => (
                  <ProductCard
                    key={product.id}
                    product={product}
                    chargesVat={shop.data?.vatNumber != null}
                    onMoved={setMoved}
                  />
                ))}
              </ul>
              <MoreOf list={list} canNarrow />
            </>
          );
        }}
      </Reading>
    </>
  );
}

function NoProducts({ isArchived }: { readonly isArchived: boolean }) {
  const { t } = useWording();
  const maySell = useMay("products.manage");
  if (isArchived) return <Empty title={t("products.noneArchived")} />;
  return (
    <Empty title={t("products.none")}>
      <p>{t("products.noneHint")}</p>
      {maySell && (
        <Link to="/products/new" className="button button-primary">
          {t("products.new")}
        </Link>
      )}
    </Empty>
  );
}

type CardProps = {
  readonly product: Product;
  readonly chargesVat: boolean;
  readonly onMoved: (product: Product) => void;
};

function ProductCard({ product, chargesVat, onMoved }: CardProps) {
  const { t } = useWording();
  const { id, title, price, currency, priceIncludesVat, imageId, isArchived, vatRate } = product;
  const maySell = useMay("products.manage");
  const moving = useChange("PATCH /api/v1/products/:productId", () => onMoved(product));
  const move = (): void =>
    moving.mutate({ params: { productId: String(id) }, body: { isArchived: !isArchived } });
  return (
    <li className="card product-card">
      <Picture imageId={imageId} />
      <div className="product-facts">
        <RowLink to="/products/$productId" params={{ productId: String(id) }}>
          <bdi>{title}</bdi>
        </RowLink>
        <p>
          <Amount amount={price} currency={currency} />{" "}
          {chargesVat && vatRate !== "0.00" && (
            <span className="soft">{t(priceIncludesVat ? "products.withVat" : "products.beforeVat")}</span>
          )}
        </p>
        <Stock product={product} />
        {moving.error && <Failed failure={moving.error} />}
      </div>
      {maySell && (
        <div className="row-acts">
          {!isArchived && (
            <Link to="/products/links/new" search={{ product: id }} className="act">
              <Icon path={linkDrawing} />
              {t("products.newLink")}
            </Link>
          )}
          <button type="button" className="act" disabled={moving.isPending} onClick={move}>
            <Icon path={isArchived ? repeat : archive} />
            {t(isArchived ? "products.restore" : "products.archive")}
          </button>
        </div>
      )}
    </li>
  );
}

function Stock({ product: { stockQty, heldQty } }: { readonly product: Product }) {
  const { t } = useWording();
  if (stockQty === null) return null;
  if (stockQty === 0) return <span className="chip chip-expired">{t("products.soldOut")}</span>;
  return (
    <p className="soft">
      {t("products.left", { count: stockQty })}
      {heldQty > 0 && ` · ${t("products.held", { count: heldQty })}`}
    </p>
  );
}

/** Says what was moved, and takes it back by one press. */
function Moved(props: { readonly product: Product; readonly to: boolean; readonly onUndone: () => void }) {
  const { t } = useWording();
  const { product, to: isArchived, onUndone } = props;
  const undoing = useChange("PATCH /api/v1/products/:productId", onUndone);
  return (
    <div className="notice" role="status">
      <Icon path={check} />
      <p>
        {t(isArchived ? "products.wasArchived" : "products.wasRestored")} <bdi>{product.title}</bdi>
      </p>
      <button
        type="button"
        className="button"
        disabled={undoing.isPending}
        onClick={() =>
          undoing.mutate({ params: { productId: String(product.id) }, body: { isArchived: !isArchived } })
        }
      >
        {t("products.undo")}
      </button>
      {undoing.error && <Failed failure={undoing.error} />}
    </div>
  );
}
