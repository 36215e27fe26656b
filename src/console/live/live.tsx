/** The screens follow the shop: they read again when something has happened, and a payment is announced wherever the person is. */
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { Amount } from "../display/amount.tsx";
import { Icon } from "../display/icon.tsx";
import { check, cross } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { askPerson } from "../session/gate.ts";
import { useSession } from "../session/shop.ts";
import type { Heard } from "./event-blocks.ts";
import { followShop, type LiveState } from "./follow-shop.ts";
import { createFreshReads } from "./fresh-reads.ts";

const shownMs = 10_000;
/** More would cover what the person is doing; the list has them all. */
const mostNotices = 3;

export default function Live() {
  const { shop } = useSession();
  const { language } = useWording();
  const queries = useQueryClient();
  const [paid, setPaid] = useState<readonly Heard[]>([]);
  const [state, setState] = useState<LiveState>("following");
  const close = useCallback((id: string) => setPaid((shown) => shown.filter((one) => one.id !== id)), []);
  useEffect(() => {
    const readAgain = createFreshReads(queries, shop.merchantId);
    const stop = followShop({
      shop: shop.merchantId,
      onEvent: (event) => {
        readAgain();
        if (event.type === "invoice.paid") setPaid((shown) => [...shown, event].slice(-mostNotices));
      },
      onGap: readAgain,
      onState: setState,
    });
    return () => {
      stop();
      setPaid([]);
    };
  }, [queries, shop.merchantId]);
  useEffect(() => {
    // A device without permission loads nothing of it.
    if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
    void import("../push/renew-push.ts")
      .then(({ renewPush }) => renewPush(shop.merchantId, language))
      // The next load tries again; the screens do without.
      .catch(() => {});
  }, [shop.merchantId, language]);
  return (
    <div className="live" role="status">
      {state === "over" ? (
        <Over />
      ) : (
        paid.map((event) => <Paid key={event.id} paid={event} onClose={close} />)
      )}
    </div>
  );
}

function Paid({ paid, onClose }: { readonly paid: Heard; readonly onClose: (id: string) => void }) {
  const { t } = useWording();
  const { id, orderNumber, total, currency } = paid;
  useEffect(() => {
    const timer = setTimeout(() => onClose(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, onClose]);
  const close = (): void => onClose(id);
  return (
    <div className="live-notice">
      <Icon path={check} />
      <Link to="/invoices/$orderNumber" params={{ orderNumber: orderNumber ?? "" }} onClick={close}>
        {t("live.paid")} <Amount amount={total} currency={currency} />
      </Link>
      <button type="button" className="icon-button" aria-label={t("shell.close")} onClick={close}>
        <Icon path={cross} />
      </button>
    </div>
  );
}

/** The screens stand still: figures that look true and are old are worse than none. */
function Over() {
  const { t } = useWording();
  return (
    <div className="live-notice">
      <p>{t("live.over")}</p>
      <button type="button" className="button" onClick={() => void askPerson("ended")}>
        {t("gate.signIn")}
      </button>
    </div>
  );
}
