/** The sign of SADAD; its name stands beside it. */
import { WordMark } from "../word-mark.tsx";

export function SadadSign() {
  return <WordMark word="SADAD" paper="amber" />;
}
