/** What a person is called, and by what they sign in. */
import { type SubmitEvent, useState } from "react";
import { useChange } from "../calls/queries.ts";
import { Failed } from "../display/states.tsx";
import { Field } from "../forms/field.tsx";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { Dialog } from "../shell/dialog.tsx";

/** Each way to sign in is changed on a page of the server, once a code that was sent there came back. */
export function OwnNames() {
  const { t } = useWording();
  const { name, email, mobile } = useSession().me.person;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <dl>
        <dt className="own-name-label">{t("account.ownName")}</dt>
        <dd className="own-name">
          <bdi className="long-word">{name}</bdi>
          <button type="button" className="act" onClick={() => setOpen(true)}>
            {t("account.changeName")}
          </button>
        </dd>
        <dt className="own-name-label">{t("account.email")}</dt>
        <dd className="own-name">
          <SignInName name={email} none={t("account.noEmail")} />
          <a className="act" href="/own-email">
            {t(email === null ? "account.addEmail" : "account.changeEmail")}
          </a>
        </dd>
        <dt className="own-name-label">{t("account.mobile")}</dt>
        <dd className="own-name">
          <SignInName name={mobile} none={t("account.noMobile")} />
          <a className="act" href="/own-mobile">
            {t(mobile === null ? "account.addMobile" : "account.changeMobile")}
          </a>
        </dd>
      </dl>
      {isOpen && <NameDialog name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function SignInName({ name, none }: { readonly name: string | null; readonly none: string }) {
  if (name === null) return <span className="soft">{none}</span>;
  return (
    <bdi dir="ltr" className="long-word">
      {name}
    </bdi>
  );
}

function NameDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { t } = useWording();
  const changing = useChange("PATCH /api/v1/me");
  const [isMissing, setMissing] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    setMissing(typed === "");
    // The document says who is signed in.
    if (typed !== "") changing.mutate({ body: { name: typed } }, { onSuccess: () => location.reload() });
  };
  return (
    <Dialog title={t("account.changeName")} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <Field
          name="name"
          label={t("account.ownName")}
          hint={t("account.nameHint")}
          autoComplete="name"
          isRequired
          maxLength={120}
          defaultValue={name}
          fault={isMissing ? t("account.nameMissing") : null}
        />
        {changing.error && <Failed failure={changing.error} />}
        <button type="submit" className="button button-primary" disabled={changing.isPending}>
          {t("account.save")}
        </button>
      </form>
    </Dialog>
  );
}
