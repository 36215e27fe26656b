/** What the box finds: invoices, payments, customers and product links, the closest first. Asked for in a body, never in an address. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SearchHit } from "#contract/search.ts";
import { call } from "../calls/call.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { MethodName } from "../display/method-name.tsx";
import { RowLink } from "../display/row-link.tsx";
import { Empty, Reading } from "../display/states.tsx";
import { StandingChip } from "../display/status.tsx";
import { useWording } from "../i18n/texts.ts";
import { InvoiceName } from "../invoices/invoice-rows.tsx";
import { useSession } from "../session/shop.ts";
import { usePaused } from "./use-paused.ts";

type FoundProps = {
  readonly text: string;
  /** Hits of this kind alone. */
  readonly only?: SearchHit["type"];
};

export default function Found({ text, only }: FoundProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const query = usePaused(text.trim().slice(0, 200));
  const found = useQuery({
    queryKey: [shop.merchantId, "search", query],
    // What was searched for is forgotten with the screen.
    gcTime: 0,
    enabled: query !== "",
    queryFn: ({ signal }) =>
      call("POST /api/v1/search", { body: { query, limit: 30 } }, { shop: shop.merchantId, signal }),
  });
  return (
    <Reading query={found} rows={3}>
      {({ hits }) => {
        const shown = only === undefined ? hits : hits.filter(({ type }) => type === only);
        if (shown.length === 0) return <Empty title={t("found.none")} />;
        return (
          <>
            <p className="list-end" role="status">
              {t("found.count", { count: shown.length })}
            </p>
            <ul className="cards">
              {shown.map((hit) => (
                <Hit key={keyOf(hit)} hit={hit} />
              ))}
            </ul>
          </>
        );
      }}
    </Reading>
  );
}

function keyOf(hit: SearchHit): string {
  if (hit.type === "invoice") return hit.orderNumber;
  return `${hit.type} ${hit.type === "product_link" ? hit.linkIdentity : hit.id}`;
}

function Hit({ hit }: { readonly hit: SearchHit }) {
  const { t } = useWording();
  if (hit.type === "client")
    return (
      <Card kind={t("found.client")} end={hit.mobile && <bdi dir="ltr">{hit.mobile}</bdi>}>
        <RowLink to="/customers/$clientId" params={{ clientId: String(hit.id) }}>
          <bdi>{hit.name ?? hit.legalName ?? t("customers.nameless")}</bdi>
        </RowLink>
      </Card>
    );
  if (hit.type === "product_link")
    return (
      <Card kind={t("found.link")} end={<Amount amount={hit.price} currency={hit.currency} />}>
        <RowLink to="/products/links/$linkIdentity" params={{ linkIdentity: hit.linkIdentity }}>
          <bdi>{hit.title}</bdi>
        </RowLink>
      </Card>
    );
  if (hit.type === "invoice")
    return (
      <Card
        kind={t("found.invoice")}
        standing={<StandingChip invoice={hit} />}
        end={<Amount amount={hit.total} currency={hit.currency} />}
        instant={hit.createdAt}
      >
        <InvoiceName invoice={hit} />
      </Card>
    );
  return (
    <Card
      kind={t(`paymentState.${hit.state}`)}
      end={<Amount amount={hit.amount} currency={hit.currency} />}
      instant={hit.createdAt}
    >
      <RowLink to="/invoices/$orderNumber" params={{ orderNumber: hit.orderNumber }}>
        <MethodName method={hit.method} />
      </RowLink>
    </Card>
  );
}

function Card(props: {
  readonly kind: string;
  /** Beside the kind: its status. */
  readonly standing?: ReactNode;
  readonly end: ReactNode;
  readonly instant?: string;
  readonly children: ReactNode;
}) {
  return (
    <li className="card">
      <div className="card-row">
        {props.children}
        {props.end}
      </div>
      <div className="card-row">
        <span className="card-title">
          <span className="chip">{props.kind}</span>
          {props.standing}
        </span>
        {props.instant && <DateShown instant={props.instant} />}
      </div>
    </li>
  );
}
