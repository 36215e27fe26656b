/** A form that reads itself, says what is wrong at its fields, and keeps what was typed when the server refuses. */
import { type RefObject, type SubmitEvent, useRef, useState } from "react";
import { CallFailure } from "../calls/call.ts";
import { type Faults, faultsAt } from "./field-fault.ts";

export type { Faults } from "./field-fault.ts";

type CheckedForm = {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly faults: Faults;
  /** What the server refused and no field shows. */
  readonly failure: CallFailure | null;
  readonly isBusy: boolean;
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void;
};

/**
 * @param send reads the form and sends it; resolves with faults where it was not sent
 * @param faultsOf the fields that the server found wrong, by the names of the form's; what all forms say alike is said without it
 */
export function useCheckedForm(
  send: (data: FormData) => Promise<Faults | null>,
  faultsOf: (fields: CallFailure["fields"]) => Faults,
): CheckedForm {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const show = (found: Faults): void => {
    setFaults(found);
    const [name] = Object.keys(found);
    const field = name === undefined ? null : form.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  const submit = async (data: FormData): Promise<void> => {
    setFaults({});
    setFailure(null);
    setBusy(true);
    try {
      show((await send(data)) ?? {});
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const has = (name: string): boolean => form.current?.elements.namedItem(name) instanceof HTMLElement;
      const found = faultsAt(error.fields, faultsOf, has);
      if (Object.keys(found).length === 0) setFailure(error);
      show(found);
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ form, faults, failure, isBusy },
    submit: (event) => {
      event.preventDefault();
      void submit(new FormData(event.currentTarget));
    },
  };
}
