/** The sign of Tamara; its name stands beside it. */
import { WordMark } from "../word-mark.tsx";

export function TamaraSign() {
  return <WordMark word="tamara" paper="apricot" />;
}
