/** The form of what goes out automatically as the call's body, or what is wrong at its fields. */
import type { MessageSettings } from "#contract/message-settings.ts";
import { normaliseDigits } from "#core/text.ts";
import type { Faults } from "../forms/use-checked-form.ts";

const time = /^([01]\d|2[0-3]):[0-5]\d$/;

/** @param stored what the form does not hold stays as it is stored */
export function readRules(
  data: FormData,
  stored: MessageSettings,
): { readonly body: MessageSettings } | { readonly faults: Faults } {
  const text = (name: string): string => normaliseDigits(String(data.get(name) ?? "")).trim();
  const [daysBefore, daysAfter] = [readDays(text("daysBefore")), readDays(text("daysAfter"))];
  const [from, until] = [text("from"), text("until")];
  const isQuiet = from !== "" || until !== "";
  const faults: Faults = {
    ...(daysBefore === null && { daysBefore: "messages.daysFault" as const }),
    ...(daysAfter === null && { daysAfter: "messages.daysFault" as const }),
    ...(isQuiet && !time.test(from) && { from: "messages.timeFault" as const }),
    ...(isQuiet && !time.test(until) && { until: "messages.timeFault" as const }),
  };
  if (daysBefore === null || daysAfter === null || Object.keys(faults).length > 0) return { faults };
  const isOn = (name: string): boolean => data.get(name) !== null;
  return {
    body: {
      ...stored,
      automatic: {
        paymentLink: isOn("paymentLink"),
        receipt: isOn("receipt"),
        refundNotice: isOn("refundNotice"),
      },
      quietHours: isQuiet ? { from, until } : null,
      reminders: { daysBefore, daysAfter },
    },
  };
}

/** Up to five days of 1 to 90, as they are typed: "3, 1". Null where they are none. */
function readDays(text: string): number[] | null {
  const parts = text.split(/[\s,،]+/).filter((part) => part !== "");
  const days = parts.map(Number);
  return days.length <= 5 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 90)
    ? days
    : null;
}
