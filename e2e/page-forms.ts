/** Forms of pages that need no script, sent as a browser sends them. */
import { type PageForm, pageForms } from "#core/page-forms.ts";

type SentForm = {
  readonly form: PageForm;
  /** What its address names: `{ orderNumber }`. */
  readonly named: Readonly<Record<string, string>>;
  /** Beside its language, which is Arabic. */
  readonly fields?: Readonly<Record<string, string>>;
};

/**
 * Sends a form that is to be taken.
 * @throws Error where it is not, with what its page would say
 */
export async function sendPageForm(baseUrl: string, { form, named, fields }: SentForm): Promise<void> {
  const path = form.replace(/:(\w+)/g, (_, name: string) => named[name] ?? "");
  const response = await fetch(baseUrl + path, {
    method: "POST",
    headers: { origin: baseUrl },
    body: new URLSearchParams({ lang: "ar", ...fields }),
    redirect: "manual",
  });
  const location = response.headers.get("location") ?? "";
  const { faults } = pageForms[form];
  const isRefused = faults !== null && new URL(location, baseUrl).searchParams.has(faults.parameter);
  if (response.status !== 303 || isRefused)
    throw new Error(`${path} was not taken: ${response.status} ${location} ${await response.text()}`);
}
