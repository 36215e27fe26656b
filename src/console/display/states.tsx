/** What a screen shows while there is nothing to show yet, nothing at all, or no answer. */
import type { ReactNode } from "react";
import type { CallFailure } from "../calls/call.ts";
import { type Translate, textIfAny, useWording } from "../i18n/texts.ts";
import { Icon } from "./icon.tsx";
import * as icons from "./icons.ts";

type Query<Data> = {
  readonly data: Data | undefined;
  readonly error: CallFailure | null;
  readonly refetch: () => unknown;
  readonly isPlaceholderData: boolean;
};

/** Draws what a query has read; before that the outline of it, and where it failed why, with a way to try again. */
export function Reading<Data>(props: {
  readonly query: Query<Data>;
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch, isPlaceholderData } = props.query;
  if (error !== null && (data === undefined || isPlaceholderData))
    return <Failed failure={error} retry={refetch} />;
  if (data === undefined) return <Loading rows={props.rows ?? 4} />;
  return (
    <div className={isPlaceholderData ? "is-old" : undefined} aria-busy={isPlaceholderData}>
      {error !== null && <Failed failure={error} retry={refetch} />}
      {props.children(data)}
    </div>
  );
}

function Loading({ rows }: { readonly rows: number }) {
  const { t } = useWording();
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{t("states.loading")}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={String(index)} className="loading-row" />
      ))}
    </div>
  );
}

/** What to say of a failed call: what its code has a text for, else that it did not work. */
export function failureText({ code }: Pick<CallFailure, "code">, t: Translate): string {
  const name = code.endsWith("not_found") ? "not_found" : code;
  return textIfAny(t, `failures.${name}`) ?? textIfAny(t, `refusals.${name}`) ?? t("failures.other");
}

/** Why a call failed, and a button that makes it again. */
export function Failed(props: { readonly failure: CallFailure; readonly retry?: () => unknown }) {
  const { t } = useWording();
  return (
    <div className="notice notice-danger" role="alert">
      <Icon path={icons.alert} />
      <p>{failureText(props.failure, t)}</p>
      {props.retry && (
        <button type="button" className="button" onClick={() => void props.retry?.()}>
          {t("states.retry")}
        </button>
      )}
    </div>
  );
}

type Pages = {
  readonly data?: { readonly pages: readonly { readonly items: readonly unknown[] }[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

type MoreProps = {
  readonly list: Pages;
  /** There is a search or a filter above the list. */
  readonly canNarrow?: boolean;
};

/** Few people read on for so many pages: they look for something. */
const manyPages = 4;

/** Brings the next page of a list, while there is one, and says when there is a shorter way than reading on. */
export function MoreOf({ list, canNarrow = false }: MoreProps) {
  const { t } = useWording();
  if (!list.hasNextPage) return null;
  const pages = list.data?.pages ?? [];
  const count = pages.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      {canNarrow && pages.length >= manyPages && (
        <p className="notice list-many" role="status">
          {t("states.many", { count })}
        </p>
      )}
      <button
        type="button"
        className="button list-more"
        disabled={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {t("states.more")}
      </button>
    </>
  );
}

/** A list without entries: what it would hold, and the way to the first one. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
