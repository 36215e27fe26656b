/** Above every screen of a shop that its owner opened and the operator has not approved: what it may do until then. */
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { inWorld } from "../session/world.ts";

export default function WaitingBar() {
  const { t } = useWording();
  const { me, shop, choose } = useSession();
  const test = inWorld(me, shop, "test");
  return (
    <div className="preview-band" role="status">
      <span>{t(test === null ? "waiting.alone" : "waiting.withTest")}</span>
      {test !== null && (
        <button type="button" onClick={() => choose(test)}>
          {t("waiting.toTest")}
        </button>
      )}
    </div>
  );
}
