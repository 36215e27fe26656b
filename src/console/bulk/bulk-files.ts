/** The files that the screen gives: the template to fill in, and what happened to each row; both open in Arabic Excel as they are. */
import { byteOrderMark, csvLine, guarded, separatorOf } from "#core/csv-text.ts";
import type { Language } from "#core/language.ts";
import { failureText } from "../display/states.tsx";
import type { Translate, Wording } from "../i18n/texts.ts";
import type { Issued, ToIssue } from "./bulk-store.ts";
import type { BulkRow } from "./read-rows.ts";
import { type Column, columns } from "./read-table.ts";
import type { Task } from "./run.ts";

function toFile(rows: readonly (readonly string[])[], language: Language): Blob {
  const lines = rows.map((row) => csvLine(row, separatorOf(language)));
  return new Blob([byteOrderMark, ...lines], { type: "text/csv" });
}

/** The headings with one row as an example. */
export function templateFile({ t, language }: Wording): Blob {
  const example: Partial<Record<Column, string>> = {
    amount: "250.50",
    mobile: "0551234567",
    name: t("bulk.exampleName"),
    title: t("bulk.exampleTitle"),
  };
  return toFile(
    [columns.map((column) => t(`bulkColumn.${column}`)), columns.map((column) => example[column] ?? "")],
    language,
  );
}

type Tasks = readonly Task<ToIssue, Issued>[];

/** Every row of the file with its invoice, or with the reason why there is none. */
export function resultFile(rows: readonly BulkRow[], tasks: Tasks, { t, language }: Wording): Blob {
  const taskOf = new Map(tasks.map((task) => [task.item.row.line, task]));
  const head = [
    t("bulk.line"),
    t("bulk.state"),
    ...(["name", "mobile", "amount", "number"] as const).map((column) => t(`bulkColumn.${column}`)),
    t("invoice.number"),
    t("bulk.link"),
    t("bulk.why"),
  ];
  const lines = rows.map((row) => {
    const task = taskOf.get(row.line);
    const { name = "", mobile = "", amount = "", number = "" } = row.cells;
    return [
      String(row.line),
      t(`bulkState.${stateOf(task)}`),
      ...[name, mobile].map(guarded),
      task?.made?.total ?? guarded(amount),
      ...[number, task?.made?.orderNumber ?? "", task?.made?.url ?? "", whyNot(row, task, t)].map(guarded),
    ];
  });
  return toFile([head, ...lines], language);
}

/** The status of a row, as a text of `bulkState`. */
export function stateOf(task: Task<ToIssue, Issued> | undefined) {
  if (task === undefined) return "wrong";
  return task.step === "done" && task.made?.isOld ? "old" : task.step;
}

/** What is wrong with a row, or why the server refused it; empty where nothing is. */
export function whyNot(row: BulkRow, task: Task<ToIssue, Issued> | undefined, t: Translate): string {
  if (row.faults) {
    const faults = Object.entries(row.faults) as [Column, Parameters<Translate>[0]][];
    return faults.map(([column, fault]) => `${t(`bulkColumn.${column}`)}: ${t(fault)}`).join(" · ");
  }
  const { failure = null } = task ?? {};
  if (failure === null) return "";
  const places = failure.fields.map(({ path }) => path).join(", ");
  return places === "" ? failureText(failure, t) : `${failureText(failure, t)} (${places})`;
}
