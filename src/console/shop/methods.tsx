/** Payment methods, and through whose account each is paid. Accounts are given over the API: their secrets stay off this screen. */
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { MethodName } from "../display/method-name.tsx";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { TryAccount } from "./try-account.tsx";

const looks = {
  own: "chip chip-paid",
  installation: "chip chip-paid",
  unusable: "chip chip-overdue",
} as const;

export function Methods() {
  const { t } = useWording();
  const accounts = useRead("GET /api/v1/accounts", {});
  return (
    <section className="part" aria-labelledby="shop-methods">
      <div>
        <h2 id="shop-methods">{t("methods.title")}</h2>
        <p className="soft">{t("methods.hint")}</p>
      </div>
      <Reading query={accounts} rows={4}>
        {({ items }) => (
          <ul className="cards shop-methods">
            {items.map(({ method, account, updatedAt }) => (
              <li key={method} className="card">
                <div className="card-row">
                  <span className="card-name">
                    <MethodName method={method} />
                  </span>
                  <span className={account === null ? "chip" : looks[account]}>
                    {t(`methods.${account ?? "none"}`)}
                  </span>
                </div>
                {updatedAt && <DateShown instant={updatedAt} />}
                {account !== null && <TryAccount method={method} />}
              </li>
            ))}
          </ul>
        )}
      </Reading>
    </section>
  );
}
