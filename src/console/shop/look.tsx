/**
 * Logo and colours: a chosen picture is the logo at once, and its strongest colour the theme's; beside it stands the real page of
 * the shop's last invoice. What was before is a press away.
 */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ChangeEvent, useId, useState } from "react";
import type { ThemeSettings } from "#contract/theme.ts";
import { readableOn } from "#core/theme/colour.ts";
import { CallFailure, call, request } from "../calls/call.ts";
import { useRead } from "../calls/queries.ts";
import { Icon } from "../display/icon.tsx";
import { repeat } from "../display/icons.ts";
import { Failed, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useFileAddress } from "../selling/file-address.ts";
import { useMay, useSession } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { coloursOfPicture, fileOfPicture } from "./picture-colours.ts";
import { ThemePreview } from "./theme-preview.tsx";

/** How the pages look, as far as this screen changes it. */
type Look = { readonly theme: ThemeSettings; readonly imageId: string | null };

export function LookScreen() {
  const { t } = useWording();
  const may = useMay("theme.manage");
  return (
    <Screen title={t("look.title")}>
      <Link to="/shop" className="act act-start">
        {t("look.back")}
      </Link>
      {may ? <Loaded /> : <p className="notice">{t("failures.permission_missing")}</p>}
    </Screen>
  );
}

function Loaded() {
  const theme = useRead("GET /api/v1/theme", {});
  const logo = useRead("GET /api/v1/merchant/logo", {});
  return (
    <Reading query={theme} rows={3}>
      {(settings) => (
        <Reading query={logo} rows={3}>
          {({ imageId }) => <Studio now={{ theme: withoutNulls(settings), imageId }} />}
        </Reading>
      )}
    </Reading>
  );
}

/** The theme is read with nulls where nothing is set, and stored without them. */
function withoutNulls(settings: object): ThemeSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

/** Stores a look; the last one counts. */
function useStoredLook() {
  const { shop } = useSession();
  const queries = useQueryClient();
  const options = { shop: shop.merchantId };
  return useMutation<void, CallFailure, Look>({
    mutationFn: async ({ theme, imageId }) => {
      if (imageId === null) await call("DELETE /api/v1/merchant/logo", {}, options);
      else await call("PUT /api/v1/merchant/logo", { body: { imageId } }, options);
      await call("PUT /api/v1/theme", { body: theme }, options);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [shop.merchantId] }),
  });
}

function Logo({ imageId }: { readonly imageId: string }) {
  const { t } = useWording();
  const address = useFileAddress("GET /api/v1/images/:imageId", {
    params: { imageId },
    query: { size: "medium" },
  });
  return address && <img className="look-logo" src={address} alt={t("look.logo")} />;
}

function Studio({ now }: { readonly now: Look }) {
  const { t } = useWording();
  const { shop } = useSession();
  const storing = useStoredLook();
  const [before, setBefore] = useState<Look | null>(null);
  const [colours, setColours] = useState<readonly string[]>([]);
  const [isUnreadable, setUnreadable] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const id = useId();
  const store = (look: Look): void => {
    setBefore(before ?? now);
    setFailure(null);
    storing.mutate(look, { onError: setFailure });
  };
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0];
    target.value = "";
    if (file === undefined) return;
    const picture = await createImageBitmap(file).catch(() => null);
    setUnreadable(picture === null);
    if (picture === null) return;
    try {
      const body = await fileOfPicture(picture);
      const reply = await request("POST /api/v1/images", { body }, { shop: shop.merchantId });
      const { id: imageId } = (await reply.json()) as { id: string };
      const found = coloursOfPicture(picture);
      setColours(found);
      const [primaryColor] = found;
      store({
        imageId,
        theme: { ...now.theme, showLogo: "merchant", ...(primaryColor && { primaryColor }) },
      });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
    }
  };
  const undo = (): void => {
    if (before === null) return;
    storing.mutate(before, { onSuccess: () => setBefore(null), onError: setFailure });
  };
  return (
    <div className="look">
      <section className="panel" aria-label={t("look.title")}>
        {now.imageId !== null && <Logo imageId={now.imageId} />}
        <p className="soft">{t("look.hint")}</p>
        <div className="picture-acts">
          <label htmlFor={id} className="button button-primary">
            {t(now.imageId === null ? "look.choose" : "look.other")}
          </label>
          <input
            id={id}
            className="visually-hidden"
            type="file"
            accept="image/*"
            disabled={storing.isPending}
            onChange={(event) => void choose(event)}
          />
        </div>
        {isUnreadable && (
          <p className="field-fault" role="alert">
            {t("product.notAPicture")}
          </p>
        )}
        {colours.length > 1 && (
          <fieldset className="look-colours">
            <legend>{t("look.colours")}</legend>
            {colours.map((colour) => (
              <Colour
                key={colour}
                colour={colour}
                isChosen={now.theme.primaryColor?.toLowerCase() === colour}
                onChoose={() => store({ ...now, theme: { ...now.theme, primaryColor: colour } })}
              />
            ))}
          </fieldset>
        )}
        <p className="soft">{t("look.readable")}</p>
        {failure && <Failed failure={failure} />}
        <div className="row-acts">
          <span role="status">{before !== null && storing.isSuccess && t("shop.saved")}</span>
          {before !== null && (
            <button type="button" className="button" disabled={storing.isPending} onClick={undo}>
              <Icon path={repeat} />
              {t("look.undo")}
            </button>
          )}
        </div>
      </section>
      <ThemePreview version={`${now.imageId} ${now.theme.primaryColor}`} />
    </div>
  );
}

type ColourProps = { readonly colour: string; readonly isChosen: boolean; readonly onChoose: () => void };

/** A button in its own colour, drawn by an attribute of a picture: styles in elements are not allowed here. */
function Colour({ colour, isChosen, onChoose }: ColourProps) {
  const { t } = useWording();
  return (
    <button
      type="button"
      className={isChosen ? "choice active" : "choice"}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <svg className="look-colour" viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="6" fill={colour} />
        <path d="M6 9h12M6 14h8" stroke={readableOn(colour)} strokeWidth="2" />
      </svg>
      <span className="visually-hidden">{t("look.colour")}</span> <bdi dir="ltr">{colour}</bdi>
    </button>
  );
}
