/** Asks over the form who the person is, whenever a call waits for that; its form is fetched then. */
import { lazy, Suspense } from "react";
import { withTexts } from "../i18n/texts.ts";
import { useAsked } from "../session/gate.ts";

const Asking = lazy(() => withTexts(() => import("./asking.tsx")));

export function GateDialog() {
  const asked = useAsked();
  return <Suspense>{asked !== null && <Asking key={asked} asked={asked} />}</Suspense>;
}
