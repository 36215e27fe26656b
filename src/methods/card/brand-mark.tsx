/** The mark of a card scheme, with its name for people who cannot see it. */
import { useTranslations } from "use-intl/react";
import type { CardBrand } from "#core/card/card-brands.ts";
import { Mark } from "#web/components/mark.tsx";

export function BrandMark({ brand }: { readonly brand: CardBrand }) {
  const t = useTranslations("card");
  return <Mark name={brand} label={t(brand)} />;
}
