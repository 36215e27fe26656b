/** The first rows of a file, with what is wrong in a cell at the cell, or with the invoice that a row became. */
import { useState } from "react";
import { Amount } from "../display/amount.tsx";
import { ChoiceButton } from "../display/choice-button.tsx";
import { Choices } from "../display/choices.tsx";
import { DateShown } from "../display/date.tsx";
import { RowLink } from "../display/row-link.tsx";
import { useWording } from "../i18n/texts.ts";
import { stateOf, whyNot } from "./bulk-files.ts";
import type { Issued, ToIssue } from "./bulk-store.ts";
import type { BulkRow } from "./read-rows.ts";
import type { Column } from "./read-table.ts";
import type { Task } from "./run.ts";

/** More would only be scrolled past; the others are counted. */
const mostShown = 50;

type RowTask = Task<ToIssue, Issued>;

type RowsProps = {
  readonly rows: readonly BulkRow[];
  /** Null before anything is issued. */
  readonly tasks: readonly RowTask[] | null;
};

const chips = {
  wrong: "chip chip-overdue",
  failed: "chip chip-overdue",
  waiting: "chip",
  sending: "chip chip-unpaid",
  done: "chip chip-paid",
  old: "chip",
} as const;

export function Rows({ rows, tasks }: RowsProps) {
  const { t } = useWording();
  const taskOf = new Map(tasks?.map((task) => [task.item.row.line, task]));
  const isFaulty = (row: BulkRow): boolean => row.faults !== null || taskOf.get(row.line)?.step === "failed";
  const faulty = rows.filter(isFaulty);
  const [isAll, setAll] = useState(faulty.length === 0);
  const meant = isAll ? rows : faulty;
  const shown = meant.slice(0, mostShown);
  return (
    <div className="bulk-rows">
      {faulty.length > 0 && (
        <Choices label={t("bulk.which")}>
          {([false, true] as const).map((all) => (
            <li key={String(all)}>
              <ChoiceButton isChosen={all === isAll} onChoose={() => setAll(all)}>
                {t(all ? "bulk.allRows" : "bulk.wrongRows")}
              </ChoiceButton>
            </li>
          ))}
        </Choices>
      )}
      <ol className="cards">
        {shown.map((row) => (
          <Row key={row.line} row={row} task={taskOf.get(row.line)} isBegun={tasks !== null} />
        ))}
      </ol>
      {meant.length > shown.length && (
        <p className="list-end">{t("bulk.notShown", { count: meant.length - shown.length })}</p>
      )}
    </div>
  );
}

type RowProps = { readonly row: BulkRow; readonly task: RowTask | undefined; readonly isBegun: boolean };

function Row({ row, task, isBegun }: RowProps) {
  const { t } = useWording();
  const { cells, body, line } = row;
  const state = stateOf(task);
  const why = isBegun ? whyNot(row, task, t) : "";
  return (
    <li className="card bulk-row">
      <div className="card-row">
        <span className="card-title">
          <span className="soft">{t("bulk.lineNumber", { line })}</span>
          {task?.made ? (
            <RowLink to="/invoices/$orderNumber" params={{ orderNumber: task.made.orderNumber }}>
              <bdi>{cells.name || cells.mobile}</bdi>
            </RowLink>
          ) : (
            <bdi className="card-name">{cells.name}</bdi>
          )}
          {(isBegun || row.faults) && <span className={chips[state]}>{t(`bulkState.${state}`)}</span>}
        </span>
        <Cell row={row} column="amount">
          {body ? (
            <Amount amount={task?.made?.total ?? body.lines[0]?.unitPrice ?? "0"} currency="SAR" />
          ) : null}
        </Cell>
      </div>
      <div className="bulk-cells">
        <Cell row={row} column="mobile" isLtr />
        <Cell row={row} column="title" />
        <Cell row={row} column="dueDate">
          {body?.dueDate ? <DateShown instant={body.dueDate} /> : null}
        </Cell>
        <Cell row={row} column="email" isLtr />
        <Cell row={row} column="discount" isLtr />
        <Cell row={row} column="number" isLtr />
        <Cell row={row} column="note" />
      </div>
      {why !== "" && row.faults === null && <p className="field-fault">{why}</p>}
    </li>
  );
}

type CellProps = {
  readonly row: BulkRow;
  readonly column: Column;
  readonly isLtr?: boolean;
  readonly children?: React.ReactNode;
};

/** What a cell says, as it was typed unless it could be read; nothing for an empty one that may be so. */
function Cell({ row, column, isLtr = false, children }: CellProps) {
  const { t } = useWording();
  const text = row.cells[column] ?? "";
  const fault = row.faults?.[column];
  if (text === "" && fault === undefined) return null;
  return (
    <span className="bulk-cell">
      {column !== "amount" && <span className="soft">{t(`bulkColumn.${column}`)}</span>}
      {children ?? <bdi dir={isLtr ? "ltr" : undefined}>{text}</bdi>}
      {fault && <span className="field-fault">{t(fault)}</span>}
    </span>
  );
}
