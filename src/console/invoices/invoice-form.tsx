/** The form of an invoice: an amount, a mobile and one press; everything else is behind one line. Kept as a draft while it is typed. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type SubmitEvent, useRef, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import type { MessageAccount } from "#contract/message-accounts.ts";
import type { NewInvoice as NewInvoiceBody } from "#contract/new-invoice.ts";
import type { CallFailure } from "../calls/call.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { Icon } from "../display/icon.tsx";
import { paper, pen, repeat } from "../display/icons.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { dropDraft, keepDraft } from "../forms/kept-draft.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { type KeptAs, removeDraft } from "./draft-keeper.ts";
import { DraftPage } from "./draft-page.tsx";
import { DraftState } from "./draft-state.tsx";
import { type DraftBody, draftOf, toIssue } from "./invoice-draft-body.ts";
import {
  type Faults,
  faultsOf,
  impersonalFields,
  lineNumbers,
  readInvoiceForm,
  typedTotal,
} from "./invoice-form-body.ts";
import { ClientField } from "./known-clients.tsx";
import { MoreFields } from "./more-fields.tsx";
import type { Beginning } from "./new-invoice.tsx";
import { useOtherEnds } from "./other-ends.tsx";
import { SentInvoice } from "./sent-invoice.tsx";
import { unsentKey, useDraft } from "./use-draft.ts";

/** What happens around a form. */
export type Course = {
  /** A draft of it is on the server now. */
  readonly onMade: (id: string) => void;
  /** The next invoice is begun. */
  readonly onNext: () => void;
};

type FormProps = Course & {
  readonly beginning: Beginning;
  /** The draft that the form continues with; null: none. */
  readonly opened: (KeptAs & { readonly body: DraftBody }) | null;
};

export function InvoiceForm({ beginning, opened, onMade, onNext }: FormProps) {
  const { t } = useWording();
  const accounts = useRead("GET /api/v1/messages/accounts", {});
  const merchant = useRead("GET /api/v1/merchant", {});
  const agreements = useRead("GET /api/v1/agreements", { query: { limit: 20 } });
  const queries = useQueryClient();
  const { shop } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [total, setTotal] = useState<string | null>(null);
  const { keeper, state, saved } = useDraft(opened, onMade);
  const [before] = useState(opened?.body ?? null);
  const issuing = useMutation<Invoice, CallFailure, DraftBody>({
    mutationFn: (body) => keeper.issue(body),
    onSuccess: () => queries.invalidateQueries({ queryKey: [shop.merchantId] }),
  });
  const typed = (): void => {
    if (form.current === null) return;
    const data = new FormData(form.current);
    setTotal(typedTotal(data, { hasVat: merchant.data?.vatNumber != null }));
    keepDraft(unsentKey(shop.merchantId), data, impersonalFields);
    keeper.type(draftOf(data, before, words.terms));
  };
  const words = { defaultTitle: t("new.defaultTitle"), terms: agreements.data?.items ?? [] };
  const read = (): DraftBody | null => {
    if (form.current === null) return null;
    const data = new FormData(form.current);
    const found = readInvoiceForm(data, words);
    return "faults" in found ? null : toIssue(found.body, data, before);
  };
  const readOrShow = (): DraftBody | null => {
    const found = form.current && readInvoiceForm(new FormData(form.current), words);
    if (found && "faults" in found) showFaults(found.faults);
    else setFaults({});
    return read();
  };
  /** It has become a quote, or one that repeats. */
  const served = async (): Promise<void> => {
    await keeper.flush("person").catch(() => {});
    if (saved !== null) await removeDraft(saved.id, shop.merchantId);
    dropDraft(unsentKey(shop.merchantId));
    await queries.invalidateQueries({ queryKey: [shop.merchantId] });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const found = readInvoiceForm(data, words);
    if ("faults" in found) {
      showFaults(found.faults);
      return;
    }
    setFaults({});
    const body = { ...found.body, ...sendingBy(accounts.data?.items ?? [], found.body) };
    issuing.mutate(toIssue(body, data, before), {
      onSuccess: () => dropDraft(unsentKey(shop.merchantId)),
      onError: ({ fields }) => showFaults(faultsOf(fields, lineNumbers(data))),
    });
  };
  const showFaults = (found: Faults): void => {
    setFaults(found);
    const [name] = Object.keys(found);
    // After the fields behind the line are open.
    setTimeout(() => {
      const field = name === undefined ? null : form.current?.elements.namedItem(name);
      if (field instanceof HTMLElement) field.focus();
    });
  };
  const ends = useOtherEnds({ read: readOrShow, onDone: served });
  if (issuing.data) return <SentInvoice invoice={issuing.data} onNext={onNext} />;
  const { error } = issuing;
  return (
    <Screen title={t("new.title")} keepsFocus>
      <div className="with-page">
        <form ref={form} className="form form-new" noValidate onSubmit={submit} onInput={typed}>
          <FirstFields beginning={beginning} faults={faults} />
          <MoreFields beginning={beginning} faults={faults} onLines={typed} />
          {error && Object.keys(faults).length === 0 && <Failed failure={error} />}
          <DraftState state={state} onRetry={() => void keeper.flush("person").catch(() => {})} />
          <div className="form-end">
            {total !== null && (
              <p className="form-total">
                {t("new.total")} <Amount amount={total} currency="SAR" />
              </p>
            )}
            <button type="submit" className="button button-primary button-wide" disabled={issuing.isPending}>
              {t(issuing.isPending ? "messageState.submitting" : "new.send")}
            </button>
            {ends.buttons}
          </div>
        </form>
        {/* What is saved last is issued at once, and has no page then: the one before stays. */}
        <DraftPage draft={issuing.isPending ? null : saved} read={read} />
      </div>
      {ends.dialog}
      <OtherWays />
    </Screen>
  );
}

/** Below the form: who is here for the first time has an amount and a mobile before the eyes. */
function OtherWays() {
  const { t } = useWording();
  return (
    <nav className="other-ways" aria-label={t("new.others")}>
      <Link to="/invoices/drafts" className="act">
        <Icon path={pen} />
        {t("drafts.title")}
      </Link>
      <Link to="/invoices/quotes" className="act">
        <Icon path={paper} />
        {t("quotes.title")}
      </Link>
      <Link to="/invoices/recurring" className="act">
        <Icon path={repeat} />
        {t("recurring.title")}
      </Link>
      <Link to="/invoices/from-file" className="act">
        <Icon path={paper} />
        {t("new.fromFile")}
      </Link>
    </nav>
  );
}

/** Send means sent, where somebody's account sends: by WhatsApp, else by SMS. Without one the next screen has the ways. */
function sendingBy(
  accounts: readonly MessageAccount[],
  { client }: NewInvoiceBody,
): Pick<NewInvoiceBody, "send"> {
  const hasAccount = (channel: string) =>
    accounts.some((one) => one.channel === channel && one.account !== null);
  const channel = (["whatsapp", "sms"] as const).find(hasAccount);
  return client?.mobile && channel ? { send: [channel] } : {};
}

function FirstFields({ beginning, faults }: { readonly beginning: Beginning; readonly faults: Faults }) {
  const { t } = useWording();
  return (
    <>
      <Field
        name="amount"
        label={t("new.amount")}
        inputMode="decimal"
        isLtr
        isLarge
        isRequired
        autoFocus
        maxLength={24}
        defaultValue={beginning["amount"]}
        fault={faults["amount"]}
      />
      {beginning["quantity"] !== undefined && (
        <Field
          name="quantity"
          label={t("new.quantity")}
          inputMode="numeric"
          isLtr
          maxLength={8}
          defaultValue={beginning["quantity"]}
          fault={faults["quantity"]}
        />
      )}
      <input type="hidden" name="knownClient" defaultValue={beginning["knownClient"]} />
      <ClientField
        by="mobile"
        name="mobile"
        label={t("new.mobile")}
        type="tel"
        inputMode="tel"
        isLtr
        maxLength={40}
        defaultValue={beginning["mobile"]}
        fault={faults["mobile"]}
      />
    </>
  );
}
