/** The four parts of a total with their days, one below the other (Spec 2.3 "4 interest-free payments"). */
import { Amount } from "#web/components/amount.tsx";
import { DateText } from "#web/components/date-text.tsx";
import { dueDate, planOf } from "./plan.ts";

type InstalmentPlanProps = {
  readonly total: number;
  readonly currency: string;
  readonly title: string;
  /** When a part is due: in so many months, 0 is today. */
  readonly due: (months: number) => string;
  readonly hasHijriDates: boolean | undefined;
};

export function InstalmentPlan({ total, currency, title, due, hasHijriDates }: InstalmentPlanProps) {
  const now = Date.now();
  return (
    <div className="instalment-plan">
      <p>
        <strong>{title}</strong>
      </p>
      <ol>
        {planOf(total, currency).map(({ months, amount }) => (
          <li key={months}>
            <span>
              {due(months)}
              {months > 0 && (
                <small>
                  {" "}
                  · <DateText instant={dueDate(months, now)} hasHijriDates={hasHijriDates} />
                </small>
              )}
            </span>{" "}
            <Amount value={amount} currency={currency} />
          </li>
        ))}
      </ol>
    </div>
  );
}
