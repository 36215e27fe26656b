/** The end of a form of the shop's settings: its button, and whether it is saved. */
import { useWording } from "../i18n/texts.ts";

type SaveRowProps = {
  readonly isSaving: boolean;
  /** What is in the form now is stored. */
  readonly isSaved: boolean;
};

export function SaveRow({ isSaving, isSaved }: SaveRowProps) {
  const { t } = useWording();
  return (
    <div className="shop-save">
      <button type="submit" className="button button-primary" disabled={isSaving}>
        {t("shop.save")}
      </button>
      <p role="status" className="soft">
        {isSaved && t("shop.saved")}
      </p>
    </div>
  );
}
