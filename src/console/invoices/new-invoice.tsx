/** A new invoice on one screen: an amount, a mobile and one press; everything else waits behind one line. */
import { Link, useNavigate } from "@tanstack/react-router";
import { type SubmitEvent, useRef, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import type { MessageAccount } from "#contract/message-accounts.ts";
import type { NewInvoice as NewInvoiceBody } from "#contract/new-invoice.ts";
import { useChange, useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { Icon } from "../display/icon.tsx";
import { paper } from "../display/icons.ts";
import { Failed, Reading } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { dropDraft, keepDraft, readKeptDraft } from "../forms/kept-draft.ts";
import { useWording } from "../i18n/texts.ts";
import { newInvoiceRoute } from "../routes.tsx";
import { useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import {
  type Faults,
  faultsOf,
  impersonalFields,
  lineNumbers,
  readInvoiceForm,
  typedTotal,
} from "./invoice-form-body.ts";
import { MoreFields } from "./more-fields.tsx";
import { SentInvoice } from "./sent-invoice.tsx";

/** What a form begins with, by the name of the field. */
export type Beginning = Readonly<Record<string, string>>;

export function NewInvoice() {
  const { repeat } = newInvoiceRoute.useSearch();
  return repeat === undefined ? <Fresh /> : <Repeated key={repeat} orderNumber={repeat} />;
}

function Fresh() {
  const { shop } = useSession();
  const [key] = useState(() => `wasl-new-invoice-${shop.merchantId}`);
  const [beginning] = useState(() => readKeptDraft(key));
  return <InvoiceForm beginning={beginning} draftKey={key} />;
}

/** The same buyer and what was sold, with the amount ready to be typed over. */
function Repeated({ orderNumber }: { readonly orderNumber: string }) {
  const invoice = useRead("GET /api/v1/invoices/:orderNumber", { params: { orderNumber } });
  return (
    <Reading query={invoice}>
      {(found) => <InvoiceForm key={found.orderNumber} beginning={beginningOf(found)} draftKey={null} />}
    </Reading>
  );
}

function beginningOf({ client, payer, lines, total, pricesIncludeVat }: Invoice): Beginning {
  const [line] = lines;
  const mobile = client?.mobile ?? payer?.mobile ?? "";
  return {
    amount: lines.length === 1 && line && pricesIncludeVat ? line.unitPrice : total,
    // A cashier reads the end of a mobile alone: nothing that could be sent.
    mobile: mobile.startsWith("+") ? mobile : "",
    name: client?.name ?? payer?.name ?? "",
    email: client?.email ?? "",
    title: line?.title ?? "",
  };
}

type FormProps = { readonly beginning: Beginning; readonly draftKey: string | null };

function InvoiceForm({ beginning, draftKey }: FormProps) {
  const { t } = useWording();
  const issuing = useChange("POST /api/v1/invoices");
  const accounts = useRead("GET /api/v1/messages/accounts", {});
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [total, setTotal] = useState<string | null>(null);
  const typed = (): void => {
    if (form.current === null) return;
    const data = new FormData(form.current);
    setTotal(typedTotal(data));
    if (draftKey !== null) keepDraft(draftKey, data, impersonalFields);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = readInvoiceForm(data, { defaultTitle: t("new.defaultTitle") });
    if ("faults" in read) {
      showFaults(read.faults);
      return;
    }
    setFaults({});
    issuing.mutate(
      { body: { ...read.body, ...sendingBy(accounts.data?.items ?? [], read.body) } },
      {
        onSuccess: () => draftKey !== null && dropDraft(draftKey),
        onError: ({ fields }) => showFaults(faultsOf(fields, lineNumbers(data))),
      },
    );
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
  if (issuing.data) {
    const again = (): void => {
      issuing.reset();
      void navigate({ to: "/invoices/new", search: {} });
    };
    return <SentInvoice invoice={issuing.data} onNext={again} />;
  }
  const { error } = issuing;
  return (
    <Screen
      title={t("new.title")}
      keepsFocus
      acts={
        <Link to="/invoices/from-file" className="act">
          <Icon path={paper} />
          {t("new.fromFile")}
        </Link>
      }
    >
      <form ref={form} className="form form-new" noValidate onSubmit={submit} onInput={typed}>
        <FirstFields beginning={beginning} faults={faults} />
        <MoreFields beginning={beginning} faults={faults} onLines={typed} />
        {error && Object.keys(faults).length === 0 && <Failed failure={error} />}
        <div className="form-end">
          {total !== null && (
            <p className="form-total">
              {t("new.total")} <Amount amount={total} currency="SAR" />
            </p>
          )}
          <button type="submit" className="button button-primary button-wide" disabled={issuing.isPending}>
            {t(issuing.isPending ? "messageState.submitting" : "new.send")}
          </button>
        </div>
      </form>
    </Screen>
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
  const fault = (name: string) => faults[name] && t(faults[name]);
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
        fault={fault("amount")}
      />
      <Field
        name="mobile"
        label={t("new.mobile")}
        type="tel"
        inputMode="tel"
        isLtr
        maxLength={40}
        defaultValue={beginning["mobile"]}
        fault={fault("mobile")}
      />
    </>
  );
}
