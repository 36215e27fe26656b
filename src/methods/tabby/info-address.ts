/** Tabby's own page about paying in parts, for this order (Spec 2.3 "Tabby more-info"). */
import { jsonNumberText } from "#core/money.ts";

/** What the server tells the panel of Tabby's settings, nothing secret: `frameUrl`, `merchantCode`, `publicKey`. */
export type TabbyPublic = Readonly<Record<string, string>>;

/**
 * The address of the page, or null where the installation has none.
 * @param order total in major units
 * @param ownOrigin the page's own origin: what comes from there is not Tabby's and is not put into the frame
 */
export function infoAddress(
  settings: TabbyPublic | undefined,
  order: { readonly total: number; readonly currencyName: string },
  language: "ar" | "en",
  ownOrigin: string,
): string | null {
  const base = URL.parse(settings?.["frameUrl"] ?? "");
  if (base === null || !/^https?:$/.test(base.protocol) || base.origin === ownOrigin) return null;
  const address = new URL(`${base.href.replace(/\/+$/, "")}/${language}/`);
  const price = jsonNumberText(order.total, order.currencyName);
  const facts = {
    price,
    currency: order.currencyName,
    merchant_code: settings?.["merchantCode"],
    public_key: settings?.["publicKey"],
  };
  for (const [name, value] of Object.entries(facts)) if (value) address.searchParams.set(name, value);
  return address.href;
}
