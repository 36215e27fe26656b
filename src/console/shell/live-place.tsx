/** What follows the shop comes after the first screen, so that it takes nothing from it. */
import { lazy, Suspense, useEffect, useState } from "react";
import { withTexts } from "../i18n/texts.ts";

const Live = lazy(() => withTexts(() => import("../live/live.tsx")));

const afterMs = 700;

export function LivePlace() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), afterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{isDue && <Live />}</Suspense>;
}
