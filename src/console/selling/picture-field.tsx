/** Chooses a picture and shows the square that buyers will see of it; it is sent with the form. */
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { useWording } from "../i18n/texts.ts";
import { drawSquare } from "./crop.ts";
import { Picture } from "./picture.tsx";

/** What was chosen in this form: a picture and where its square is, or that there is none any more. */
export type Picked = { readonly picture: ImageBitmap; readonly place: number } | "none" | null;

type PictureFieldProps = {
  /** The picture that the product has. */
  readonly imageId: string | null;
  readonly picked: Picked;
  readonly onPick: (picked: Picked) => void;
};

const shownPixels = 480;

export function PictureField({ imageId, picked, onPick }: PictureFieldProps) {
  const { t } = useWording();
  const id = useId();
  const [isUnreadable, setUnreadable] = useState(false);
  const shown = picked === "none" ? null : imageId;
  const isChosen = picked !== null && picked !== "none";
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    if (file === undefined) return;
    // Upright, as cameras mean it.
    const picture = await createImageBitmap(file).catch(() => null);
    setUnreadable(picture === null);
    if (picture !== null) onPick({ picture, place: 0.5 });
    target.value = "";
  };
  return (
    <div className="picture-field">
      {isChosen ? (
        <Square picked={picked} onPlace={(place) => onPick({ ...picked, place })} />
      ) : (
        <Picture imageId={shown} size="medium" className="is-large" />
      )}
      <div className="picture-acts">
        <label htmlFor={id} className="button">
          {t(isChosen || shown !== null ? "product.otherPicture" : "product.choosePicture")}
        </label>
        <input
          id={id}
          className="visually-hidden"
          type="file"
          accept="image/*"
          aria-describedby={isUnreadable ? `${id}-fault` : undefined}
          onChange={(event) => void choose(event)}
        />
        {(isChosen || shown !== null) && (
          <button type="button" className="act" onClick={() => onPick("none")}>
            {t("product.noPicture")}
          </button>
        )}
      </div>
      {isUnreadable && (
        <p className="field-fault" id={`${id}-fault`} role="alert">
          {t("product.notAPicture")}
        </p>
      )}
    </div>
  );
}

type SquareProps = {
  readonly picked: Exclude<Picked, null | "none">;
  readonly onPlace: (place: number) => void;
};

/** The square as it will be cut, and a slider along the side that is cut off. */
function Square({ picked, onPlace }: SquareProps) {
  const { t } = useWording();
  const { picture, place } = picked;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) drawSquare(canvas.current, picture, { place, pixels: shownPixels });
  }, [picture, place]);
  return (
    <>
      <canvas ref={canvas} className="picture-square" role="img" aria-label={t("product.pictureAsShown")} />
      {picture.width !== picture.height && (
        <label className="field">
          <span>{t("product.part")}</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={place}
            // From left to right, as the picture is.
            dir="ltr"
            onChange={({ target }) => onPlace(Number(target.value))}
          />
        </label>
      )}
    </>
  );
}
