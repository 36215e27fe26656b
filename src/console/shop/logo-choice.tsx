/** The logo of a draft and the colours that are found in it; no buyer sees the picture before the draft is saved. */
import { type ChangeEvent, useId, useState } from "react";
import { readableOn } from "#core/theme/colour.ts";
import { CallFailure, request } from "../calls/call.ts";
import { ChoiceButton } from "../display/choice-button.tsx";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useFileAddress } from "../selling/file-address.ts";
import { useSession } from "../session/shop.ts";
import { coloursOfPicture, fileOfPicture } from "./picture-colours.ts";

type LogoProps = {
  readonly imageId: string | null;
  readonly primaryColor: string | null;
  /** A picture with its strongest colour, where it has one. */
  readonly onLogo: (imageId: string | null, colour: string | null) => void;
  readonly onColour: (colour: string) => void;
};

export function LogoChoice({ imageId, primaryColor, onLogo, onColour }: LogoProps) {
  const { t } = useWording();
  const { shop } = useSession();
  const [colours, setColours] = useState<readonly string[]>([]);
  const [isUnreadable, setUnreadable] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const id = useId();
  const upload = async (picture: ImageBitmap): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const body = await fileOfPicture(picture);
      const reply = await request("POST /api/v1/images", { body }, { shop: shop.merchantId });
      const found = coloursOfPicture(picture);
      setColours(found);
      onLogo(((await reply.json()) as { id: string }).id, found[0] ?? null);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    target.value = "";
    if (file === undefined) return;
    const picture = await createImageBitmap(file).catch(() => null);
    setUnreadable(picture === null);
    if (picture !== null) await upload(picture);
  };
  return (
    <>
      <p className="soft">{t("look.hint")}</p>
      <div className="look-logo-row">
        {imageId !== null && <Logo imageId={imageId} />}
        <label htmlFor={id} className="button">
          {t(imageId === null ? "look.choose" : "look.other")}
        </label>
        <input
          id={id}
          className="visually-hidden"
          type="file"
          accept="image/*"
          disabled={isBusy}
          onChange={(event) => void choose(event)}
        />
        {imageId !== null && (
          <button type="button" className="act" onClick={() => onLogo(null, null)}>
            {t("look.noLogo")}
          </button>
        )}
      </div>
      {isUnreadable && (
        <p className="field-fault" role="alert">
          {t("product.notAPicture")}
        </p>
      )}
      {failure && <Failed failure={failure} />}
      {colours.length > 1 && (
        <fieldset className="look-colours">
          <legend>{t("look.colours")}</legend>
          {colours.map((colour) => (
            <Colour
              key={colour}
              colour={colour}
              isChosen={primaryColor?.toLowerCase() === colour}
              onChoose={() => onColour(colour)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

function Logo({ imageId }: { readonly imageId: string }) {
  const { t } = useWording();
  const address = useFileAddress("GET /api/v1/images/:imageId", {
    params: { imageId },
    query: { size: "medium" },
  });
  return address && <img className="look-logo" src={address} alt={t("look.logo")} />;
}

type ColourProps = { readonly colour: string; readonly isChosen: boolean; readonly onChoose: () => void };

/** A button in its own colour, drawn by an attribute of a picture: styles in elements are not allowed here. */
function Colour({ colour, isChosen, onChoose }: ColourProps) {
  const { t } = useWording();
  return (
    <ChoiceButton isChosen={isChosen} onChoose={onChoose}>
      <svg className="look-colour" viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill={colour} />
        <path d="M6 9h12M6 14h8" stroke={readableOn(colour)} strokeWidth="2" />
      </svg>
      <span className="visually-hidden">{t("look.colour")}</span> <bdi dir="ltr">{colour}</bdi>
    </ChoiceButton>
  );
}
