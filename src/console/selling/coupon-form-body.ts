/** What the form of a coupon sends, and what is wrong with what was typed. */
import type { NewCoupon } from "#contract/coupons.ts";
import { normaliseDigits } from "#core/text.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import { readTypedCount } from "../forms/typed-count.ts";
import type { Faults } from "../forms/use-checked-form.ts";
import type { TextKey } from "../i18n/texts.ts";
import { endOfDay } from "./link-state.ts";

const limit = { least: 1, most: 1_000_000 } as const;

/** Reads the form; either a body that can be sent, or faults. */
export function readCouponForm(form: FormData): { readonly body: NewCoupon } | { readonly faults: Faults } {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const faults: Record<string, TextKey> = {};
  if (text("code") === "") faults["code"] = "fault.code";
  const type = text("type") === "FIXED" ? "FIXED" : "PERCENTAGE";
  const value = readTypedAmount(text("value").replace(/[%٪]/g, ""), "SAR");
  if (value === null || (type === "PERCENTAGE" && Number(value) >= 100))
    faults["value"] = type === "FIXED" ? "fault.amount" : "fault.percent";
  const count = (name: "usageLimit" | "usageLimitPerMobile"): Partial<NewCoupon> => {
    const read = readTypedCount(text(name), limit);
    if (read === "wrong") faults[name] = "fault.stock";
    return read === null || read === "wrong" ? {} : { [name]: read };
  };
  const limits = { ...count("usageLimit"), ...count("usageLimitPerMobile") };
  if (Object.keys(faults).length > 0) return { faults };
  return {
    body: {
      code: normaliseDigits(text("code")),
      discount: { type, value: value ?? "0" },
      ...limits,
      ...(text("productId") !== "" && { productId: Number(text("productId")) }),
      ...(text("endsOn") !== "" && { endsAt: endOfDay(text("endsOn")) }),
    },
  };
}

/** The fields that the server found wrong, by the names of the form's. */
export function couponFaults(fields: readonly { readonly path: string; readonly code: string }[]): Faults {
  const faults: Record<string, TextKey> = {};
  for (const { path, code } of fields) {
    if (path === "code") faults["code"] = code === "taken" ? "fault.codeTaken" : "fault.code";
    if (path.startsWith("discount")) faults["value"] = "fault.discount";
    if (path === "usageLimit" || path === "usageLimitPerMobile") faults[path] = "fault.stock";
    if (path === "endsAt") faults["endsOn"] = "fault.dueDate";
  }
  return faults;
}
