/** A product link for one customer: what is known of them is filled in on the page that they get. */
import { useState } from "react";
import type { ProductLink } from "#contract/product-links.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import { useChange } from "../calls/change.ts";
import { Icon } from "../display/icon.tsx";
import { whatsapp } from "../display/icons.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { CopyWay } from "../invoices/send-ways.tsx";
import { Dialog } from "../shell/dialog.tsx";

type PrefillDialogProps = { readonly link: ProductLink; readonly onClose: () => void };

type FieldName = "name" | "mobile" | "amount" | "quantity" | "couponCode" | "externalOrderNumber";

/** What the server may find wrong, and how it is said at the field. */
const wordsOf: Readonly<Record<string, TextKey>> = {
  name: "prefill.wrongName",
  mobile: "prefill.wrongMobile",
  externalOrderNumber: "prefill.wrongNumber",
  amount: "fault.suggestedAmounts",
};

export function PrefillDialog({ link, onClose }: PrefillDialogProps) {
  const { t } = useWording();
  const [made, setMade] = useState<string | null>(null);
  const kept = useKeptTyping(`prefill-${link.linkIdentity}`, {
    plain: ["quantity", "amount", "couponCode"],
    sealed: ["name", "mobile", "externalOrderNumber"],
  });
  const making = useChange("POST /api/v1/product-links/:linkIdentity/prefill", kept.drop);
  const make = async (data: FormData): Promise<Faults | null> => {
    const said = (name: string): string => String(data.get(name) ?? "").trim();
    const texts = ["name", "mobile", "couponCode", "externalOrderNumber"].flatMap((name) =>
      said(name) === "" ? [] : [[name, said(name)]],
    );
    const amount = readTypedAmount(said("amount"), link.currency);
    if (said("amount") !== "" && amount === null) return { amount: "fault.amount" };
    const quantity = link.buyerAmount ? 1 : Number(said("quantity"));
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 999)
      return { quantity: "prefill.wrongQuantity" };
    const { linkIdentity } = link;
    const body = { ...Object.fromEntries(texts), quantity, ...(amount !== null && { amount }) };
    const { url } = await making.mutateAsync({ params: { linkIdentity }, body });
    setMade(url);
    return null;
  };
  const faultsOf = (fields: readonly { readonly path: string }[]): Faults =>
    Object.fromEntries(
      fields.flatMap(({ path }) => {
        const words = wordsOf[path];
        return words === undefined ? [] : [[path, words]];
      }),
    );
  const { form, faults, failure, isBusy, submit } = useCheckedForm(make, faultsOf);
  if (made !== null) return <Made title={link.product.title} url={made} onClose={onClose} />;
  const field = (name: FieldName, further: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field name={name} label={t(`prefill.${name}`)} fault={faults[name]} {...further} />
  );
  return (
    <Dialog title={t("links.forOne")} onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        {kept.keeper}
        <p className="soft">{t("prefill.hint")}</p>
        {field("name", { maxLength: 100, autoFocus: true })}
        {field("mobile", { type: "tel", inputMode: "tel", isLtr: true, maxLength: 20 })}
        {link.buyerAmount ? (
          field("amount", { inputMode: "decimal", isLtr: true, maxLength: 24 })
        ) : (
          <>
            {field("quantity", {
              ...{ inputMode: "numeric", isLtr: true, maxLength: 3, defaultValue: String(link.quantity) },
            })}
            {field("couponCode", { isLtr: true, maxLength: 40 })}
          </>
        )}
        {field("externalOrderNumber", { maxLength: 100, hint: t("prefill.numberHint") })}
        {failure && <Failed failure={failure} />}
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t("prefill.make")}
        </button>
      </form>
    </Dialog>
  );
}

type MadeProps = { readonly title: string; readonly url: string; readonly onClose: () => void };

function Made({ title, url, onClose }: MadeProps) {
  const { t } = useWording();
  return (
    <Dialog title={t("links.forOne")} onClose={onClose}>
      <p role="status">{t("prefill.made")}</p>
      <div className="send-ways">
        <a
          className="way-to-send is-whatsapp"
          href={`https://wa.me/?text=${encodeURIComponent(`${title}\n${url}`)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon path={whatsapp} />
          <span>{t("send.whatsapp")}</span>
          <span className="visually-hidden">{t("send.newTab")}</span>
        </a>
        <CopyWay url={url} />
      </div>
    </Dialog>
  );
}
