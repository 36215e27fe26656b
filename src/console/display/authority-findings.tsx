/** Why the tax authority rejected a document, and what it warned of where it took it. */
import { useWording } from "../i18n/texts.ts";
import { findingsOf } from "./findings-of.ts";

type AuthorityFindingsProps = { readonly submission: Parameters<typeof findingsOf>[0] };

/** Nothing where it found nothing. */
export function AuthorityFindings({ submission }: AuthorityFindingsProps) {
  const { t } = useWording();
  return findingsOf(submission).map(({ kind, findings }) => (
    <div key={kind} className={`why why-${kind}`}>
      <p>{t(`findings.${kind}`)}</p>
      <ul>
        {findings.map(({ code, text }) => (
          <li key={`${code} ${text}`}>
            <bdi dir="ltr">{code}</bdi>
            <p dir="auto">{text}</p>
          </li>
        ))}
      </ul>
    </div>
  ));
}
