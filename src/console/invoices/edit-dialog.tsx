/** Changes an unpaid invoice: its lines, its buyer, until when it can be paid, the note. What is not touched is not sent. */
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import { request } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { isoDay } from "../display/iso-day.ts";
import { Failed, Reading } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import type { KeptFields } from "../forms/kept-draft.ts";
import { dropSealed, keepSealed, readSealed } from "../forms/sealed-draft.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay, useSession } from "../session/shop.ts";
import { Dialog } from "../shell/dialog.tsx";
import { beginningOfEdit, readEdit } from "./edit-body.ts";
import { type Faults, faultsOf, lineNumbers, typedTotal } from "./invoice-form-body.ts";
import { LineFields } from "./line-fields.tsx";
import { Discount } from "./more-fields.tsx";
import type { Beginning } from "./new-invoice.tsx";

type EditProps = { readonly orderNumber: string; readonly onClose: () => void };

type Read = {
  readonly invoice: Invoice;
  readonly etag: string;
  /** What was typed over this state of the invoice before a reload or a crash, by name; empty where nothing was. */
  readonly typedBefore: KeptFields;
  /** Where the tab keeps that. */
  readonly place: string;
};

/**
 * The invoice is read again with its tag, once: what a colleague has changed meanwhile is not written over, and nothing that
 * happens in the shop (whose reads begin with its number) takes away what is being typed.
 */
export function EditDialog({ orderNumber, onClose }: EditProps) {
  const { t } = useWording();
  const { shop, me } = useSession();
  const query = useQuery({
    queryKey: ["edit", shop.merchantId, orderNumber],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Read> => {
      const options = { shop: shop.merchantId, signal };
      const reply = await request("GET /api/v1/invoices/:orderNumber", { params: { orderNumber } }, options);
      const invoice = (await reply.json()) as Invoice;
      const etag = reply.headers.get("etag") ?? "";
      const place = `wasl-typed-${shop.merchantId}-edit-${orderNumber}-${etag}`;
      return { invoice, etag, place, typedBefore: await readSealed(me.typingKey, place) };
    },
  });
  return (
    <Dialog title={t("edit.title")} onClose={onClose}>
      <Reading query={query}>{(read) => <EditForm key={read.etag} {...read} onClose={onClose} />}</Reading>
    </Dialog>
  );
}

function EditForm({ invoice, etag, typedBefore, place, onClose }: Read & { readonly onClose: () => void }) {
  const { t } = useWording();
  const { typingKey } = useSession().me;
  const form = useRef<HTMLFormElement>(null);
  const changing = useChange("PATCH /api/v1/invoices/:orderNumber", () => dropSealed(place));
  const merchant = useRead("GET /api/v1/merchant", {});
  // Of others than those who read whole mobiles nothing of the buyer is written back.
  const hasBuyer = useMay("customers.read");
  const [beginning] = useState(() => beginningOfEdit(invoice, { hasBuyer }));
  const [faults, setFaults] = useState<Faults>({});
  const [total, setTotal] = useState<string | null>(null);
  const { orderNumber, currency } = invoice;
  const show = (found: Faults): void => {
    setFaults(found);
    const field = form.current?.elements.namedItem(Object.keys(found)[0] ?? "");
    if (field instanceof HTMLElement) field.focus();
  };
  const typed = (): void => {
    if (form.current === null) return;
    const data = new FormData(form.current);
    setTotal(typedTotal(data, { hasVat: merchant.data?.vatNumber != null }));
    const texts = [...data].flatMap(([name, text]) =>
      typeof text === "string" ? [[name, text] as const] : [],
    );
    void keepSealed(typingKey, place, Object.fromEntries(texts));
  };
  const isBack = Object.keys(typedBefore).length > 0;
  const shown = isBack ? { ...typedBefore, hasVatInside: beginning["hasVatInside"] ?? "" } : beginning;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = readEdit(data, { invoice, beginning, defaultTitle: t("new.defaultTitle") });
    show("faults" in read ? read.faults : {});
    if ("faults" in read) return;
    changing.mutate(
      { params: { orderNumber }, body: read.changes, ifMatch: etag },
      { onSuccess: onClose, onError: ({ fields }) => show(faultsOf(fields, lineNumbers(data))) },
    );
  };
  return (
    <form ref={form} className="form" noValidate onSubmit={submit} onInput={typed}>
      {isBack && (
        <p role="status" className="notice">
          {t("drafts.typedAgain")}
        </p>
      )}
      <EditFields {...{ beginning: shown, faults, hasBuyer }} hasLines={currency === "SAR"} onLines={typed} />
      {changing.error && Object.keys(faults).length === 0 && <Failed failure={changing.error} />}
      <div className="form-end">
        {total !== null && (
          <p className="form-total">
            {t("new.total")} <Amount amount={total} currency={currency} />
          </p>
        )}
        <button type="submit" className="button button-primary button-wide" disabled={changing.isPending}>
          {t("edit.send")}
        </button>
      </div>
    </form>
  );
}

type FieldsProps = {
  readonly beginning: Beginning;
  readonly faults: Faults;
  readonly hasBuyer: boolean;
  readonly hasLines: boolean;
  readonly onLines: () => void;
};

function EditFields({ beginning, faults, hasBuyer, hasLines, onLines }: FieldsProps) {
  const { t } = useWording();
  const given = (name: string) => ({
    name,
    defaultValue: beginning[name],
    fault: faults[name],
  });
  const day = { type: "date", min: isoDay(new Date()) } as const;
  const isInside = beginning["hasVatInside"] !== "";
  return (
    <>
      {hasLines && (
        <>
          {!isInside && <p className="soft">{t("edit.withoutVat")}</p>}
          {isInside && <input type="hidden" name="hasVatInside" value="on" />}
          <LineFields {...{ beginning, faults, onLines }} hasFirst={false} />
          <Discount given={given("discount")} kind={beginning["discountKind"]} />
        </>
      )}
      {hasBuyer && (
        <>
          <Field {...given("name")} label={t("new.name")} maxLength={100} />
          <Field
            {...given("mobile")}
            label={t("new.mobile")}
            type="tel"
            inputMode="tel"
            isLtr
            maxLength={40}
          />
          <Field
            {...given("email")}
            label={t("new.email")}
            type="email"
            inputMode="email"
            isLtr
            maxLength={254}
          />
        </>
      )}
      <Field {...given("dueDate")} label={t("new.dueDate")} {...day} />
      <Field {...given("lastDay")} label={t("new.lastDay")} hint={t("new.lastDayHint")} {...day} />
      <Field {...given("note")} label={t("new.note")} lines={3} maxLength={2000} />
    </>
  );
}
