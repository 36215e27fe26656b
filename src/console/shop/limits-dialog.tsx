/** The lowest and highest amount that the shop's own account at a provider is offered for. */
import type { ProviderAccount } from "#contract/provider-accounts.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import { useChange } from "../calls/change.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { methodNames } from "../session/me.ts";
import { Dialog } from "../shell/dialog.tsx";

type LimitsProps = { readonly account: ProviderAccount; readonly onClose: () => void };

const names = ["lowestAmount", "highestAmount"] as const;

export function LimitsDialog({ account: { method, ownLimits }, onClose }: LimitsProps) {
  const { t, language } = useWording();
  const kept = useKeptTyping(`limits-${method}`, { plain: "all" });
  const saving = useChange("PUT /api/v1/accounts/:method/limits", () => {
    kept.drop();
    onClose();
  });
  const send = async (data: FormData): Promise<Faults | null> => {
    const typed = (name: (typeof names)[number]): string => String(data.get(name) ?? "").trim();
    const read = (name: (typeof names)[number]) =>
      typed(name) === "" ? null : readTypedAmount(typed(name), "SAR");
    const wrong = names.filter((name) => typed(name) !== "" && read(name) === null);
    if (wrong.length > 0) return Object.fromEntries(wrong.map((name) => [name, "fault.amount"] as const));
    const body = { lowestAmount: read("lowestAmount"), highestAmount: read("highestAmount") };
    await saving.mutateAsync({ params: { method }, body });
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(send, (fields) =>
    Object.fromEntries(fields.map(({ path }) => [path, "methods.wrongOrder"] as const)),
  );
  const name = methodNames()[language][method] ?? method;
  return (
    <Dialog title={t("methods.limits", { method: name })} onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        {kept.keeper}
        <p className="soft">{t("methods.limitsHint")}</p>
        {names.map((one) => (
          <Field
            key={one}
            name={one}
            label={t(one === "lowestAmount" ? "methods.lowest" : "methods.highest")}
            inputMode="decimal"
            isLtr
            maxLength={24}
            autoFocus={one === "lowestAmount"}
            defaultValue={ownLimits?.[one] ?? ""}
            fault={faults[one]}
          />
        ))}
        {failure && <Failed failure={failure} />}
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t("shop.save")}
        </button>
      </form>
    </Dialog>
  );
}
