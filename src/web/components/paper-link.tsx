/** A link to a document of the order, which opens in a new tab (Spec 2.1 and 2.3). */
import { useTranslations } from "use-intl/react";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";

type PaperLinkProps = {
  readonly address: string;
  readonly label: string;
  /** Of a document that has siblings; never broken over lines. */
  readonly number?: string;
};

export function PaperLink({ address, label, number }: PaperLinkProps) {
  const common = useTranslations("common");
  return (
    <p>
      <a className="receipt-link" href={address} target="_blank" rel="noopener">
        <Icon path={icons.download} />
        <span>
          {label}
          {number !== undefined && (
            <>
              {" "}
              <bdi dir="ltr">{number}</bdi>
            </>
          )}
        </span>
        <span className="visually-hidden"> ({common("newTab")})</span>
      </a>
    </p>
  );
}
