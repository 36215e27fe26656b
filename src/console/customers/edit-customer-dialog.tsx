/** Changes how a customer is named and reached, and what the shop notes of them. */
import { useQuery } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import type { Client } from "#contract/clients.ts";
import { type CallFailure, request } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { Failed, Reading } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { faultAt } from "../forms/field-fault.ts";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Dialog } from "../shell/dialog.tsx";

type EditProps = { readonly clientId: string; readonly onClose: () => void };

type Read = { readonly client: Client; readonly etag: string };

/** Read again with its tag, once, as invoices are (invoices/edit-dialog.tsx): no colleague's change is written over. */
export function EditCustomerDialog({ clientId, onClose }: EditProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const query = useQuery({
    queryKey: ["edit", shop.merchantId, "client", clientId],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Read> => {
      const options = { shop: shop.merchantId, signal };
      const reply = await request("GET /api/v1/clients/:clientId", { params: { clientId } }, options);
      return { client: (await reply.json()) as Client, etag: reply.headers.get("etag") ?? "" };
    },
  });
  return (
    <Dialog title={t("customer.editTitle")} onClose={onClose}>
      <Reading query={query}>
        {({ client, etag }) => <EditForm key={etag} client={client} etag={etag} onClose={onClose} />}
      </Reading>
    </Dialog>
  );
}

const faults = {
  name: "fault.customerName",
  mobile: "fault.mobile",
  email: "fault.email",
  notes: "fault.notes",
} as const;

function EditForm({ client, etag, onClose }: Read & { readonly onClose: () => void }) {
  const { t } = useWording();
  const kept = useKeptTyping(`customer-${client.id}`, { sealed: Object.keys(faults) });
  const changing = useChange("PATCH /api/v1/clients/:clientId", kept.drop);
  const wrong = wrongPaths(changing.error);
  const fault = (path: keyof typeof faults) => faultAt(changing.error, path, faults[path]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    // What stays as it was is not sent: a mobile of another country is judged by that country alone.
    const changed = (name: keyof typeof faults) => {
      const text = String(form.get(name) ?? "").trim();
      return text === (client[name] ?? "") ? {} : { [name]: text === "" ? null : text };
    };
    const body = { ...changed("name"), ...changed("mobile"), ...changed("email"), ...changed("notes") };
    const params = { clientId: String(client.id) };
    changing.mutate({ params, body, ifMatch: etag }, { onSuccess: onClose });
  };
  return (
    <form className="form" noValidate onSubmit={submit}>
      {kept.keeper}
      <p className="soft">{t("customer.editHint")}</p>
      <Field
        name="name"
        label={t("customer.name")}
        maxLength={100}
        defaultValue={client.name ?? ""}
        fault={fault("name")}
      />
      <Field
        name="mobile"
        label={t("customer.mobile")}
        type="tel"
        inputMode="tel"
        isLtr
        defaultValue={client.mobile ?? ""}
        fault={fault("mobile")}
      />
      <Field
        name="email"
        label={t("customer.email")}
        type="email"
        inputMode="email"
        isLtr
        maxLength={254}
        defaultValue={client.email ?? ""}
        fault={fault("email")}
      />
      <Field
        name="notes"
        label={t("customer.notes")}
        hint={t("customer.notesHint")}
        lines={3}
        maxLength={2000}
        defaultValue={client.notes ?? ""}
        fault={fault("notes")}
      />
      {changing.error && wrong.size === 0 && <Failed failure={changing.error} />}
      <button type="submit" className="button button-primary" disabled={changing.isPending}>
        {t("customer.save")}
      </button>
    </form>
  );
}

/** The fields of this form that were refused. */
function wrongPaths(failure: CallFailure | null): ReadonlySet<string> {
  return new Set(failure?.fields.map(({ path }) => path).filter((path) => Object.hasOwn(faults, path)));
}
