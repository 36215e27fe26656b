/** The state of a link in a word, coloured and never by colour alone. */
import type { ProductLink } from "#contract/product-links.ts";
import { useWording } from "../i18n/texts.ts";
import { linkState } from "./link-state.ts";

const looks = {
  open: "chip-paid",
  sold_out: "chip-expired",
  closed: "",
  expired: "chip-expired",
  archived: "",
} as const;

export function LinkChip({ link }: { readonly link: ProductLink }) {
  const { t } = useWording();
  const state = linkState(link, new Date());
  return <span className={`chip ${looks[state]}`}>{t(`linkState.${state}`)}</span>;
}
