/** The sign of STC Pay; its name stands beside it. */
import { WordMark } from "../word-mark.tsx";

export function StcPaySign() {
  return <WordMark word="stc pay" paper="violet" />;
}
