/** Fields whose values the order knows: one line that opens to them, like the payer's own. Unknown, they are open. */
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Folded } from "#web/forms/folded.tsx";

type KnownFieldsProps = {
  /** What the line says of them; null when something is not known. */
  readonly known: string | null;
  readonly children: ReactNode;
};

export function KnownFields({ known, children }: KnownFieldsProps) {
  const t = useTranslations("payment");
  if (known === null) return children;
  return (
    <Folded className="known" summary={<bdi>{known}</bdi>} note={t("editDetails")}>
      {children}
    </Folded>
  );
}
