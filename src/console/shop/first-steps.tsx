/** The first steps of a shop: a ring of how many are done, and each with the way to its place. */
import { Link } from "@tanstack/react-router";
import { useRead } from "../calls/queries.ts";
import { Icon } from "../display/icon.tsx";
import { check, forth } from "../display/icons.ts";
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { Methods } from "./methods.tsx";
import { doneSteps, type StepName, stepNames } from "./steps.ts";

export function StepsScreen() {
  const { t } = useWording();
  const may = useMay("shop.manage");
  return (
    <Screen title={t("steps.title")}>
      {may ? (
        <>
          <Steps />
          <Methods />
        </>
      ) : (
        <p className="notice">{t("failures.permission_missing")}</p>
      )}
    </Screen>
  );
}

function useDoneSteps() {
  const merchant = useRead("GET /api/v1/merchant", {});
  const logo = useRead("GET /api/v1/merchant/logo", {});
  const paid = useRead("GET /api/v1/payments", { query: { state: "captured", limit: 1 } });
  const error = merchant.error ?? logo.error ?? paid.error;
  const data =
    merchant.data && logo.data && paid.data
      ? doneSteps({
          merchant: merchant.data,
          hasLogo: logo.data.imageId !== null,
          wasPaid: paid.data.items.length > 0,
        })
      : undefined;
  const refetch = (): void => {
    for (const query of [merchant, logo, paid]) void query.refetch();
  };
  return { data, error, refetch, isPlaceholderData: merchant.isPlaceholderData };
}

function Steps() {
  const { t } = useWording();
  const steps = useDoneSteps();
  return (
    <Reading query={steps} rows={6}>
      {(done) => (
        <>
          <p className="steps-head">
            <Ring done={done.size} />
            <span>
              {done.size === stepNames.length
                ? t("steps.allDone")
                : t("steps.progress", { done: done.size, all: stepNames.length })}
            </span>
          </p>
          <ol className="menu">
            {stepNames.map((name) => (
              <li key={name}>
                <Way name={name} isDone={done.has(name)} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Reading>
  );
}

/** On home, until all is done: how far the shop is, and the next step. */
export function StepsOnHome() {
  const { t } = useWording();
  const { data: done } = useDoneSteps();
  const next = done && stepNames.find((name) => !done.has(name));
  if (!done || next === undefined) return null;
  // What buyers see first is done with one picture: it does not wait for the steps before it.
  const alsoShowsLook = next !== "look" && !done.has("look");
  return (
    <section className="panel" aria-labelledby="first-steps">
      <div className="steps-head">
        <Ring done={done.size} />
        <div>
          <h2 id="first-steps">{t("steps.title")}</h2>
          <Link to="/shop/$part" params={{ part: "steps" }}>
            {t("steps.progress", { done: done.size, all: stepNames.length })}
          </Link>
        </div>
      </div>
      <Way name={next} isDone={false} />
      {alsoShowsLook && <Way name="look" isDone={false} />}
    </section>
  );
}

const circle = 2 * Math.PI * 20;

function Ring({ done }: { readonly done: number }) {
  return (
    <svg className="ring" viewBox="0 0 48 48" aria-hidden="true">
      <circle className="ring-all" cx="24" cy="24" r="20" />
      <circle
        className="ring-done"
        cx="24"
        cy="24"
        r="20"
        strokeDasharray={`${(circle * done) / stepNames.length} ${circle}`}
        transform="rotate(-90 24 24)"
      />
    </svg>
  );
}

/** Sections of the settings are found by their headings. */
const headings = {
  names: "shop-names",
  identification: "shop-tax",
  address: "shop-address",
  methods: "shop-methods",
} as const;

function Way({ name, isDone }: { readonly name: StepName; readonly isDone: boolean }) {
  const { t } = useWording();
  const content = (
    <>
      <Icon path={isDone ? check : forth} className={isDone ? "is-good" : "is-directed"} />
      <span>
        {t(`steps.${name}`)}
        {isDone && <span className="visually-hidden"> ({t("steps.done")})</span>}
        <span className="soft step-hint">{t(`steps.${name}Hint`)}</span>
      </span>
    </>
  );
  if (name === "look")
    return (
      <Link to="/shop/$part" params={{ part: "look" }} className="menu-item">
        {content}
      </Link>
    );
  if (name === "payment")
    return (
      <Link to="/invoices/new" className="menu-item">
        {content}
      </Link>
    );
  return (
    <Link to="/shop" hash={headings[name]} className="menu-item">
      {content}
    </Link>
  );
}
