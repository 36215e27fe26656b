/** The parts of the product page that never change in the browser (Spec 2.2): the picture and the methods. */
import { useLocale, useTranslations } from "use-intl/react";
import type { ProductLinkModel } from "#contract/product.ts";
import { allowedMethods } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import { zoomDialogId } from "../components/image-zoom.tsx";
import { translator } from "../i18n/translator.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { productImageAddress } from "../order/file-addresses.ts";
import { Signs } from "../payment/signs.tsx";

/** The picture, if there is one; a press shows it large (image-zoom). Its place is kept, whatever it measures. */
export function ProductImage({ product }: { readonly product: ProductLinkModel["product"] }) {
  const t = useTranslations("product");
  if (product.productImageId === null || product.id === null) return null;
  const address = productImageAddress(product.id, product.productImageId);
  return (
    <a
      className="product-image"
      href={address}
      target="_blank"
      rel="noopener"
      data-zoom={zoomDialogId}
      aria-haspopup="dialog"
      aria-label={t("zoom", { title: product.title })}
      data-title={product.title}
    >
      {/* Inside `picture` React adds no preload of its own: the browser finds the image soon enough. */}
      <picture>
        <img src={address} alt="" width="800" height="800" fetchPriority="high" />
      </picture>
      <Icon path={icons.zoom} className="zoom-icon" />
    </a>
  );
}

/** The signs of all methods that the link allows. */
export function MethodLogos({ model }: { readonly model: ProductLinkModel }) {
  const t = useTranslations("product");
  const allowed = allowedMethods(model);
  if (allowed.length === 0) return null;
  return (
    <section className="method-logos">
      <h2>{t("methods")}</h2>
      <ul>
        {allowed.map(({ id }) => (
          <MethodLogo key={id} id={id} model={model} />
        ))}
      </ul>
    </section>
  );
}

function MethodLogo({ id, model }: { readonly id: MethodId; readonly model: ProductLinkModel }) {
  const label = translator(useLocale(), id)("label");
  return (
    <li>
      <span className="visually-hidden">{label} </span>
      <Signs id={id} allowed={model} />
    </li>
  );
}
