/** The three lists of selling without invoices, a press from each other. */
import { Link } from "@tanstack/react-router";
import { Choices } from "../display/choices.tsx";
import { useWording } from "../i18n/texts.ts";

const tabs = [
  { to: "/products", text: "selling.products" },
  { to: "/products/links", text: "selling.links" },
  { to: "/products/coupons", text: "selling.coupons" },
] as const;

export function SellingTabs() {
  const { t } = useWording();
  return (
    <nav aria-label={t("selling.lists")}>
      <Choices>
        {tabs.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} className="choice" activeOptions={{ exact: true, includeSearch: false }}>
              {t(text)}
            </Link>
          </li>
        ))}
      </Choices>
    </nav>
  );
}
