/** Links that show the things of one state alone, as the address says; the first one shows all. */
import { Link } from "@tanstack/react-router";
import { Choices } from "../display/choices.tsx";
import { type TextKey, useWording } from "../i18n/texts.ts";

type StateChoicesProps<State extends string> = {
  readonly to: "/invoices/quotes" | "/invoices/recurring";
  readonly named: TextKey;
  readonly states: readonly State[];
  readonly textOf: (state: State) => TextKey;
};

export function StateChoices<State extends string>({ to, named, states, textOf }: StateChoicesProps<State>) {
  const { t } = useWording();
  return (
    <nav aria-label={t(named)}>
      <Choices>
        {[null, ...states].map((state) => (
          <li key={state}>
            <Link to={to} search={state ? { state } : {}} className="choice" activeOptions={{ exact: true }}>
              {t(state ? textOf(state) : "invoices.everything")}
            </Link>
          </li>
        ))}
      </Choices>
    </nav>
  );
}
