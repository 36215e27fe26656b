/** The box for a coupon's code (Spec 2.2, 8): closed until the buyer wants it, because most have none. */
import type { KeyboardEvent } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { TextField } from "../forms/text-field.tsx";
import { focusField, inputOf } from "../forms/typed.ts";
import { formatNumber } from "../i18n/format.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { couponCode, couponMaxLength } from "./coupon.ts";
import type { Coupon } from "./use-coupon.ts";

export const couponFieldId = "couponCode";

type CouponBoxProps = {
  readonly coupon: Coupon;
  readonly currency: string;
  /** Given by the shop with the address of the page. */
  readonly code?: string | undefined;
};

export function CouponBox({ coupon, currency, code = "" }: CouponBoxProps) {
  const t = useTranslations("product");
  const language = useLocale();
  const { state } = coupon;
  const isApplied = state.kind === "applied";
  const error =
    state.kind === "invalid"
      ? t("couponInvalid")
      : state.kind === "unchecked"
        ? (state.text ?? t("couponUnchecked"))
        : undefined;
  const apply = (): void => {
    const field = couponField();
    const typed = couponCode(field?.value ?? "");
    if (typed === "") field?.focus();
    else void coupon.check(typed);
  };
  const remove = (): void => {
    const field = couponField();
    if (field) field.value = "";
    coupon.remove();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter") return;
    // Enter in this field is about the coupon, not about the whole form.
    event.preventDefault();
    if (!isApplied) apply();
  };
  return (
    <details className="coupon" open={code !== ""}>
      <summary>{t("haveCoupon")}</summary>
      <TextField
        id={couponFieldId}
        field={couponFieldId}
        label={t("couponCode")}
        error={error}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={couponMaxLength}
        defaultValue={code}
        readOnly={isApplied}
        onInput={coupon.typed}
        onKeyDown={onKeyDown}
        after={
          // One button for both, so that it keeps the focus when its word changes.
          <button
            type="button"
            className="coupon-button"
            aria-busy={state.kind === "checking"}
            onClick={isApplied ? remove : apply}
          >
            {t(isApplied ? "remove" : "apply")}
          </button>
        }
      />
      <p className="coupon-applied" role="status">
        {state.kind === "checking" && <span className="visually-hidden">{t("couponChecking")}</span>}
        {isApplied && (
          <>
            <Icon path={icons.check} />{" "}
            <span>
              {state.discountType === "percentage"
                ? t("couponPercent", { value: percentText(state.discountAmount, language) })
                : t("couponAmount", {
                    value: `\u2066${formatNumber(state.discountAmount, currency)}\u2069`,
                  })}
            </span>
          </>
        )}
      </p>
    </details>
  );
}

/** "10%" as one word in Arabic, where the sign would stand on the other side; the English text has its own (Spec 8). */
function percentText(value: number, language: string): string {
  return `\u2066${value}${language === "ar" ? "%" : ""}\u2069`;
}

/** The input of the code, as it is in the page. */
export function couponField(): HTMLInputElement | null {
  return inputOf(couponFieldId);
}

/** Shows the box with what is wrong, and puts the focus into it. */
export function focusCoupon(): void {
  focusField(couponFieldId);
}
