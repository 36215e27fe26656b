/** The account of a client as a paper: what is printed, in both languages. It states no tax and says so. */
import type { ClientStatement, StatementEntry } from "#contract/client-statement.ts";
import type { Language } from "#core/language.ts";
import { groupDigits } from "#core/money.ts";
import type { World } from "#core/world.ts";
import type { DocumentBuyer, DocumentSeller } from "./document-facts.ts";
import { accentOf, riyalSign } from "./document-model.ts";
import { both, currencyName, type DocumentTexts, type Pair } from "./document-texts.ts";
import { dateText } from "./figures.ts";
import { dayAndHijri } from "./head-facts.ts";
import { buyerParty, sellerParty } from "./parties.ts";
import { fact, type PrintAccount, type StatementPrintModel } from "./print-model.ts";
import { figure, prose } from "./printable.ts";

export type StatementPaper = {
  /** Of the whole period: all entries that there are. */
  readonly statement: ClientStatement;
  readonly seller: DocumentSeller;
  readonly shopName: string;
  readonly buyer: DocumentBuyer;
  readonly world: World;
  /** The merchant's primary colour, "#rrggbb". */
  readonly colour: string;
  readonly currencyStyle: "sign" | "letters";
  readonly hasLogo: boolean;
  /** Its days have the Hijri ones beside them. */
  readonly hijriDates: boolean;
  /** The day on which the statement was read, such as 2026-11-24: equal statements of a day are equal papers. */
  readonly drawnUpOn: string;
};

/** Builds the print model of a statement; entries of each currency stand for themselves. */
export function toStatementModel(paper: StatementPaper, language: Language): StatementPrintModel {
  const label = (pick: (texts: DocumentTexts["statement"]) => string): Pair =>
    both(language, (texts) => pick(texts.statement));
  const { statement, shopName, world, hijriDates } = paper;
  const look = { language, hijriDates };
  const title = label((texts) => texts.title);
  return {
    template: "statement",
    language,
    fileTitle: `${title[0]} ${statement.clientId}`,
    author: paper.seller.name,
    keywords: [String(statement.clientId)],
    accent: accentOf(paper.colour),
    pageOf: both(language, (texts) => texts.page),
    title,
    ...(world === "test" && { mark: both(language, (texts) => texts.testWorld) }),
    stamp: null,
    logoAlt: paper.hasLogo ? shopName : null,
    sellerName: prose(shopName, 200) ?? figure(""),
    facts: [
      ...fact(
        label((texts) => texts.from),
        ...(statement.from === null ? [] : dayAndHijri(statement.from, look)),
      ),
      ...fact(
        label((texts) => texts.to),
        ...dayAndHijri(statement.to, look),
      ),
      ...fact(
        label((texts) => texts.drawnUpOn),
        ...dayAndHijri(paper.drawnUpOn, look),
      ),
    ],
    seller: sellerParty(paper.seller, { language, isRoll: false }),
    buyer: { ...buyerParty(paper.buyer, { language, form: null }), heading: label((texts) => texts.client) },
    labels: columns.map((name) => label((texts) => texts[name])),
    openingLabel: label((texts) => texts.opening),
    totalLabel: label((texts) => texts.sums),
    accounts: accountsOf(paper, language),
    none: label((texts) => texts.none),
    remarks: [label((texts) => texts.notTaxDocument)],
  };
}

const columns = ["date", "entry", "invoice", "debit", "credit", "balance"] as const;

function accountsOf({ statement, currencyStyle }: StatementPaper, language: Language): PrintAccount[] {
  const entries = Map.groupBy(statement.items, ({ currency }) => currency);
  return statement.balances.map(({ currency, opening, debit, credit, closing }) => {
    const isOwedToClient = closing.startsWith("-");
    return {
      currency: currencyName(language, currency),
      currencySign: currency === "SAR" && currencyStyle === "sign" ? riyalSign : null,
      opening: groupDigits(opening),
      rows: (entries.get(currency) ?? []).map((entry) => toRow(entry, language)),
      sums: [debit, credit, closing].map(groupDigits),
      closing: {
        label: both(language, ({ statement: texts }) => (isOwedToClient ? texts.inFavour : texts.due)),
        value: groupDigits(isOwedToClient ? closing.slice(1) : closing),
      },
    };
  });
}

function toRow(entry: StatementEntry, language: Language): PrintAccount["rows"][number] {
  const side = (amount: string): string => (/[1-9]/.test(amount) ? groupDigits(amount) : "");
  return {
    date: dateText(Date.parse(entry.at)),
    entry: both(language, (texts) => texts.statement.kinds[entry.kind]),
    orderNumber: figure(entry.orderNumber),
    reference: prose(entry.externalOrderNumber, 60),
    cells: [side(entry.debit), side(entry.credit), groupDigits(entry.balance)],
  };
}
