/** A new coupon: its code, what it takes off, how often and until when it is good. */
import { useState } from "react";
import { useChange } from "../calls/change.ts";
import { isoDay } from "../display/iso-day.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useKeptTyping } from "../forms/kept-typing.tsx";
import { type Faults, useCheckedForm } from "../forms/use-checked-form.ts";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";
import { couponFaults, readCouponForm } from "./coupon-form-body.ts";
import { useProductChoice } from "./use-product-choice.tsx";

export function NewCouponDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWording();
  const making = useChange("POST /api/v1/coupons");
  const kept = useKeptTyping("coupon", { plain: "all" });
  const make = async (data: FormData): Promise<Faults | null> => {
    const read = readCouponForm(data);
    if ("faults" in read) return read.faults;
    await making.mutateAsync({ body: read.body });
    kept.drop();
    onClose();
    return null;
  };
  const { form, faults, failure, isBusy, submit } = useCheckedForm(make, couponFaults);
  return (
    <Dialog title={t("coupons.new")} onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={submit}>
        {kept.keeper}
        <CouponFields faults={faults} productBefore={kept.before["productId"] ?? ""} />
        {failure && <Failed failure={failure} />}
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t("coupons.make")}
        </button>
      </form>
    </Dialog>
  );
}

type CouponFieldsProps = {
  readonly faults: Faults;
  /** The product that was chosen before the form was left; empty for all. */
  readonly productBefore: string;
};

function CouponFields({ faults, productBefore }: CouponFieldsProps) {
  const { t } = useWording();
  return (
    <>
      <Field
        name="code"
        label={t("coupons.code")}
        hint={t("coupons.codeHint")}
        isLtr
        isRequired
        autoFocus
        maxLength={64}
        fault={faults["code"]}
      />
      <div className="field-pair">
        <Field
          name="value"
          label={t("coupons.off")}
          inputMode="decimal"
          isLtr
          isRequired
          maxLength={16}
          fault={faults["value"]}
        />
        <label className="field">
          <span>{t("coupons.kind")}</span>
          <select name="type" className="control">
            <option value="PERCENTAGE">{t("coupons.percent")}</option>
            <option value="FIXED">{t("coupons.riyals")}</option>
          </select>
        </label>
      </div>
      <ProductChoice before={productBefore} />
      <div className="field-pair">
        <Field
          name="usageLimit"
          label={t("coupons.limit")}
          hint={t("coupons.limitHint")}
          inputMode="numeric"
          isLtr
          maxLength={9}
          fault={faults["usageLimit"]}
        />
        <Field
          name="usageLimitPerMobile"
          label={t("coupons.perMobile")}
          inputMode="numeric"
          isLtr
          maxLength={9}
          fault={faults["usageLimitPerMobile"]}
        />
      </div>
      <Field
        name="endsOn"
        label={t("link.lastDay")}
        hint={t("link.lastDayHint")}
        type="date"
        min={isoDay(new Date())}
        fault={faults["endsOn"]}
      />
    </>
  );
}

function ProductChoice({ before }: { readonly before: string }) {
  const { t } = useWording();
  const [chosen, setChosen] = useState(before);
  const { list, isReady, finder, offered } = useProductChoice();
  return (
    <>
      {finder}
      <label className="field">
        <span>{t("coupons.goodFor")}</span>
        <select
          name="productId"
          className="control"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value="">{t("coupons.allProducts")}</option>
          {chosen !== "" && !offered(chosen).some(({ id }) => String(id) === chosen) && (
            <option value={chosen}>{t("newLink.chosen")}</option>
          )}
          {offered(chosen).map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {!isReady && list.error && <Failed failure={list.error} retry={list.refetch} />}
    </>
  );
}
