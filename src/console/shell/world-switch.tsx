/** From the live shop to its test world and back, by one press, to the same part of the console. */
import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { worlds } from "#core/world.ts";
import { useWording, withTexts } from "../i18n/texts.ts";
import { useMay, useSession } from "../session/shop.ts";
import { inWorld } from "../session/world.ts";

const OpenTestWorld = lazy(() => withTexts(() => import("./open-test-world.tsx")));

/** Nothing for a person whose shop has no test world, and who may not make it. */
export function WorldSwitch() {
  const { t } = useWording();
  const { me, shop, choose } = useSession();
  const mayOpen = useMay("developer.manage");
  const [isOpening, setOpening] = useState(false);
  const section = useRouterState({ select: ({ location }) => /^\/[a-z]*/.exec(location.pathname)?.[0] });
  if (!mayOpen && inWorld(me, shop, "test") === null) return null;
  return (
    <>
      <fieldset className="worlds">
        <legend className="visually-hidden">{t("shell.world")}</legend>
        {worlds.map((world) => (
          <button
            key={world}
            type="button"
            aria-pressed={shop.world === world}
            onClick={() => {
              const next = inWorld(me, shop, world);
              if (next === null) setOpening(true);
              else if (next !== shop) choose(next, section);
            }}
          >
            {t(`shell.${world}`)}
          </button>
        ))}
      </fieldset>
      {/* Its buttons are those of a dialog. */}
      <Suspense>{isOpening && <OpenTestWorld onClose={() => setOpening(false)} />}</Suspense>
    </>
  );
}
