/** What a line has besides its fields, so that no one sends what they do not see; taken away by one press. */
import { Icon } from "../display/icon.tsx";
import { cross } from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { Picture } from "../selling/picture.tsx";
import { readKept } from "./kept-parts.ts";

type KeptProps = {
  /** The text of the hidden field. */
  readonly text: string;
  readonly onDrop: (form: HTMLFormElement | null) => void;
};

export function KeptParts({ text, onDrop }: KeptProps) {
  const { t } = useWording();
  const { description, unit, imageId, isDigital } = readKept(text);
  return (
    <div className="kept-parts">
      {imageId !== undefined && <Picture imageId={imageId} />}
      <p className="soft">
        {unit !== undefined && <span>{`${t("new.perUnit")} ${t(`unit.${unit}`)}`}</span>}
        {isDigital && <span>{t("new.digital")}</span>}
        {description !== undefined && (
          <span className="kept-description">
            <bdi>{description}</bdi>
          </span>
        )}
        {imageId !== undefined && <span className="visually-hidden">{t("new.picture")}</span>}
      </p>
      <button type="button" className="act" onClick={({ currentTarget }) => onDrop(currentTarget.form)}>
        <Icon path={cross} />
        {t("new.dropParts")}
      </button>
    </div>
  );
}
