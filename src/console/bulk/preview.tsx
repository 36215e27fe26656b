/** The rows of a file before anything is sent: how many can be issued, what they come to, and what is wrong where. */
import { type SubmitEvent, useState } from "react";
import { Amount } from "../display/amount.tsx";
import { useWording } from "../i18n/texts.ts";
import type { Bulk, ToIssue } from "./bulk-store.ts";
import { keepBulk, startIssuing } from "./bulk-store.ts";
import { sumOf } from "./read-rows.ts";
import { rowKey } from "./row-key.ts";
import { Rows } from "./rows.tsx";

export function Preview({ bulk }: { readonly bulk: Bulk }) {
  const { t, language } = useWording();
  const { rows, unused, fileName } = bulk;
  const valid = rows.filter(({ body }) => body !== null);
  const wrong = rows.length - valid.length;
  const repeated = valid.filter(({ occurrence }) => occurrence > 0).length;
  const [isBusy, setBusy] = useState(false);
  const issue = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const common = {
      pricesIncludeVat: form.has("hasVatInside"),
      language: form.get("language") === "en" ? ("en" as const) : ("ar" as const),
    };
    const items = await Promise.all(
      valid.map(
        async (row): Promise<ToIssue[]> =>
          row.body ? [{ row, body: { ...row.body, ...common }, key: await rowKey(row) }] : [],
      ),
    );
    startIssuing(bulk, items.flat());
  };
  return (
    <form className="form" onSubmit={(event) => void issue(event)}>
      <div className="panel bulk-sums">
        <p>
          <bdi className="long-word">{fileName}</bdi>
        </p>
        <p className="bulk-count">
          <span className="chip chip-paid">{t("bulk.valid", { count: valid.length })}</span>
          {wrong > 0 && <span className="chip chip-overdue">{t("bulk.wrong", { count: wrong })}</span>}
        </p>
        <p>
          {t("bulk.sum")} <Amount amount={sumOf(rows)} currency="SAR" />
        </p>
        {repeated > 0 && <p className="notice">{t("bulk.repeated", { count: repeated })}</p>}
        {unused.length > 0 && (
          <p className="notice">
            {t("bulk.unused")} <bdi>{new Intl.ListFormat(language).format(unused)}</bdi>
          </p>
        )}
      </div>
      <Rows rows={rows} tasks={null} />
      <label className="check">
        <input type="checkbox" name="hasVatInside" defaultChecked />
        <span>{t("new.vatInside")}</span>
      </label>
      <label className="field">
        <span>{t("new.language")}</span>
        <select name="language" className="control" defaultValue={language}>
          <option value="ar">{t("new.arabic")}</option>
          <option value="en">{t("new.english")}</option>
        </select>
      </label>
      <div className="form-end">
        {valid.length > 0 && (
          <button type="submit" className="button button-primary button-wide" disabled={isBusy}>
            {t("bulk.issue", { count: valid.length })}
          </button>
        )}
        <button type="button" className="button" onClick={() => keepBulk(null)}>
          {t("bulk.otherFile")}
        </button>
      </div>
    </form>
  );
}
