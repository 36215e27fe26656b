/** The return of what was paid for: asked for and taken back by forms that need no script, and the answer (docs/decisions/0195, 0220). */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderLineModel, OrderPageModel } from "#contract/order.ts";
import type { AskedReturn, ReturnOfOrder } from "#contract/pages.ts";
import type { FaultOf, FormDraft } from "#core/page-forms.ts";
import { returnLimits, returnReasons } from "#core/return-request.ts";
import { isolate, isolateLtr } from "#core/text.ts";
import { formatDate } from "../i18n/format.ts";
import { writtenLanguage } from "../i18n/written-language.ts";
import { Banner, type BannerKind } from "./banner.tsx";
import { OwnWords } from "./own-words.tsx";

const bannerOf: Readonly<Record<AskedReturn["state"], BannerKind>> = {
  requested: "checking",
  accepted: "paid",
  declined: "cancelled",
  withdrawn: "cancelled",
};

export type ReturnFault = FaultOf<"/rest/pay/askReturn/:orderNumber">;

type StateProps = { readonly order: OrderPageModel; readonly found: ReturnOfOrder };

type ReturnProps = StateProps & { readonly fault: ReturnFault | null };

/** That a request came too late, where no form is left to say it; the last request and its answer. Nothing where there is neither. */
export function ReturnState({ order, found: { last, askedUntil }, fault }: ReturnProps) {
  const t = useTranslations("returns");
  const isTooLate = fault === "too_late" && askedUntil === null;
  if (last === null && !isTooLate) return null;
  return (
    <div role="status" id={askedUntil === null ? "return" : undefined}>
      {isTooLate && <p className="return-fault">{t("fault_too_late")}</p>}
      {last !== null && <LastReturn order={order} last={last} />}
    </div>
  );
}

function LastReturn({ order, last }: { readonly order: OrderPageModel; readonly last: AskedReturn }) {
  const t = useTranslations("returns");
  const language = useLocale();
  const titles = order.order.products.map(({ product }) => product.title);
  return (
    <Banner kind={bannerOf[last.state]} title={t(last.state)}>
      {last.lines.length > 0 && (
        <p>
          {t("ofLines")}{" "}
          {new Intl.ListFormat(language).format(
            last.lines.map(
              ({ position, quantity }) =>
                `${isolate(titles[position - 1] ?? "")} × ${isolateLtr(String(quantity))}`,
            ),
          )}
        </p>
      )}
      {last.answer !== null && (
        <p className="return-said">
          {t("answer")}{" "}
          <bdi dir="auto" lang={writtenLanguage(last.answer) ?? undefined}>
            {last.answer}
          </bdi>
        </p>
      )}
      {(last.state === "requested" || last.state === "accepted") && <p>{t(`${last.state}Hint`)}</p>}
      <p>{t("askedOn", { date: formatDate(last.askedAt, language) })}</p>
      {last.state === "requested" && <Withdraw orderNumber={order.orderNumber} />}
    </Banner>
  );
}

/** Takes the request back by a second press: the first one says what it does. */
function Withdraw({ orderNumber }: { readonly orderNumber: string }) {
  const t = useTranslations("returns");
  const language = useLocale();
  return (
    <details className="return-withdraw">
      <summary>{t("withdraw")}</summary>
      <form method="post" action={`/rest/pay/withdrawReturn/${orderNumber}`}>
        <p>{t("withdrawHint")}</p>
        <input type="hidden" name="lang" value={language} />
        <button type="submit" className="button">
          {t("withdrawNow")}
        </button>
      </form>
    </details>
  );
}

type AskProps = ReturnProps & {
  /** What its buyer sent last, if it was not taken. */
  readonly draft: FormDraft | undefined;
};

/** The form, after something wrong in it as it was sent; nothing where no return can be asked for. */
export function AskForReturn({ order, found: { askedUntil, last }, fault, draft: kept }: AskProps) {
  const t = useTranslations("returns");
  const language = useLocale();
  if (askedUntil === null) return null;
  const draft = (fault !== null && kept) || null;
  return (
    <details className="all-invoices return-ask" id="return" open={fault !== null}>
      <summary>{t(last === null ? "ask" : "askAgain")}</summary>
      <form className="return-form" method="post" action={`/rest/pay/askReturn/${order.orderNumber}`}>
        <p>{t("hint", { date: formatDate(askedUntil, language) })}</p>
        {fault !== null && (
          <p className="return-fault" role="alert" id="return-fault">
            {t(`fault_${fault}`)}
          </p>
        )}
        <input type="hidden" name="lang" value={language} />
        <What lines={order.order.products} isWrong={fault === "lines"} draft={draft} />
        <Why isWrong={fault === "reason"} draft={draft} />
        <Words isWrong={fault === "card_number" || fault === "too_long"} draft={draft} />
        <button type="submit" className="button button-primary">
          {t("send")}
        </button>
      </form>
    </details>
  );
}

type PartProps = { readonly isWrong: boolean; readonly draft: FormDraft | null };

const wrongIf = (isWrong: boolean) =>
  isWrong ? { "aria-invalid": true, "aria-describedby": "return-fault" } : {};

/** The whole order or some of its lines; of one line there is nothing to choose. */
function What({ lines, isWrong, draft }: PartProps & { readonly lines: readonly OrderLineModel[] }) {
  const t = useTranslations("returns");
  const [only] = lines;
  const isOnePiece = lines.length === 1 && only?.qty === 1;
  if (isOnePiece || lines.length > returnLimits.lines) return null;
  const isOfLines = draft === null ? isWrong : draft["what"]?.[0] === "lines";
  return (
    <fieldset {...wrongIf(isWrong)}>
      <legend>{t("what")}</legend>
      <label className="return-choice">
        <input type="radio" name="what" value="all" defaultChecked={!isOfLines} />
        {t("all")}
      </label>
      <label className="return-choice">
        <input type="radio" name="what" value="lines" defaultChecked={isOfLines} />
        {t("some")}
      </label>
      <ul className="return-lines">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no number of their own and never move
          <Line key={index} line={line} position={index + 1} draft={draft} />
        ))}
      </ul>
    </fieldset>
  );
}

type LineProps = {
  readonly line: OrderLineModel;
  readonly position: number;
  readonly draft: FormDraft | null;
};

function Line({ line, position, draft }: LineProps) {
  const t = useTranslations("returns");
  const { title } = line.product;
  const isTicked = draft?.["line"]?.includes(String(position));
  return (
    <li>
      <label className="return-choice">
        <input type="checkbox" name="line" value={position} defaultChecked={isTicked} />
        <OwnWords text={title} />
      </label>
      {Number.isInteger(line.qty) && line.qty > 1 && (
        <input
          type="number"
          name={`quantity_${position}`}
          aria-label={t("pieces", { title: isolate(title) })}
          inputMode="numeric"
          dir="ltr"
          min={1}
          max={line.qty}
          defaultValue={draft?.[`quantity_${position}`]?.[0] || line.qty}
        />
      )}
    </li>
  );
}

function Why({ isWrong, draft }: PartProps) {
  const t = useTranslations("returns");
  return (
    <div className="return-field">
      <label htmlFor="return-reason">{t("reason")}</label>
      <select
        id="return-reason"
        name="reason"
        required
        defaultValue={draft?.["reason"]?.[0] ?? ""}
        {...wrongIf(isWrong)}
      >
        <option value="" disabled>
          {t("choose")}
        </option>
        {returnReasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`reason_${reason}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

function Words({ isWrong, draft }: PartProps) {
  const t = useTranslations("returns");
  const described = isWrong ? "return-fault return-words-hint" : "return-words-hint";
  return (
    <div className="return-field">
      <label htmlFor="return-words">{t("words")}</label>
      <textarea
        id="return-words"
        name="words"
        rows={3}
        maxLength={returnLimits.words}
        dir="auto"
        defaultValue={draft?.["words"]?.[0]}
        aria-invalid={isWrong || undefined}
        aria-describedby={described}
      />
      <p className="return-hint" id="return-words-hint">
        {t("wordsHint")}
      </p>
    </div>
  );
}
