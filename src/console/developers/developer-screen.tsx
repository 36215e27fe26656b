/** A screen for who connects a shop's programs: the parts of it above its content. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Choices } from "../display/choices.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";
import { Screen } from "../shell/screen.tsx";
import { WorldNote } from "../shell/world-note.tsx";

type Part = {
  readonly to: "/developers" | "/developers/webhooks" | "/developers/requests";
  readonly text: TextKey;
};

const parts: readonly Part[] = [
  { to: "/developers", text: "developers.keys" },
  { to: "/developers/webhooks", text: "developers.webhooks" },
  { to: "/developers/requests", text: "developers.requests" },
];

type DeveloperScreenProps = {
  readonly title: string;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
};

export function DeveloperScreen({ title, acts, children }: DeveloperScreenProps) {
  const { t } = useWording();
  return (
    <Screen title={title} acts={acts}>
      <nav aria-label={t("developers.parts")}>
        <Choices>
          {parts.map(({ to, text }) => (
            <li key={to}>
              <Link to={to} className="choice" activeOptions={{ exact: to === "/developers" }}>
                {t(text)}
              </Link>
            </li>
          ))}
          <li>
            <a className="choice" href="/docs" target="_blank" rel="noopener">
              {t("developers.docs")}
              <span className="visually-hidden">{t("send.newTab")}</span>
            </a>
          </li>
        </Choices>
      </nav>
      <WorldNote about="keys" />
      {children}
    </Screen>
  );
}
