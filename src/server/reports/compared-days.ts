/**
 * Our payments of each day beside the provider's, by account. The comparison itself goes by order (docs/decisions/0024); here what it
 * found is put beside what was paid and given back on the day, so that a shared account can be shown to each of its shops.
 */
import {
  type ReconciliationReport,
  type ReconciliationState,
  reconciliationStates,
} from "#contract/reports.ts";
import { formatDecimal, minor } from "#core/money.ts";
import { accountOfAttempt } from "../reconciliation/accounts.ts";
import type { Services } from "../services.ts";
import { minorOf, type SalesRow } from "./sales-rows.ts";

type Row = ReconciliationReport["rows"][number];
type Difference = ReconciliationReport["differences"][number];

type Group = {
  readonly day: string;
  readonly account: string;
  readonly currency: string;
  isOwnAccount: boolean;
  readonly methods: Set<string>;
  readonly sales: SalesRow[];
  readonly found: Difference[];
};

type Found = Pick<ReconciliationReport, "days" | "differences"> & { readonly sales: readonly SalesRow[] };

/** Puts them beside each other, the newest day first. */
export async function compareDays(
  services: Services,
  merchantId: number,
  { days, differences, sales }: Found,
): Promise<readonly Row[]> {
  const groups = new Map<string, Group>();
  const groupOf = (day: string, account: string, currency: string): Group => {
    const key = [day, account, currency].join(" ");
    const made: Group = {
      day,
      account,
      currency,
      isOwnAccount: false,
      methods: new Set(),
      sales: [],
      found: [],
    };
    const group = groups.get(key) ?? made;
    groups.set(key, group);
    return group;
  };
  for (const row of sales) {
    const { period, method, account: provider, currency } = row;
    const account = await accountOfAttempt(services, { method, provider }, merchantId);
    const group = groupOf(period ?? "", account?.name ?? provider, currency);
    group.isOwnAccount = account?.merchantId === merchantId;
    group.methods.add(method);
    group.sales.push(row);
  }
  for (const found of differences) groupOf(found.day, found.account, found.currency).found.push(found);
  const compared = new Set(days.filter(({ isComplete }) => isComplete).map(({ day }) => day));
  return [...groups.values()]
    .toSorted((left, right) => (left.day === right.day ? 0 : left.day < right.day ? 1 : -1))
    .map((group) => toRow(group, compared.has(group.day)));
}

function toRow({ found, sales, methods, ...group }: Group, isCompared: boolean): Row {
  const { currency } = group;
  const sumOf = (name: "gross" | "refunds"): number =>
    sales.reduce((all, row) => all + minorOf(row[name], currency), 0);
  const beside = (isOf: (one: Difference) => boolean): number =>
    found
      .filter(isOf)
      .reduce((all, { ours, theirs }) => all + minorOf(theirs, currency) - minorOf(ours, currency), 0);
  const state = stateOf(found.length > 0, isCompared);
  const isKnown = state !== "not_reported";
  const both = (ours: number, difference: number) => ({
    ours: formatDecimal(minor(ours), currency),
    theirs: isKnown ? formatDecimal(minor(Math.max(0, ours + difference)), currency) : null,
  });
  const taken = beside(({ kind }) => kind.startsWith("payment"));
  const givenBack = beside(({ kind }) => kind.startsWith("refund"));
  return {
    ...group,
    methods: [...methods],
    taken: both(sumOf("gross"), taken),
    givenBack: both(sumOf("refunds"), givenBack),
    difference: isKnown ? formatDecimal(minor(taken - givenBack), currency) : null,
    differences: found.length,
    state,
  };
}

function stateOf(isDifferent: boolean, isCompared: boolean): ReconciliationState {
  if (isDifferent) return "differs";
  return isCompared ? "agrees" : "not_reported";
}

/** What several accounts of a day come to: it differs where one does, and agrees where all do. */
export function stateOfAll(states: readonly ReconciliationState[]): ReconciliationState {
  if (states.includes("differs")) return "differs";
  return states.every((state) => state === reconciliationStates[0]) ? "agrees" : "not_reported";
}
