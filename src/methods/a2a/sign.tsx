/** The sign of bank transfers; their name stands beside it. */
import { WordMark } from "../word-mark.tsx";

export function A2aSign() {
  return <WordMark word="IBAN" paper="sky" />;
}
