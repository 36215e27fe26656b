/** The content of a page whose order, product or address does not exist. */
import type { ReactNode } from "react";
import * as icons from "../icons/icon-paths.ts";
import { NoticePanel } from "./notice-panel.tsx";

/** The head of the page has its logo. `title` is the sentence of Spec 2.11 or 8; `children` say what to do. */
export function NotFoundPanel({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <NoticePanel icon={icons.alert}>
      <h1>{title}</h1>
      {children}
    </NoticePanel>
  );
}
