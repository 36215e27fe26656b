/** In a test world: whether what a screen changes is of the test world alone, or of the whole shop. */
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";

export function WorldNote({ about }: { readonly about: "people" | "settings" | "keys" }) {
  const { t } = useWording();
  const { shop } = useSession();
  if (shop.world === "live") return null;
  return <p className="notice">{t(`world.${about}`)}</p>;
}
