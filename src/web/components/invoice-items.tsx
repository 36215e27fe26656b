/** What was bought: a table that becomes a list of cards on phones and stays a table for screen readers. */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderLineModel, OrderPageModel } from "#contract/order.ts";
import { formatFraction } from "../i18n/format.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { itemImage } from "../order/file-addresses.ts";
import { zoomDialogId } from "./image-zoom.tsx";
import { LinePrice } from "./line-price.tsx";
import { OwnWords } from "./own-words.tsx";

/**
 * The roles that the elements of a table have anyway. They are written out because CSS that lays a table out as cards
 * makes browsers forget them.
 */
const as = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** Of more, a screen shows the first ones until its reader asks; paper shows all. */
export const linesAtFirst = 10;

export function InvoiceItems({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const { products } = order.order;
  return (
    <>
      {products.length > linesAtFirst && (
        <label className="items-all">
          <input type="checkbox" /> {t("allLines", { count: products.length })}
        </label>
      )}
      <ItemTable order={order} />
    </>
  );
}

function ItemTable({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  return (
    <table className="items" {...as.table}>
      <thead {...as.rowgroup}>
        <tr {...as.row}>
          <th scope="col" {...as.columnheader}>
            {t("items")}
          </th>
          <th scope="col" {...as.columnheader} className="item-qty">
            {t("qty")}
          </th>
          <th scope="col" {...as.columnheader} className="item-price">
            {t("price")}
          </th>
        </tr>
      </thead>
      <tbody {...as.rowgroup}>
        {order.order.products.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no number of their own and never move
          <ItemRow key={index} line={line} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function ItemRow({ line, order }: { readonly line: OrderLineModel; readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const language = useLocale();
  const { currencyName, vat } = order.order;
  return (
    <tr {...as.row}>
      <td {...as.cell} className="item">
        <div className="item-body">
          <ItemImage line={line} />
          <div className="item-text">
            <p className="item-title">
              <OwnWords text={line.product.title} />
            </p>
            {line.product.description && (
              <p className="item-description">
                <OwnWords text={line.product.description} />
              </p>
            )}
          </div>
        </div>
      </td>
      <td {...as.cell} className="item-qty">
        <span className="item-label">{t("qty")}</span> <bdi dir="ltr">{line.qty}</bdi>
        {line.unit && (
          <>
            {" "}
            <bdi>{line.unit[language]}</bdi>
          </>
        )}
      </td>
      <td {...as.cell} className="item-price">
        <span className="item-label">{t("price")}</span> <LinePrice line={line} currency={currencyName} />
        {line.appliedVat !== null && vat > 0 && (
          <span className="item-vat">
            {t("itemVat", { percent: `\u2066${formatFraction(line.appliedVat)}\u2069` })}
          </span>
        )}
      </td>
    </tr>
  );
}

function ItemImage({ line }: { readonly line: OrderLineModel }) {
  const t = useTranslations("invoice");
  const image = itemImage(line);
  if (!image) {
    return (
      <span className="item-image">
        <Icon path={icons.image} />
      </span>
    );
  }
  return (
    <a
      className="item-image"
      href={image.large}
      target="_blank"
      rel="noopener"
      data-zoom={zoomDialogId}
      aria-haspopup="dialog"
      aria-label={t("zoom", { title: line.product.title })}
      data-title={line.product.title}
    >
      <img src={image.small} alt="" width="64" height="64" loading="lazy" decoding="async" />
      <Icon path={icons.zoom} className="zoom-icon" />
    </a>
  );
}
