/** Payment methods: through whose account each is paid, for which amounts, and why one is not offered; the shop's own is connected here. */
import { lazy, Suspense, useState } from "react";
import type { ProviderAccount } from "#contract/provider-accounts.ts";
import { useRead } from "../calls/queries.ts";
import { amountText } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { MethodName } from "../display/method-name.tsx";
import { Reading } from "../display/states.tsx";
import { useWording, type Wording } from "../i18n/texts.ts";
import { CopyWay } from "../invoices/send-ways.tsx";
import { useSession } from "../session/shop.ts";
import { LimitsDialog } from "./limits-dialog.tsx";
import { TryAccount } from "./try-account.tsx";

const AccountDialog = lazy(async () => ({ default: (await import("./account-dialog.tsx")).AccountDialog }));

const looks = {
  own: "chip chip-paid",
  installation: "chip chip-paid",
  unusable: "chip chip-overdue",
} as const;

export function Methods() {
  const { t } = useWording();
  const accounts = useRead("GET /api/v1/accounts", {});
  const [changed, setChanged] = useState<ProviderAccount | null>(null);
  const [connected, setConnected] = useState<ProviderAccount | null>(null);
  return (
    <section className="part" aria-labelledby="shop-methods">
      <div>
        <h2 id="shop-methods">{t("methods.title")}</h2>
        <p className="soft">{t("methods.hint")}</p>
      </div>
      <Reading query={accounts} rows={4}>
        {({ items }) => (
          <ul className="cards shop-methods">
            {items.map((account) => (
              <Method
                key={account.method}
                account={account}
                onChange={() => setChanged(account)}
                onConnect={() => setConnected(account)}
              />
            ))}
          </ul>
        )}
      </Reading>
      {changed && <LimitsDialog account={changed} onClose={() => setChanged(null)} />}
      <Suspense>
        {connected && <AccountDialog account={connected} onClose={() => setConnected(null)} />}
      </Suspense>
    </section>
  );
}

type MethodProps = {
  readonly account: ProviderAccount;
  readonly onChange: () => void;
  readonly onConnect: () => void;
};

function Method({ account: one, onChange, onConnect }: MethodProps) {
  const wording = useWording();
  // A test world has simulated accounts alone (docs/decisions/0106).
  const isLive = useSession().shop.world === "live";
  const { t } = wording;
  const { method, account, limits, ownLimits, updatedAt, webhookUrl } = one;
  const isOffered = account === "own" || account === "installation";
  return (
    <li className="card">
      <div className="card-row">
        <span className="card-name">
          <MethodName method={method} />
        </span>
        <span className={account === null ? "chip" : looks[account]}>
          {t(`methods.${account ?? "none"}`)}
        </span>
      </div>
      {isOffered ? (
        <p className="soft">{rangeText(limits, wording)}</p>
      ) : (
        <p className="soft">{t(`methods.why.${account ?? "none"}`)}</p>
      )}
      {updatedAt && <DateShown instant={updatedAt} />}
      {webhookUrl !== null && (
        <>
          <p className="soft">{t("methods.portalAddress")}</p>
          <code className="made-key" dir="ltr">
            {webhookUrl}
          </code>
          <CopyWay url={webhookUrl} className="act act-start" />
        </>
      )}
      {account !== null && <TryAccount method={method} />}
      {isLive && (
        <button type="button" className="act act-start" onClick={onConnect}>
          {t(updatedAt === null ? "methods.connect" : "methods.reconnect")}
        </button>
      )}
      {ownLimits && (
        <button type="button" className="act act-start" onClick={onChange}>
          {t("methods.change")}
        </button>
      )}
    </li>
  );
}

/** For which invoices a method is offered, in words. */
function rangeText(limits: ProviderAccount["limits"], { t, language }: Wording): string {
  const written = (amount: string): string =>
    amountText({ amount, currency: "SAR" }, { language, riyal: t("riyal") });
  const { lowestAmount: lowest = null, highestAmount: highest = null } = limits ?? {};
  if (lowest !== null && highest !== null)
    return t("methods.between", { lowest: written(lowest), highest: written(highest) });
  if (lowest !== null) return t("methods.from", { lowest: written(lowest) });
  return highest === null ? t("methods.anyAmount") : t("methods.to", { highest: written(highest) });
}
