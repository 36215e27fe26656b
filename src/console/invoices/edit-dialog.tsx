/** Changes an unpaid invoice: until when, the note, and the amount where it has one line. */
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import { request } from "../calls/call.ts";
import { useChange } from "../calls/queries.ts";
import { isoDay } from "../display/iso-day.ts";
import { Failed, Reading } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { readTypedAmount } from "../forms/typed-amount.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Dialog } from "../shell/dialog.tsx";

type EditProps = { readonly orderNumber: string; readonly onClose: () => void };

type Read = { readonly invoice: Invoice; readonly etag: string };

/**
 * The invoice is read again with its tag, once: what a colleague has changed meanwhile is not written over, and nothing that
 * happens in the shop (whose reads begin with its number) takes away what is being typed.
 */
export function EditDialog({ orderNumber, onClose }: EditProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const query = useQuery({
    queryKey: ["edit", shop.merchantId, orderNumber],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Read> => {
      const options = { shop: shop.merchantId, signal };
      const reply = await request("GET /api/v1/invoices/:orderNumber", { params: { orderNumber } }, options);
      return { invoice: (await reply.json()) as Invoice, etag: reply.headers.get("etag") ?? "" };
    },
  });
  return (
    <Dialog title={t("edit.title")} onClose={onClose}>
      <Reading query={query}>
        {({ invoice, etag }) => <EditForm key={etag} invoice={invoice} etag={etag} onClose={onClose} />}
      </Reading>
    </Dialog>
  );
}

function EditForm({ invoice, etag, onClose }: Read & { readonly onClose: () => void }) {
  const { t } = useWording();
  const [isWrong, setWrong] = useState(false);
  const changing = useChange("PATCH /api/v1/invoices/:orderNumber");
  const [line] = invoice.lines;
  const single = invoice.lines.length === 1 && line && line.quantity === 1 && !line.isDigital ? line : null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const price = single ? readTypedAmount(text("amount"), invoice.currency) : null;
    setWrong(single !== null && price === null);
    if (single && price === null) return;
    const { title, vatRate, vatExemption } = line ?? {};
    const changed = single && price !== null && price !== single.unitPrice;
    const lines = [
      {
        title: title ?? "",
        quantity: 1,
        unitPrice: price ?? "0",
        ...(vatRate != null && { vatRate }),
        ...(vatExemption != null && { vatExemption }),
      },
    ];
    changing.mutate(
      {
        params: { orderNumber: invoice.orderNumber },
        body: { dueDate: text("dueDate") || null, note: text("note") || null, ...(changed && { lines }) },
        ifMatch: etag,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <form className="form" noValidate onSubmit={submit}>
      {single && (
        <Field
          name="amount"
          label={t(invoice.pricesIncludeVat ? "new.amount" : "edit.price")}
          inputMode="decimal"
          isLtr
          isLarge
          defaultValue={single.unitPrice}
          fault={isWrong ? t("fault.amount") : null}
        />
      )}
      <Field
        name="dueDate"
        label={t("new.dueDate")}
        type="date"
        min={isoDay(new Date())}
        defaultValue={invoice.dueDate ?? ""}
      />
      <Field name="note" label={t("new.note")} lines={3} maxLength={2000} defaultValue={invoice.note ?? ""} />
      {changing.error && <Failed failure={changing.error} />}
      <button type="submit" className="button button-primary" disabled={changing.isPending}>
        {t("edit.send")}
      </button>
    </form>
  );
}
