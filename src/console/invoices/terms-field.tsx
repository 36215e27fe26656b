/** Which terms of sale the buyer accepts: the shop's standard ones unless another version, or none, is chosen. */
import { useRead } from "../calls/queries.ts";
import { useWording } from "../i18n/texts.ts";
import { keptTerms, noTerms, termsVersion } from "./invoice-terms.ts";

export function TermsField({ given }: { readonly given: string | undefined }) {
  const { t } = useWording();
  const agreements = useRead("GET /api/v1/agreements", { query: { limit: 20 } });
  const items = agreements.data?.items ?? [];
  const isKept = given === keptTerms;
  // A shop without terms is not asked about them.
  if (items.length === 0 && !isKept && given !== noTerms) return null;
  const standard = items.find(({ isStandard }) => isStandard);
  return (
    <label className="field">
      <span>{t("new.terms")}</span>
      <select name="terms" className="control" defaultValue={given ?? ""} key={items.length}>
        <option value="">
          {standard ? `${t("new.termsStandard")}: ${standard.title}` : t("new.termsNone")}
        </option>
        {isKept && <option value={keptTerms}>{t("new.termsKept")}</option>}
        {(standard || given === noTerms) && <option value={noTerms}>{t("new.termsNone")}</option>}
        {items
          .filter(({ isStandard }) => !isStandard)
          .map(({ version, title }) => (
            <option key={version} value={termsVersion(version)}>
              {`${title} (${version})`}
            </option>
          ))}
      </select>
    </label>
  );
}
