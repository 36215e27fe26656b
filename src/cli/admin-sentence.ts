/** What went wrong with an operator's command, as a sentence. */
import pg from "pg";
import { isProblem, type Problem } from "#core/problem.ts";
import { problemText } from "#server/texts/texts.ts";

/** For the person at the terminal; of an unexpected error the first line. */
export function sentenceOf(error: unknown): string {
  if (isProblem(error)) return problemSentence(error);
  if (!(error instanceof Error)) return String(error);
  // By the class: codes of files, such as EPERM and EROFS, look like those of the database.
  if (!(error instanceof pg.DatabaseError)) return error.message;
  if (error.code === "42P01" || error.code === "42703")
    return "The database has not the shape of this release yet. Start the server once; it brings it there.";
  return `The database refused it (${error.code}). Nothing was changed.`;
}

function problemSentence({ code, fields = [] }: Problem): string {
  const places = fields.map(({ path, message }) => (path === "" ? message : `${path} ${message}`));
  return [
    places.length === 0 ? problemText("en", code) : "Nothing was changed:",
    ...places.map((line) => `  ${line}`),
  ].join("\n");
}
