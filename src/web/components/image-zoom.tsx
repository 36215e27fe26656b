/** The dialog that shows the image of an item large. One per page; page-script fills and opens it. */
import { useTranslations } from "use-intl/react";
import { Modal } from "./modal.tsx";

export const zoomDialogId = "image-zoom";

export function ImageZoom() {
  const t = useTranslations("invoice");
  return (
    <Modal id={zoomDialogId} title={t("image")}>
      <img className="zoomed-image" alt="" hidden />
    </Modal>
  );
}
