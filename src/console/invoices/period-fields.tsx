/** First and last day of the listed invoices; they come once the period is opened. */
import { Link } from "@tanstack/react-router";
import { DayField } from "../display/day-field.tsx";
import { useWording } from "../i18n/texts.ts";
import { invoicesRoute } from "../routes.tsx";
import { type InvoiceFilters, readDay } from "./invoice-filters.ts";

export default function PeriodFields({ filters }: { readonly filters: InvoiceFilters }) {
  const { t } = useWording();
  const navigate = invoicesRoute.useNavigate();
  const choose = (name: "from" | "to", text: string): void => {
    const { [name]: _, ...rest } = filters;
    const day = readDay(text);
    void navigate({ search: day ? { ...rest, [name]: day } : rest, replace: true });
  };
  return (
    <div className="date-fields">
      {(["from", "to"] as const).map((name) => (
        <DayField
          key={name}
          label={t(`invoices.${name}`)}
          value={filters[name]}
          onChoose={(text) => choose(name, text)}
        />
      ))}
      {(filters.from ?? filters.to) && (
        <Link to="/invoices" search={filters.show ? { show: filters.show } : {}} className="button">
          {t("invoices.allDays")}
        </Link>
      )}
    </div>
  );
}
