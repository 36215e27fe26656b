/** A new invoice: an empty form, one that was left as a draft, or one like an invoice of before. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { InvoiceDraft } from "#contract/invoice-drafts.ts";
import { request } from "../calls/call.ts";
import { useRead } from "../calls/queries.ts";
import { Empty, Reading } from "../display/states.tsx";
import { readKeptDraft } from "../forms/kept-draft.ts";
import { useWording } from "../i18n/texts.ts";
import { newInvoiceRoute } from "../routes.tsx";
import { useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { beginningOfDraft, type DraftBody } from "./invoice-draft-body.ts";
import { type Course, InvoiceForm } from "./invoice-form.tsx";
import { beginningOf } from "./repeated-invoice.ts";
import { unsentKey } from "./use-draft.ts";

/** What a form begins with, by the name of the field. */
export type Beginning = Readonly<Record<string, string>>;

/** The form stays when the draft that it has made itself comes into the address, and is another one at any other address. */
export function NewInvoice() {
  const { repeat, draft } = newInvoiceRoute.useSearch();
  const address = draft ?? repeat ?? "";
  const [shown, setShown] = useState<{ address: string; made: string | null; form: number }>({
    address,
    made: null,
    form: 0,
  });
  const [begun, setBegun] = useState({ repeat, draft });
  const navigate = useNavigate();
  if (shown.address !== address) {
    const isOwn = shown.made === address;
    setShown({ address, made: shown.made, form: isOwn ? shown.form : shown.form + 1 });
    if (!isOwn) setBegun({ repeat, draft });
  }
  const course: Course = {
    onMade: (id) => setShown((now) => ({ ...now, made: id })),
    onNext: () => {
      if (address === "") setShown((now) => ({ ...now, made: null, form: now.form + 1 }));
      else void navigate({ to: "/invoices/new", search: {} });
    },
  };
  if (begun.draft !== undefined) return <Resumed key={shown.form} draftId={begun.draft} {...course} />;
  if (begun.repeat !== undefined) return <Repeated key={shown.form} orderNumber={begun.repeat} {...course} />;
  return <Fresh key={shown.form} {...course} />;
}

function Fresh(course: Course) {
  const { shop } = useSession();
  const [beginning] = useState(() => readKeptDraft(unsentKey(shop.merchantId)));
  return <InvoiceForm beginning={beginning} opened={null} {...course} />;
}

/** The same buyer and what was sold, with the amount ready to be typed over. */
function Repeated({ orderNumber, ...course }: Course & { readonly orderNumber: string }) {
  const invoice = useRead("GET /api/v1/invoices/:orderNumber", { params: { orderNumber } });
  return (
    <Reading query={invoice}>
      {(found) => (
        <InvoiceForm key={found.orderNumber} beginning={beginningOf(found)} opened={null} {...course} />
      )}
    </Reading>
  );
}

/** A draft as it was left, read once with its tag: what is read again later must not take away what is being typed. */
function Resumed({ draftId, ...course }: Course & { readonly draftId: string }) {
  const { t } = useWording();
  const { shop } = useSession();
  const draft = useQuery({
    queryKey: ["draft", shop.merchantId, draftId],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const options = { shop: shop.merchantId, signal };
      const reply = await request("GET /api/v1/invoice-drafts/:draftId", { params: { draftId } }, options);
      const { id, invoice } = (await reply.json()) as InvoiceDraft;
      return { id, body: invoice as DraftBody, etag: reply.headers.get("etag") ?? "" };
    },
  });
  if (draft.error?.code === "not_found")
    return (
      <Screen title={t("new.title")}>
        <Empty title={t("refusals.draft_gone")}>
          <Link to="/invoices/new" className="button button-primary">
            {t("shell.new")}
          </Link>
        </Empty>
      </Screen>
    );
  return (
    <Reading query={draft}>
      {(opened) => <InvoiceForm beginning={beginningOfDraft(opened.body)} opened={opened} {...course} />}
    </Reading>
  );
}
