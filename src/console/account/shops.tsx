/** The shops of the signed-in person, and the way to a further one where the operator lets people open shops. */
import { Icon } from "../display/icon.tsx";
import { forth } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";

export function Shops() {
  const { t } = useWording();
  const { me } = useSession();
  const live = me.shops.filter(({ world }) => world === "live");
  return (
    <section className="part" aria-labelledby="own-shops">
      <h2 id="own-shops">{t("account.shops")}</h2>
      <ul className="cards">
        {live.map(({ merchantId, name, role, isApproved }) => (
          <li key={merchantId} className="card">
            <div className="card-row">
              <bdi className="card-name">{name}</bdi>
              <span className="chip">{t(isApproved ? `role.${role}` : "waiting.state")}</span>
            </div>
          </li>
        ))}
      </ul>
      {me.person.mayOpenShop && (
        <a className="button list-more" href="/shops/new">
          {t("account.openShop")}
          <Icon path={forth} className="is-directed" />
        </a>
      )}
    </section>
  );
}
