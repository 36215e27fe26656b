/** Above every screen while the console is seen as another role: that it is, and the way back. */
import { useWording } from "../i18n/texts.ts";
import { endPreview } from "../session/preview.ts";
import { useSession } from "../session/shop.ts";

export default function PreviewBar() {
  const { t } = useWording();
  const { shop } = useSession();
  return (
    <div className="preview-band" role="status">
      <span>{t("preview.as", { role: t(`role.${shop.role}`) })}</span>
      <button type="button" onClick={endPreview}>
        {t("preview.end")}
      </button>
    </div>
  );
}
