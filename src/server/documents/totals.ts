/** The totals of a document, from the sub-total to the equivalents in other currencies. */
import type { Language } from "#core/language.ts";
import { type Minor, minor, timesRatio } from "#core/money.ts";
import { taxCurrency, vatGroups } from "#core/tax/tax-invoice.ts";
import { type DocumentFacts, type DocumentSource, isTaxSource } from "./document-facts.ts";
import { both, type DocumentTexts, type Pair } from "./document-texts.ts";
import { amountText, exchangeRateText, rateText } from "./figures.ts";
import type { PrintTotal } from "./print-model.ts";

type Label = (texts: DocumentTexts["totals"]) => string;

/** The rows in the order in which they add up; exactly one is strong. */
export function documentTotals(
  source: DocumentSource,
  facts: DocumentFacts,
  options: { readonly language: Language; readonly withVat: boolean },
): PrintTotal[] {
  const label = (pick: Label): Pair => both(options.language, (texts) => pick(texts.totals));
  const row = (name: Pair, amount: Minor): PrintTotal => ({
    label: name,
    value: amountText(amount, facts.currency),
    weight: "plain",
  });
  const rows: PrintTotal[] = [];
  if (facts.discount > 0) {
    rows.push(
      row(
        label((texts) => texts.subTotal),
        facts.subTotal,
      ),
    );
    const name = withRate(
      label((texts) => texts.discount),
      statedDiscountRate(facts),
    );
    rows.push(row(name, minor(-facts.discount)));
  }
  if (options.withVat) {
    rows.push(
      row(
        label((texts) => texts.taxable),
        facts.taxable,
      ),
    );
    rows.push(
      row(
        withRate(
          label((texts) => texts.vat),
          onlyRate(facts),
        ),
        facts.vat,
      ),
    );
  }
  const total: Label = (texts) =>
    source.kind === "credit_note"
      ? texts.credited
      : source.kind === "debit_note"
        ? texts.debited
        : options.withVat
          ? texts.totalWithVat
          : texts.total;
  rows.push({ ...row(label(total), facts.total), weight: "strong" });
  if (source.kind === "receipt" && source.refunded > 0) {
    rows.push(
      row(
        label((texts) => texts.refunded),
        minor(-source.refunded),
      ),
    );
    rows.push(
      row(
        label((texts) => texts.kept),
        minor(facts.total - source.refunded),
      ),
    );
  }
  return [...rows, ...equivalents(source, facts, label)];
}

/** VAT is always stated in riyals; on other documents the equivalent that the buyer was shown is repeated. */
function equivalents(
  source: DocumentSource,
  facts: DocumentFacts,
  label: (pick: Label) => Pair,
): PrintTotal[] {
  const row = (pick: Label, value: string): PrintTotal => ({ label: label(pick), value, weight: "plain" });
  const riyals = isTaxSource(source) ? source.content.riyals : null;
  if (riyals) {
    const rate = exchangeRateText(
      { currency: facts.currency, amount: facts.total },
      { currency: taxCurrency, amount: riyals.total },
    );
    return [
      row((texts) => texts.rate, rate),
      row((texts) => texts.vatInRiyals, moneyText(riyals.vat, taxCurrency)),
      row((texts) => texts.totalInRiyals, moneyText(riyals.total, taxCurrency)),
    ];
  }
  if (!facts.foreign || source.kind === "credit_note" || source.kind === "debit_note") return [];
  return [row((texts) => texts.equivalent, moneyText(facts.foreign.total, facts.foreign.currency))];
}

function moneyText(amount: Minor, currency: string): string {
  return `${amountText(amount, currency)} ${currency}`;
}

/**
 * The percentage of the discount, where it comes to the discount of the sub-total beside it. Of prices with VAT the
 * percentage was taken before their VAT was, and the figures on the paper may differ by a halala.
 */
function statedDiscountRate({ subTotal, discount, discountBps }: DocumentFacts): number | null {
  if (discountBps === null) return null;
  return timesRatio(subTotal, discountBps, 10_000) === discount ? discountBps : null;
}

/** The one rate of all lines; null for a mixed document, whose rates are in the VAT summary. */
function onlyRate(facts: DocumentFacts): number | null {
  const [group, ...others] = vatGroups(facts.lines);
  return group?.category === "S" && others.length === 0 ? group.vatBps : null;
}

/** The rate behind the first word, without brackets, which viewers turn; isolates keep "15%" from turning round. */
function withRate(label: Pair, bps: number | null): Pair {
  return bps === null ? label : [`${label[0]} \u2066${rateText(bps)}\u2069`, label[1]];
}
