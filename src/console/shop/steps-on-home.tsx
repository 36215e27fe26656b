/** The first steps of a shop on home, until all are done: how far the shop is, and the way to the next one. */
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useRead } from "../calls/queries.ts";
import { Icon } from "../display/icon.tsx";
import { check, forth } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { doneSteps, type StepName, stepNames } from "./steps.ts";

/** On home, until all is done: how far the shop is, and the next step. */
export function StepsOnHome() {
  const { t } = useWording();
  const { shop } = useSession();
  const { data: done, error } = useDoneSteps();
  const isSetUp = done && done.size === stepNames.length;
  useEffect(() => {
    if (isSetUp) keepSetUp(shop.merchantId);
  }, [isSetUp, shop.merchantId]);
  const next = done && stepNames.find((name) => !done.has(name));
  // Its place is kept meanwhile, so that nothing moves from under a finger when it comes.
  if (!done) return error === null && !wasSetUp(shop.merchantId) ? <div className="loading-row" /> : null;
  if (next === undefined) return null;
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

/** Of a shop that is set up no place is kept. That it is set up is all that the browser remembers. */
const place = (merchantId: number): string => `wasl-set-up-${merchantId}`;

function wasSetUp(merchantId: number): boolean {
  try {
    return localStorage.getItem(place(merchantId)) !== null;
  } catch {
    return false;
  }
}

function keepSetUp(merchantId: number): void {
  try {
    localStorage.setItem(place(merchantId), "1");
  } catch {
    // A browser without storage keeps the place each time.
  }
}

/** Which steps are done, as a query of the three calls that tell it. */
export function useDoneSteps() {
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

const circle = 2 * Math.PI * 20;

/** How many steps are done, as a part of a ring. */
export function Ring({ done }: { readonly done: number }) {
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

/** The way to the place of a step. */
export function Way({ name, isDone }: { readonly name: StepName; readonly isDone: boolean }) {
  const { t } = useWording();
  const content = (
    <>
      <span className={isDone ? "step-mark is-done" : "step-mark"}>{isDone && <Icon path={check} />}</span>
      <span className="step-text">
        {t(`steps.${name}`)}
        {isDone && <span className="visually-hidden"> ({t("steps.done")})</span>}
        <span className="soft step-hint">{t(`steps.${name}Hint`)}</span>
      </span>
      {!isDone && <Icon path={forth} className="is-directed" />}
    </>
  );
  if (name === "look")
    return (
      <Link to="/shop/look" className="menu-item">
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
