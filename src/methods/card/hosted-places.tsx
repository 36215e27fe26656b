/**
 * The places of the gateway's fields in hosted mode: labels, boxes and messages, without what makes them work. They
 * are in the page from the first byte, so that nothing jumps when the frames arrive.
 */
import { type Ref, useImperativeHandle } from "react";
import { useTranslations } from "use-intl/react";
import type { CardMethod } from "#core/card/card-brands.ts";
import { errorText } from "#web/forms/error-text.ts";
import type { FormErrors } from "#web/forms/form-errors.ts";
import type { PanelHandle } from "#web/payment/panel.ts";
import { type CardText, cardFieldId, type HostedFieldName } from "./card-problems.ts";
import { SecureNote } from "./secure-note.tsx";

/** Fields of the gateway's form, by its own names, in the order of ours. */
export const hostedFields: readonly {
  readonly field: HostedFieldName;
  readonly label: CardText;
  readonly example?: CardText;
}[] = [
  { field: "number", label: "cardNumber" },
  { field: "expiryMonth", label: "expiryMonth", example: "monthFormat" },
  { field: "expiryYear", label: "expiryYear", example: "yearFormat" },
  { field: "securityCode", label: "cvv" },
  { field: "nameOnCard", label: "nameOnCard" },
];

type HostedPlacesProps = {
  readonly kind: CardMethod;
  readonly errors: FormErrors;
  readonly focused: HostedFieldName | null;
  /** A label was pressed: the input itself is hidden by the gateway's frame. */
  readonly onLabel: (field: HostedFieldName) => void;
};

export function HostedPlaces({ kind, errors, focused, onLabel }: HostedPlacesProps) {
  const t = useTranslations("card");
  return (
    <div className="hosted-places">
      {hostedFields.map(({ field, label, example }) => {
        const id = cardFieldId(kind, field);
        return (
          <div className="field" key={field} data-place={field}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: a label is not reached by keys */}
            <label htmlFor={id} onClick={() => onLabel(field)}>
              {t(label)}
            </label>
            <div
              className="field-box"
              data-wrong={errors[field] ? "" : undefined}
              data-focus={field === focused ? "" : undefined}
            >
              {/* No name: nothing in it could be sent to us. */}
              <input
                id={id}
                type="text"
                readOnly
                placeholder={example && t(example)}
                aria-describedby={`${id}-error`}
                dir="ltr"
              />
            </div>
            <p id={`${id}-error`} className="field-error" aria-live="polite">
              {errorText(t, errors[field])}
            </p>
          </div>
        );
      })}
    </div>
  );
}

/** The panel while its code is on the way. A press of Pay says that it is too early (Spec 8). */
export function HostedWaiting({ ref, kind }: { readonly ref: Ref<PanelHandle>; readonly kind: CardMethod }) {
  const t = useTranslations("card");
  useImperativeHandle(ref, () => ({
    check: () => null,
    pay: async () => ({ kind: "failed", text: t("paymentSessionNotReady") }),
  }));
  return (
    <div className="card-form hosted-fields" aria-busy data-status="loading">
      <HostedPlaces kind={kind} errors={{}} focused={null} onLabel={() => undefined} />
      <p className="hosted-status" aria-live="polite">
        {t("fieldsLoading")}
      </p>
      <SecureNote says="hostedNote" />
    </div>
  );
}
