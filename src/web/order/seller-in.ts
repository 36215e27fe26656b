/** Who sells and where, in the language of a page: in English as far as the merchant has given it. */
import type { ShopModel } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";

/** The name that the law knows; null where the merchant has given none. */
export function legalNameIn({ seller }: Pick<ShopModel, "seller">, language: Language): string | null {
  return (language === "en" && seller.legalNameEn?.trim()) || seller.legalName;
}

/** City and address of the shop (Spec 2.1), or both as one text; what is missing is left out. */
export function placesIn(
  { merchantContact, seller }: Pick<ShopModel, "merchantContact" | "seller">,
  language: Language,
): readonly string[] {
  if (language === "en" && seller.addressEn !== null) return [seller.addressEn];
  return [merchantContact?.city, merchantContact?.address1].flatMap((place) => place?.trim() || []);
}
