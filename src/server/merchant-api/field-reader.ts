/** Reading the fields of a request of the merchant API: one by one, all that is wrong named at once. */

import type { StatedAgreement } from "#contract/agreements.ts";
import type { SentQuantity } from "#contract/merchant-common.ts";
import { type ReturnUrlRule, readReturnUrl } from "#core/address/return-url.ts";
import { misplacedCardNumber } from "#core/card/card-in-text.ts";
import { type Minor, parseDecimal } from "#core/money.ts";
import { readPercent } from "#core/pricing/percent.ts";
import { type Quantity, wholeQuantity } from "#core/pricing/quantity.ts";
import { Problem, type ProblemField } from "#core/problem.ts";
import { cleanLines, cleanText } from "#core/text.ts";
import { type AllowedMethodName, allMethods, allowedMethodNames, namesOf } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import { isPrintable } from "../documents/printable-names.ts";
import type { Terms } from "../orders/order-to-issue.ts";
import { today } from "../reconciliation/riyadh-day.ts";
import { notAQuantity, readQuantity } from "./sent-quantity.ts";
import { wrongFields } from "./validation.ts";

/** The names that stand for some methods. */
export function namesOfMethods(ids: ReadonlySet<MethodId>): ReadonlySet<AllowedMethodName> {
  return new Set(allMethods.filter(({ id }) => ids.has(id)).flatMap(namesOf));
}

/** The names of the methods that can pay in a currency. */
function methodsFor(currency: string): readonly AllowedMethodName[] {
  return allMethods.filter((method) => (method.currency ?? currency) === currency).flatMap(namesOf);
}

/** Reads single fields and remembers what is wrong; what a wrong field gives is never used. */
export class FieldReader {
  readonly #wrong: ProblemField[] = [];
  readonly #currency: string;

  constructor(currency: string) {
    this.#currency = currency;
  }

  wrong(path: string, code: string, message: string): void {
    this.#wrong.push({ path, code, message });
  }

  isWrong(path: string): boolean {
    return this.#wrong.some((field) => field.path === path);
  }

  refuseWrong(): void {
    if (this.#wrong.length === 0) return;
    const onlyUrls = this.#wrong.every(({ code }) => code === "url_not_allowed");
    throw onlyUrls ? new Problem("url_not_allowed", { fields: this.#wrong }) : wrongFields(this.#wrong);
  }

  /** A line of text that must say something once control characters are gone. */
  text(path: string, value: string, maxLength: number): string {
    const text = cleanText(value, maxLength);
    if (text === "") this.wrong(path, "required", "must not be empty");
    return text;
  }

  optional(path: string, value: string | undefined, maxLength: number): string | null {
    return value === undefined ? null : this.text(path, value, maxLength);
  }

  /** Texts that are kept and shown hold no card number (decision K4). */
  refuseCardNumber(path: string, text: string | null | undefined): void {
    const misplaced = misplacedCardNumber(path, text);
    if (misplaced) this.#wrong.push(misplaced);
  }

  /** What papers state can be printed on them (docs/decisions/0117). */
  refuseUnprintable(path: string, text: string | null | undefined): void {
    if (!text || isPrintable(text)) return;
    const message = "has letters that papers cannot print: write it in Arabic or Latin letters";
    this.wrong(path, "not_printable", message);
  }

  amount(path: string, value: string, currency = this.#currency): Minor | null {
    const read = parseDecimal(value, currency);
    if (read === null) this.wrong(path, "invalid_amount", `too large, or more decimals than ${currency} has`);
    return read;
  }

  /** Never below one thousandth: what is wrong is never used. */
  quantity(path: string, sent: SentQuantity): Quantity {
    const read = readQuantity(sent);
    if (read === null) this.wrong(path, "invalid_quantity", notAQuantity);
    return read ?? wholeQuantity(1);
  }

  percent(path: string, value: string): number | null {
    const bps = readPercent(value);
    if (bps === null) this.wrong(path, "invalid_percent", "must be a percentage from 0 to 100");
    return bps;
  }

  currency(path: string, value: string): string {
    if (!currencies.has(value)) this.wrong(path, "unknown_currency", "not a currency of ISO 4217");
    return value;
  }

  url(path: string, value: string | undefined, rule: ReturnUrlRule): string | null {
    if (value === undefined) return null;
    const url = readReturnUrl(value, rule);
    if (url === null) this.wrong(path, "url_not_allowed", "must be http(s) on a host registered for you");
    return url;
  }

  /**
   * In display order, each once; every supported method that can pay in the currency when none is named.
   * @param served names of the methods that have an account: one that has none would never be shown
   */
  methods(
    path: string,
    names: readonly AllowedMethodName[] | undefined,
    served: ReadonlySet<AllowedMethodName>,
  ): readonly AllowedMethodName[] {
    const fitting = methodsFor(this.#currency);
    if (names === undefined) {
      if (!fitting.some((name) => served.has(name)))
        this.wrong(
          path,
          "method_not_available",
          `no method that can pay in ${this.#currency} has an account`,
        );
      return fitting;
    }
    for (const [index, name] of names.entries()) {
      if (!allowedMethodNames.includes(name)) {
        this.wrong(`${path}.${index}`, "method_not_available", "not offered by this installation");
      } else if (!fitting.includes(name)) {
        this.wrong(`${path}.${index}`, "method_not_available", `cannot pay in ${this.#currency}`);
      } else if (!served.has(name)) {
        const cure = "leave it out, or store an account for it (PUT /api/v1/accounts/:method)";
        this.wrong(`${path}.${index}`, "method_not_available", `${name} has no account: ${cure}`);
      }
    }
    return fitting.filter((name) => names.includes(name));
  }

  /** Terms of sale; `start` is what their fields begin with: "agreement.", or nothing. The buyer gets them as a paper. */
  agreement(start: string, { english, ...first }: StatedAgreement): Terms {
    const inOneLanguage = (at: string, { title: givenTitle, text: given }: typeof first) => {
      const text = cleanLines(given, 20_000);
      if (text === "") this.wrong(`${at}text`, "required", "must not be empty");
      const title = this.text(`${at}title`, givenTitle, 200);
      this.refuseUnprintable(`${at}title`, title);
      this.refuseUnprintable(`${at}text`, text);
      return { title, text };
    };
    return {
      ...inOneLanguage(start, first),
      english: english ? inOneLanguage(`${start}english.`, english) : null,
    };
  }

  /** A day of supply: since there is VAT, and not so far ahead that it must be a slip of the pen. */
  supplyDay(path: string, day: string, now: number): string {
    if (day < firstDayOfVat || Date.parse(day) > now + farthestSupplyMs) {
      this.wrong(path, "out_of_range", `must be from ${firstDayOfVat} to a year from now`);
    }
    return day;
  }

  /** A day until which something should be paid: not over in Riyadh, and no slip of the pen. */
  dueDay(path: string, day: string, now: number): string {
    if (day < today(now) || Date.parse(day) > now + farthestDueMs) {
      this.wrong(path, "out_of_range", "must be from today to five years from now");
    }
    return day;
  }

  /** An instant after `now`, which is in milliseconds since the epoch. */
  future(path: string, text: string, now: number): Date {
    const instant = new Date(text);
    if (instant.getTime() <= now) this.wrong(path, "not_in_future", "must be in the future");
    return instant;
  }
}

/** In Saudi Arabia. */
const firstDayOfVat = "2018-01-01";
const farthestSupplyMs = 366 * 24 * 60 * 60_000;
const farthestDueMs = 5 * farthestSupplyMs;

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
