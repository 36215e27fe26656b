/** What happens to the card, beside its fields: buyers judge this area, not the page. Words and a lock, no seals. */
import { useTranslations } from "use-intl/react";
import { Icon } from "#web/icons/icon.tsx";
import * as icons from "#web/icons/icon-paths.ts";

/** `says` is the key of what is true of the installation: the gateway takes the card, or we hand it on. */
export function SecureNote({ says }: { readonly says: "hostedNote" | "directNote" }) {
  const t = useTranslations("card");
  return (
    <p className="secure-note">
      <Icon path={icons.lock} />
      {t(says)}
    </p>
  );
}
