/** The screens about money that are not the list of payments, by the last part of their address. */
import { useParams } from "@tanstack/react-router";
import { Close } from "../close/close.tsx";
import { Missing } from "../shell/broken.tsx";
import { Approvals } from "./approvals.tsx";
import { Due } from "./due.tsx";
import { Exports } from "./exports.tsx";
import { FeesScreen } from "./fees.tsx";
import { FunnelScreen } from "./funnel.tsx";
import type { moneyParts } from "./money-tabs.tsx";
import { Reconciliation } from "./reconciliation.tsx";
import { Refunds } from "./refunds.tsx";

const screens: Readonly<Record<(typeof moneyParts)[number], () => React.ReactNode>> = {
  refunds: Refunds,
  approvals: Approvals,
  close: Close,
  due: Due,
  fees: FeesScreen,
  reconciliation: Reconciliation,
  funnel: FunnelScreen,
  exports: Exports,
};

/** Another part begins its screen from its start. */
export function Money() {
  const { part } = useParams({ from: "/payments/$part" });
  const Shown = Object.hasOwn(screens, part) ? screens[part as keyof typeof screens] : Missing;
  return <Shown key={part} />;
}
