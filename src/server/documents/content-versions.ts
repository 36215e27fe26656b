/**
 * What tax documents keep permanently was kept in another shape before, and stays as it was written. Here it is read as
 * if it had today's: the figures are the same, and what was not known then is said not to be known.
 */

import { wholeQuantity } from "#core/pricing/quantity.ts";
import type { CreditedLine } from "#core/tax/credit-note.ts";
import { vatCategory } from "#core/tax/tax-invoice.ts";
import { exemptionTexts } from "../texts/line-texts.ts";
import {
  contentVersion,
  type DocumentFacts,
  type DocumentLine,
  type TaxDocumentContent,
} from "./document-facts.ts";
import { dateText } from "./figures.ts";

/** The first shape: quantities were whole, everything was sold in pieces, and supplied when it was paid. */
type FirstContent = Omit<TaxDocumentContent, "version" | "facts" | "credited"> & {
  readonly facts: Omit<DocumentFacts, "lines" | "suppliedOn"> & { readonly lines: readonly FirstLine[] };
  readonly credited?: readonly (Omit<CreditedLine, "quantity"> & { readonly quantity?: number })[];
};
type FirstLine = Omit<DocumentLine, "qty" | "unit" | "unitPrice" | "category" | "reason"> & {
  readonly qty: number;
};

/** Reads `tax_documents.content`, which numbering.ts has written and which cannot be changed. */
export function readContent(stored: unknown): TaxDocumentContent {
  const content = stored as TaxDocumentContent | FirstContent;
  return "version" in content ? content : fromFirst(content);
}

function fromFirst({ facts, credited, ...content }: FirstContent): TaxDocumentContent {
  return {
    ...content,
    version: contentVersion,
    facts: { ...facts, lines: facts.lines.map(lineFromFirst), suppliedOn: dateText(facts.paidAt) },
    ...(credited && {
      credited: credited.map(({ quantity, ...amounts }) => ({
        ...amounts,
        ...(quantity !== undefined && { quantity: wholeQuantity(quantity) }),
      })),
    }),
  };
}

function lineFromFirst(line: FirstLine): DocumentLine {
  return {
    ...line,
    qty: wholeQuantity(line.qty),
    unit: null,
    unitPrice: null,
    category: vatCategory(line),
    reason: line.exemption && exemptionTexts(line.exemption),
  };
}
