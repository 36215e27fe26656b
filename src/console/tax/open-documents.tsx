/** What the tax authority has not taken: what waits for it, and what it rejected, with the corrected document a press away. */
import type { IssuedTaxDocument } from "#contract/tax-documents.ts";
import { useChange } from "../calls/change.ts";
import { useList } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { AuthorityFindings } from "../display/authority-findings.tsx";
import { DateShown } from "../display/date.tsx";
import { RowLink } from "../display/row-link.tsx";
import { Failed, MoreOf, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";

export function OpenDocuments() {
  const { t } = useWording();
  const list = useList("GET /api/v1/tax-documents", { query: { submission: "open", limit: 20 } });
  return (
    <section className="part" aria-labelledby="tax-open">
      <h2 id="tax-open">{t("tax.openDocuments")}</h2>
      <Reading query={list} rows={3}>
        {({ pages }) => {
          const documents = pages.flatMap(({ items }) => items);
          if (documents.length === 0) return <p className="soft">{t("tax.nothingOpen")}</p>;
          return (
            <>
              <ul className="cards">
                {documents.map((one) => (
                  <OpenDocument key={one.number} document={one} />
                ))}
              </ul>
              <MoreOf list={list} />
            </>
          );
        }}
      </Reading>
    </section>
  );
}

function OpenDocument({ document }: { readonly document: IssuedTaxDocument }) {
  const { t } = useWording();
  const { number, kind, form, orderNumber, issuedAt, submission, total, currency } = document;
  const isRejected = submission?.state === "rejected";
  return (
    <li className="card">
      <div className="card-row">
        <RowLink to="/invoices/$orderNumber" params={{ orderNumber }}>
          <bdi dir="ltr">{number}</bdi>
        </RowLink>
        <Amount amount={total} currency={currency} />
      </div>
      <div className="card-row">
        <span>
          {t(`taxDocumentKind.${kind}`)} · {t(`taxForm.${form}`)}
        </span>
        {submission && (
          <span className={isRejected ? "chip chip-declined" : "chip"}>
            {t(`submission.${submission.state}`)}
          </span>
        )}
      </div>
      <AuthorityFindings submission={submission} />
      <div className="card-row">
        <DateShown instant={issuedAt} hasTime />
        {submission?.deadlineAt && !isRejected && (
          <span className="soft">
            {t("tax.deadline")} <DateShown instant={submission.deadlineAt} hasTime />
          </span>
        )}
      </div>
      {isRejected && <Correct number={number} />}
    </li>
  );
}

/** Who sells and who buys may have been corrected meanwhile: the document is written again with what is known now. */
function Correct({ number }: { readonly number: string }) {
  const { t } = useWording();
  const may = useMay("tax_documents.issue");
  const correcting = useChange("POST /api/v1/tax-documents/:number/correct");
  return (
    <div className="tax-step">
      <p className="soft">{t("tax.correctHint")}</p>
      {may && (
        <button
          type="button"
          className="button"
          disabled={correcting.isPending}
          onClick={() => correcting.mutate({ params: { number }, body: {} })}
        >
          {t("tax.correct")}
        </button>
      )}
      {correcting.error && <Failed failure={correcting.error} />}
    </div>
  );
}
