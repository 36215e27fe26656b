/** What a form begins with, of an invoice: one like it, or the same that is changed. */
import type { Invoice } from "#contract/invoices.ts";
import { namesOfLine } from "./invoice-form-body.ts";
import { keptText } from "./kept-parts.ts";
import { knownClientText } from "./known-client.ts";
import type { Beginning } from "./new-invoice.tsx";

/** The same buyer and what was sold, with the amount ready to be typed over. */
export function beginningOf(invoice: Invoice): Beginning {
  const { client, payer, lines } = invoice;
  const mobile = client?.mobile ?? payer?.mobile ?? "";
  const buyer = {
    // A cashier reads the end of a mobile alone: nothing that could be sent.
    mobile: mobile.startsWith("+") ? mobile : "",
    name: client?.name ?? client?.legalName ?? payer?.name ?? "",
    email: client?.email?.includes("@") ? client.email : "",
  };
  return {
    ...soldBefore(invoice),
    ...buyer,
    ...(client && { knownClient: knownClientText(client.id, buyer) }),
    title: lines[0]?.title ?? "",
  };
}

/** What one thing came to in all, ready to be typed over; several with the prices, VAT and discount that they had. */
function soldBefore(invoice: Invoice): Beginning {
  const { lines, total, pricesIncludeVat, discount } = invoice;
  const [line] = lines;
  const isSame = pricesIncludeVat && discount === null;
  if (line && lines.length === 1 && (isSame || line.quantity === 1)) {
    return {
      amount: isSame ? line.unitPrice : total,
      ...(isSame && line.quantity !== 1 && { quantity: String(line.quantity) }),
      ...unseenOf(line, 0),
    };
  }
  return {
    ...linesBefore(lines, 0),
    ...(!pricesIncludeVat && { hasVatInside: "" }),
    ...discountBefore(discount),
  };
}

/**
 * Lines as they are.
 * @param first the index of the first one in the form
 */
export function linesBefore(lines: Invoice["lines"], first: number): Beginning {
  const fields = lines.flatMap((one, at) => {
    const names = namesOfLine(first + at);
    return [
      [names.title, one.title],
      [names.quantity, String(one.quantity)],
      [names.amount, one.unitPrice],
      ...Object.entries(unseenOf(one, first + at)),
    ];
  });
  return Object.fromEntries(fields);
}

export function discountBefore(discount: Invoice["discount"]): Beginning {
  return {
    ...(discount && { discount: discount.value }),
    ...(discount?.type === "PERCENTAGE" && { discountKind: "percent" }),
  };
}

/** VAT that is not the usual one stays the line's own, as its description, unit and picture do. */
function unseenOf(line: Invoice["lines"][number], at: number): Beginning {
  const names = namesOfLine(at);
  const { vatRate, vatExemption } = line;
  const hasUsual = vatRate === null || Number(vatRate) === 15;
  const kept = keptText(line);
  return {
    ...(!hasUsual && { [names.vatRate]: vatRate }),
    ...(!hasUsual && vatExemption && { [names.vatExemption]: vatExemption }),
    ...(kept !== "" && { [names.kept]: kept }),
  };
}
