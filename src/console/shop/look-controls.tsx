/** All settings of the theme, in groups that open one by one. */
import type { ThemeRepair } from "#core/theme/theme-repairs.ts";
import { useRead } from "../calls/queries.ts";
import { useWording } from "../i18n/texts.ts";
import { ColourField, usualColour } from "./colour-field.tsx";
import type { Look, ThemeSetting } from "./look-draft.ts";
import {
  isColourSetting,
  isSwitchSetting,
  type LookGroup,
  lookControls,
  settingsOf,
} from "./look-settings.ts";

type ControlsProps = {
  readonly group: LookGroup;
  readonly look: Look;
  readonly repairs: readonly ThemeRepair[];
  readonly onChange: (change: {
    readonly name: ThemeSetting;
    readonly value: string | boolean | null;
  }) => void;
};

/** The settings of one group, without its frame. */
export function LookControls({ group, look, repairs, onChange }: ControlsProps) {
  return settingsOf(group).map(([name, control]) => {
    const value = look.theme[name] ?? null;
    if (isColourSetting(name))
      return (
        <ColourField
          key={name}
          name={name}
          value={typeof value === "string" ? value.toLowerCase() : null}
          usual={usualColour(name, look.theme.primaryColor)}
          repairs={repairs.filter(({ setting }) => setting === name)}
          onChange={(colour) => onChange({ name, value: colour })}
        />
      );
    if (control.kind === "choice")
      return (
        <Choice
          key={name}
          name={name}
          value={value}
          onChange={(chosen) => onChange({ name, value: chosen })}
        />
      );
    return (
      <Switch key={name} name={name} value={value} onChange={(chosen) => onChange({ name, value: chosen })} />
    );
  });
}

/** A group that is opened by its title; how many of its settings the shop has made its own is said there. */
export function LookGroupPanel(props: ControlsProps) {
  const { t } = useWording();
  const { group, look, repairs } = props;
  const names = settingsOf(group).map(([name]) => name);
  const own = names.filter((name) => look.theme[name] !== undefined).length;
  const repaired = repairs.some(({ setting }) => names.includes(setting));
  return (
    <details className="panel look-group">
      <summary>
        <span>{t(`look.group.${group}`)}</span>
        {repaired && <span className="chip chip-overdue">{t("look.adjusted")}</span>}
        {own > 0 && <span className="soft">{t("look.own", { count: own })}</span>}
      </summary>
      <div className="form">
        <LookControls {...props} />
      </div>
    </details>
  );
}

type OneProps = {
  readonly name: ThemeSetting;
  readonly value: string | boolean | null;
  readonly onChange: (value: string | boolean | null) => void;
};

function Switch({ name, value, onChange }: OneProps) {
  const { t } = useWording();
  if (!isSwitchSetting(name)) return null;
  const { on, off } = lookControls[name];
  const isOn = on === null ? value !== off : value === on;
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked ? on : off)}
      />
      <span>
        {t(`themeSetting.${name}`)}
        <span className="soft step-hint">{t(`themeHint.${name}`)}</span>
      </span>
    </label>
  );
}

function Choice({ name, value, onChange }: OneProps) {
  const { t } = useWording();
  const fonts = useRead("GET /api/v1/theme/fonts", {});
  const control = lookControls[name];
  if (control.kind !== "choice") return null;
  const choices = {
    languages: [["en", t("new.english")]],
    families: (fonts.data?.families ?? []).map((family) => [family, family]),
    fonts: (fonts.data?.urls ?? []).map((url) => [url, url.split("/").at(-1) ?? url]),
  }[control.of];
  if (control.of === "fonts" && choices.length === 0) return null;
  // Fonts may still be on their way: what is chosen is there all the same.
  const isListed = value === null || choices.some(([one]) => one === value);
  return (
    <label className="field">
      <span>{t(`themeSetting.${name}`)}</span>
      <select
        name={name}
        className="control"
        value={value === null || (control.of === "languages" && value === "ar") ? "" : String(value)}
        onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
      >
        <option value="">{t(control.of === "languages" ? "new.arabic" : "look.usual")}</option>
        {!isListed && <option value={String(value)}>{String(value)}</option>}
        {choices.map(([one, label]) => (
          <option key={one} value={one}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
