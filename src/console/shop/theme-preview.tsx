/**
 * The buyers' pages in a look that is being made: the pages themselves, without scripts, in both languages, light and dark, on a
 * phone and at a desk. Nothing in them can be pressed or sent.
 */
import { useEffect, useRef, useState } from "react";
import type { Language } from "#core/language.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { hasOwnNeutrals } from "#core/theme/theme-colours.ts";
import { useRead } from "../calls/queries.ts";
import { ChoiceButton } from "../display/choice-button.tsx";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import type { Look } from "./look-draft.ts";

const pages = ["payment", "invoice", "product", "paid", "declined"] as const;

/** Of the window that a page is drawn for. */
const widthsPx = { phone: 390, desk: 1280 } as const;

type PreviewProps = { readonly look: Look; readonly now: Look };

export function ThemePreview({ look, now }: PreviewProps) {
  const { t, language: own } = useWording();
  const [page, setPage] = useState<(typeof pages)[number]>("payment");
  const other: Language = own === "ar" ? "en" : "ar";
  const [isOther, setOther] = useState(false);
  const language = isOther ? other : own;
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const [width, setWidth] = useState<keyof typeof widthsPx>("phone");
  const isFixed = hasOwnNeutrals(resolveTheme(look.theme));
  const { addresses, failure, retry } = useAddresses(look, now);
  return (
    <section className="panel look-preview" aria-labelledby="preview">
      <h2 id="preview" className="visually-hidden">
        {t("look.preview")}
      </h2>
      <div className="look-ways">
        <select
          className="control"
          aria-label={t("look.which")}
          value={page}
          onChange={({ target }) => setPage(pages.find((one) => one === target.value) ?? "payment")}
        >
          {pages.map((one) => (
            <option key={one} value={one}>
              {t(`look.page.${one}`)}
            </option>
          ))}
        </select>
        <Switched isOn={isOther} onChange={setOther}>
          {t(`look.in.${other}`)}
        </Switched>
        <Switched isOn={scheme === "dark"} onChange={(isOn) => setScheme(isOn ? "dark" : "light")}>
          {t("look.dark")}
        </Switched>
        <Switched isOn={width === "desk"} onChange={(isOn) => setWidth(isOn ? "desk" : "phone")}>
          {t("look.desk")}
        </Switched>
      </div>
      {isFixed && scheme === "dark" && <p className="soft">{t("look.fixed")}</p>}
      {failure && <Failed failure={failure} retry={retry} />}
      <Stage
        src={addresses && `${addresses[page]}&lang=${language}&scheme=${scheme}`}
        title={t("look.preview")}
        widthPx={widthsPx[width]}
      />
    </section>
  );
}

type SwitchedProps = {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: string;
};

/** What the page is shown in besides: the other language, the dark scheme, a wide window. */
function Switched({ isOn, onChange, children }: SwitchedProps) {
  return (
    <ChoiceButton isChosen={isOn} onChoose={() => onChange(!isOn)}>
      {children}
    </ChoiceButton>
  );
}

/** A colour that is dragged gives many looks: the pages are asked for when it rests. */
const restMs = 300;

function useAddresses({ theme, imageId }: Look, now: Look) {
  const wanted = JSON.stringify({ theme, ...(imageId !== now.imageId && { imageId }) });
  const [rested, setRested] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setRested(wanted), restMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, refetch } = useRead("POST /api/v1/theme/preview", { body: JSON.parse(rested) });
  return { addresses: data?.pages ?? null, failure: error, retry: refetch };
}

type StageProps = {
  readonly src: string | null;
  readonly title: string;
  readonly widthPx: number;
};

/** A page as wide as its window, drawn as small as its place; the next one takes its place when it is there. */
function Stage({ src, title, widthPx }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const { current } = stage;
    if (current === null) return;
    const fit = (): void => {
      const scale = Math.min(1, current.clientWidth / widthPx);
      current.style.setProperty("--page-width", `${widthPx}px`);
      current.style.setProperty("--page-height", `${Math.ceil(current.clientHeight / scale)}px`);
      current.style.setProperty("--page-scale", String(scale));
      current.style.setProperty("--page-start", `${(current.clientWidth - widthPx * scale) / 2}px`);
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(current);
    return () => observer.disconnect();
  }, [widthPx]);
  const frames = [...new Set([shown, src])].filter((one) => one !== null);
  return (
    <div ref={stage} className="look-stage" dir="ltr" aria-busy={shown !== src}>
      {frames.map((one) => (
        <iframe
          key={one}
          className={one === shown || shown === null ? "look-page" : "look-page is-coming"}
          title={title}
          sandbox="allow-same-origin"
          tabIndex={-1}
          aria-hidden={one !== shown}
          src={one}
          onLoad={() => setShown(one)}
        />
      ))}
    </div>
  );
}
