/** What an order of the link comes to in four instalments: one line for each service that the link allows (Spec 2.2). */
import { useTranslations } from "use-intl/react";
import type { AllowedFlags } from "#contract/order.ts";
import { type Total, useInstalments } from "../payment/promos.tsx";

type InstalmentPromoProps = {
  readonly order: Total & { readonly allowed: Pick<AllowedFlags, "isTamaraAllowed" | "isTabbyAllowed"> };
};

export function InstalmentPromo({ order }: InstalmentPromoProps) {
  const t = useTranslations("product");
  const { amount, lastAmount } = useInstalments(order);
  const { isTamaraAllowed, isTabbyAllowed } = order.allowed;
  const names = [isTamaraAllowed && t("tamara"), isTabbyAllowed && t("tabby")].filter(
    (name) => name !== false,
  );
  if (names.length === 0) return null;
  return (
    <ul className="promos">
      {names.map((name) => (
        <li key={name}>
          <strong>{name}</strong>{" "}
          {lastAmount === null
            ? t("instalments", { amount })
            : t("instalmentsWithLast", { amount, lastAmount })}
        </li>
      ))}
    </ul>
  );
}
