/**
 * The theme studio: every setting of the buyers' pages beside those pages themselves. What is changed is a draft until it is saved,
 * and what was before is a press away.
 */
import { Link } from "@tanstack/react-router";
import { themeRepairs } from "#core/theme/theme-repairs.ts";
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { alert, check, repeat } from "../display/icons.ts";
import { Failed, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { EarlierLooks } from "./earlier-looks.tsx";
import { LogoChoice } from "./logo-choice.tsx";
import { LookControls, LookGroupPanel } from "./look-controls.tsx";
import { type Look, noChanges, withLogo, withSetting } from "./look-draft.ts";
import { lookGroups } from "./look-settings.ts";
import { ThemePreview } from "./theme-preview.tsx";
import { toLook, useLook } from "./use-look.ts";

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
          {({ imageId }) => <Studio now={toLook(settings, imageId)} />}
        </Reading>
      )}
    </Reading>
  );
}

function Studio({ now }: { readonly now: Look }) {
  const { t } = useWording();
  const draft = useLook(now);
  const { look, changes, change } = draft;
  const repairs = themeRepairs(look.theme);
  const set = (one: Parameters<typeof withSetting>[2]): void => change(withSetting(changes, now, one));
  const setLogo = (imageId: string | null, colour: string | null): void => {
    const shown = { name: "showLogo", value: imageId === null ? null : "merchant" } as const;
    const withPicture = withSetting(withLogo(changes, now, imageId), now, shown);
    change(
      colour === null ? withPicture : withSetting(withPicture, now, { name: "primaryColor", value: colour }),
    );
  };
  const [brand, ...others] = lookGroups;
  const controls = { look, repairs, onChange: set };
  return (
    <div className="look">
      <ThemePreview look={look} now={now} />
      <div className="look-side">
        <section className="panel form" aria-labelledby="look-brand">
          <h2 id="look-brand">{t(`look.group.${brand}`)}</h2>
          <LogoChoice
            imageId={look.imageId}
            primaryColor={look.theme.primaryColor ?? null}
            onLogo={setLogo}
            onColour={(value) => set({ name: "primaryColor", value })}
          />
          <LookControls group={brand} {...controls} />
        </section>
        {others.map((group) => (
          <LookGroupPanel key={group} group={group} {...controls} />
        ))}
        <EarlierLooks />
        <SaveBar draft={draft} adjusted={repairs.length} />
      </div>
    </div>
  );
}

type SaveBarProps = { readonly draft: ReturnType<typeof useLook>; readonly adjusted: number };

/** Stays at the lower edge while there is something to save or to take back. */
function SaveBar({ draft, adjusted }: SaveBarProps) {
  const { t } = useWording();
  const { isDirty, isBusy, isSaved, isUndone, failure, undo, replacedAt } = draft;
  const isNeeded = isDirty || isSaved || isUndone || undo !== null || failure !== null;
  return (
    <div className={isNeeded ? "form-end look-end" : "look-end"}>
      {failure && <Failed failure={failure} />}
      <p role="status" className="look-state">
        {isDirty ? (
          <>
            {t("look.unsaved")}
            {adjusted > 0 && (
              <span className="look-warning">
                <Icon path={alert} /> {t("look.adjustedBefore", { count: adjusted })}
              </span>
            )}
          </>
        ) : isSaved ? (
          <>
            <Icon path={check} className="is-good" /> {t("look.savedNow")}
          </>
        ) : isUndone ? (
          t("look.undone")
        ) : (
          undo !== null &&
          replacedAt !== null && (
            <>
              {t("look.replaced")} <DateShown instant={replacedAt} hasTime />
            </>
          )
        )}
      </p>
      {isDirty ? (
        <div className="look-acts">
          <button type="button" className="button button-primary" disabled={isBusy} onClick={draft.save}>
            {t("shop.save")}
          </button>
          <button type="button" className="button" disabled={isBusy} onClick={() => draft.change(noChanges)}>
            {t("look.discard")}
          </button>
        </div>
      ) : (
        undo !== null && (
          <button type="button" className="button" disabled={isBusy} onClick={undo}>
            <Icon path={repeat} />
            {t("look.undo")}
          </button>
        )
      )}
    </div>
  );
}
