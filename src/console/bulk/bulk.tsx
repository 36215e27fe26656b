/** Many invoices from one file: chosen, shown with what is wrong, issued by one press, row by row. */
import { type ChangeEvent, useState } from "react";
import { saveFile } from "../calls/save-file.ts";
import { Icon } from "../display/icon.tsx";
import { download, paper } from "../display/icons.ts";
import { isoDay } from "../display/iso-day.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay, useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { templateFile } from "./bulk-files.ts";
import { keepBulk, useBulk } from "./bulk-store.ts";
import { Issuing } from "./issuing.tsx";
import { Preview } from "./preview.tsx";
import { readRows } from "./read-rows.ts";
import { readTable, type TableFault } from "./read-table.ts";

export function BulkIssue() {
  const { t } = useWording();
  const { shop, me } = useSession();
  const may = useMay("invoices.issue");
  const bulk = useBulk();
  const other = bulk?.issuing && me.shops.find(({ merchantId }) => merchantId === bulk.shop);
  return (
    <Screen title={t("bulk.title")}>
      {!may ? (
        <p className="notice">{t("failures.permission_missing")}</p>
      ) : bulk === null || (bulk.shop !== shop.merchantId && !other) ? (
        <Begin />
      ) : bulk.shop !== shop.merchantId ? (
        <p className="notice">{t("bulk.otherShop", { shop: other?.name ?? "" })}</p>
      ) : bulk.issuing === null ? (
        <Preview bulk={bulk} />
      ) : (
        <Issuing bulk={bulk} issuing={bulk.issuing} />
      )}
    </Screen>
  );
}

/** What a file must hold, the template and the choice of a file. */
function Begin() {
  const wording = useWording();
  const { t } = wording;
  const { shop } = useSession();
  const [fault, setFault] = useState<TableFault | "secure" | null>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    const table = readTable(new Uint8Array(await file.arrayBuffer()));
    // The same file, corrected, is chosen again.
    target.value = "";
    if ("fault" in table) return setFault(table.fault);
    // Keys of rows are made where the browser trusts the connection.
    if (!window.isSecureContext) return setFault("secure");
    const words = { defaultTitle: t("new.defaultTitle"), today: isoDay(new Date()) };
    const rows = readRows(table.rows, words);
    keepBulk({
      shop: shop.merchantId,
      fileName: file.name,
      rows,
      unused: table.unused,
      issuing: null,
      sending: [],
    });
  };
  return (
    <div className="bulk-begin panel">
      <p>{t("bulk.hint")}</p>
      <p className="soft">{t("bulk.fileHint")}</p>
      <div className="bulk-acts">
        <label className="button button-primary bulk-file">
          <Icon path={paper} />
          {t("bulk.choose")}
          <input
            className="visually-hidden"
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            onChange={(event) => void choose(event)}
          />
        </label>
        <button
          type="button"
          className="button"
          onClick={() => saveFile(templateFile(wording), `${t("bulk.templateName")}.csv`)}
        >
          <Icon path={download} />
          {t("bulk.template")}
        </button>
      </div>
      {fault && (
        <p className="notice notice-danger" role="alert">
          {t(`bulkFile.${fault}`)}
        </p>
      )}
    </div>
  );
}
