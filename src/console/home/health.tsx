/** Whether each payment method takes payments now. */
import { Link } from "@tanstack/react-router";
import type { HealthState, Home } from "#contract/home.ts";
import { MethodName } from "../display/method-name.tsx";
import { useWording } from "../i18n/texts.ts";

const looks: Readonly<Record<HealthState, string>> = {
  working: "chip chip-paid",
  failing: "chip chip-overdue",
  refused: "chip chip-overdue",
  quiet: "chip",
};

export function Health({ health }: Pick<Home, "health">) {
  const { t } = useWording();
  if (health.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="health">
      <div className="section-head">
        <h2 id="health">{t("health.title")}</h2>
        <Link to="/payments" search={{ show: "failed" }}>
          {t("home.failed")}
        </Link>
      </div>
      <ul className="lines">
        {health.map(({ method, account, state, tries, taken }) => (
          <li key={`${method} ${account}`} className="fact">
            <span>
              <MethodName method={method} />{" "}
              {tries > 0 && <span className="soft">{t("health.tries", { taken, tries })}</span>}
            </span>
            <span className={looks[state]}>{t(`health.${state}`)}</span>
          </li>
        ))}
      </ul>
      <p className="soft">{t("health.hint")}</p>
    </section>
  );
}
