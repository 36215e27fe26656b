/** What is paid at a time where a purchase is paid in parts (Spec 9). */
import { type Minor, minor } from "../money.ts";

/** The parts of an instalment promo: equal, whole, and the last one carries the remainder (decision M5). */
export function instalments(total: Minor, parts: number): Minor[] {
  const part = minor(Math.floor(total / parts));
  return Array.from({ length: parts }, (_, index) =>
    index < parts - 1 ? part : minor(total - part * (parts - 1)),
  );
}
