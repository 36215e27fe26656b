/** Fields whose values the order knows: one line that opens to them, like the payer's own. Unknown, they are open. */
import { Fragment, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Folded } from "#web/forms/folded.tsx";

type KnownFieldsProps = {
  /** What the line says of them, in the direction of the page; nothing for what is not known. */
  readonly known: readonly (string | null | undefined)[];
  readonly children: ReactNode;
};

export function KnownFields({ known, children }: KnownFieldsProps) {
  const t = useTranslations("payment");
  if (known.some((part) => !part)) return children;
  const line = known.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && " · "}
      <bdi>{part}</bdi>
    </Fragment>
  ));
  return (
    <Folded className="known" summary={<span>{line}</span>} note={t("editDetails")}>
      {children}
    </Folded>
  );
}
