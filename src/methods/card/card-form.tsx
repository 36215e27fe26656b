/** Our own card form, for direct mode. The inputs are the page's: React neither holds nor resets what is in them. */
import {
  type ClipboardEvent,
  type FormEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { cardBrand, cardDigits, groupCardNumber } from "#core/card/card.ts";
import type { CardBrand, CardMethod } from "#core/card/card-brands.ts";
import { expiryTextLength, formatExpiry, type YearMonth } from "#core/card/card-expiry.ts";
import type { Language } from "#core/language.ts";
import { normaliseDigits } from "#core/text.ts";
import { call } from "#web/browser/api.ts";
import { rewriteInput } from "#web/forms/caret.ts";
import { errorText } from "#web/forms/error-text.ts";
import { fieldsOf } from "#web/forms/field-props.ts";
import { TextField } from "#web/forms/text-field.tsx";
import { fieldIn, fieldsIn, readFields, typeInto } from "#web/forms/typed.ts";
import { useForm } from "#web/forms/use-form.ts";
import type { PanelHandle, Payer, PayOutcome } from "#web/payment/panel.ts";
import type { PaymentOrder } from "#web/payment/payment-order.ts";
import { AmexMove, takeMovedCard } from "./amex-move.tsx";
import { BrandMark } from "./brand-mark.tsx";
import { type BrandNotice, brandNotice } from "./brand-notice.ts";
import { openGateway, prepareSession, readBrowser } from "./card-calls.ts";
import { cardFields, type DirectFieldName, toCardData } from "./card-fields.ts";
import { CardPreview, drawCard } from "./card-preview.tsx";
import type { CardProblem } from "./card-problems.ts";
import { CodePicture } from "./code-picture.tsx";
import { SecureNote } from "./secure-note.tsx";

type CardFormProps = {
  readonly ref: Ref<PanelHandle>;
  readonly kind: CardMethod;
  readonly order: PaymentOrder;
  /** What to say when the gateway cannot be reached. */
  readonly connectionError: string;
};

export function CardForm({ ref, kind, order, connectionError }: CardFormProps) {
  const t = useTranslations("card");
  const language = useLocale();
  const form = useForm(() => cardFields(kind, thisMonth()));
  const preview = useRef<HTMLDivElement>(null);
  const expiryBefore = useRef("");
  const [brand, setBrand] = useState<CardBrand | null>(kind === "amex" ? "amex" : null);
  const id = (field: string) => `${kind}-${field}`;
  const field = (name: DirectFieldName) => ({
    ...fieldsOf<DirectFieldName>(form, t)(name),
    id: id(name),
  });

  const tidy = (): void => {
    const root = form.root.ref.current;
    for (const input of fieldsIn(root)) {
      const format = formats[input.dataset["field"] ?? ""];
      if (format) rewriteInput(input, format(input.value, expiryBefore.current));
    }
    const values = readFields(root);
    expiryBefore.current = values["expiry"] ?? "";
    if (kind === "card") setBrand(cardBrand(cardDigits(values["number"] ?? "")));
    drawCard(preview.current, values);
  };
  // What was typed before the scripts arrived is read from the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes to life
  useEffect(() => {
    takeMovedCard(kind);
    tidy();
  }, []);

  const wrong = ({ field: name, textKey }: CardProblem): PayOutcome => {
    // Month and year are one field here.
    const field = name.replace(/^expiry.*/, "expiry");
    form.show([{ field, textKey }]);
    return { kind: "fields", field: id(field) };
  };
  const pay = async (payer: Payer): Promise<PayOutcome> => {
    const card = toCardData(form.values(), thisMonth());
    if (!card) return { kind: "failed", text: t("expiryMissing"), field: id("expiry") };
    const session = await prepareSession(call, { kind, orderNumber: order.orderNumber, card });
    if (session.kind === "problem") return wrong(session.problem);
    if (session.kind === "timeout") return { kind: "failed", text: t("providedDataInvalid") };
    if (session.kind === "no_connection") return { kind: "failed", text: connectionError };
    if (session.kind !== "ready") return session;
    const browser = readBrowser(window);
    const outcome = await openGateway(call, { kind, sessionId: session.sessionId, payer, browser });
    // Kept: everything that was typed except the code, which the gateway has used up; its tick goes with it.
    typeInto(fieldIn(form.root.ref.current, "securityCode"), "");
    if (outcome.kind === "no_connection") return { kind: "failed", text: connectionError };
    return outcome.kind === "problem" ? wrong(outcome.problem) : outcome;
  };
  const check = (): string | null => {
    const field = form.check();
    return field === null ? null : id(field);
  };
  useImperativeHandle(ref, () => ({ check, pay }));

  const onInput = (event: FormEvent<HTMLElement>): void => {
    tidy();
    form.root.onInput(event);
  };
  const isAmex = brand === "amex";
  const numberKey = form.errors["number"];
  // Shown as soon as the first digits say so, and instead of the same refusal by the server.
  const notice = kind === "card" ? brandNotice(brand, order.allowed) : null;
  const numberError =
    notice && (numberKey === undefined || numberKey === "amexElsewhere" || numberKey.endsWith("NotAllowed"))
      ? noticeText(notice, t, language)
      : errorText(t, numberKey);
  return (
    <div {...form.root} onInput={onInput} className="card-form">
      <CardPreview ref={preview} brand={brand} />
      <TextField
        {...field("number")}
        error={numberError}
        required
        label={t("cardNumber")}
        after={brand && <BrandMark brand={brand} />}
        inputMode="numeric"
        autoComplete="cc-number"
        dir="ltr"
      />
      {notice?.refusal === "amexElsewhere" && <AmexMove values={form.values} />}
      <div className="field-pair">
        <TextField
          {...field("expiry")}
          required
          label={t("expiry")}
          placeholder={t("expiryFormat")}
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={expiryTextLength}
          onPaste={pasteExpiry}
          dir="ltr"
        />
        <TextField
          {...field("securityCode")}
          required
          label={t("securityCode")}
          hint={t(isAmex ? "securityCodeHintAmex" : "securityCodeHint")}
          after={<CodePicture isFront={isAmex} />}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          dir="ltr"
        />
      </div>
      <TextField
        {...field("nameOnCard")}
        required
        label={t("nameOnCard")}
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={100}
      />
      <SecureNote says="directNote" />
    </div>
  );
}

function noticeText(
  { refusal, instead }: BrandNotice,
  t: ReturnType<typeof useTranslations<"card">>,
  language: Language,
): string {
  if (instead.length === 0) return t(refusal);
  const cards = new Intl.ListFormat(language, { type: "disjunction" }).format(instead.map((each) => t(each)));
  return t("useInstead", { refusal: t(refusal), cards });
}

/** How what was typed into a field is rewritten while the buyer types. */
const formats: Readonly<Record<string, (text: string, expiryBefore: string) => string>> = {
  number: (text) => groupCardNumber(cardDigits(text)),
  expiry: (text, previous) => (text === previous ? text : formatExpiry({ text, previous })),
  securityCode: (text) => normaliseDigits(text).replace(/\D/g, ""),
};

/** What is pasted may be longer than the field takes in, and is still understood. */
function pasteExpiry(event: ClipboardEvent<HTMLInputElement>): void {
  event.preventDefault();
  typeInto(event.currentTarget, formatExpiry({ text: event.clipboardData.getData("text"), previous: "" }));
}

function thisMonth(): YearMonth {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}
