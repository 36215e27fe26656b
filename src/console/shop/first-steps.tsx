/** The first steps of a shop: how many are done, and each with the way to its place. */
import { Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { Methods } from "./methods.tsx";
import { stepNames } from "./steps.ts";
import { Ring, useDoneSteps, Way } from "./steps-on-home.tsx";

export function StepsScreen() {
  const { t } = useWording();
  const may = useMay("shop.manage");
  return (
    <Screen title={t("steps.title")}>
      {may ? (
        <>
          <Steps />
          <Methods />
        </>
      ) : (
        <p className="notice">{t("failures.permission_missing")}</p>
      )}
    </Screen>
  );
}

function Steps() {
  const { t } = useWording();
  const steps = useDoneSteps();
  return (
    <Reading query={steps} rows={6}>
      {(done) => (
        <>
          <p className="steps-head">
            <Ring done={done.size} />
            <span>
              {done.size === stepNames.length
                ? t("steps.allDone")
                : t("steps.progress", { done: done.size, all: stepNames.length })}
            </span>
          </p>
          <ol className="menu">
            {stepNames.map((name) => (
              <li key={name}>
                <Way name={name} isDone={done.has(name)} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Reading>
  );
}
