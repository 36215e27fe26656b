/** What a person is called, and by what they sign in. */
import { useState } from "react";
import { useChange } from "../calls/change.ts";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { NameDialog } from "./name-dialog.tsx";

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
      {isOpen && <OwnNameDialog name={name} onClose={() => setOpen(false)} />}
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

function OwnNameDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { t } = useWording();
  const changing = useChange("PATCH /api/v1/me");
  return (
    <NameDialog
      title={t("account.changeName")}
      field={{
        label: t("account.ownName"),
        hint: t("account.nameHint"),
        autoComplete: "name",
        maxLength: 120,
        defaultValue: name,
      }}
      storing={changing}
      // The document says who is signed in.
      onName={(typed) => changing.mutate({ body: { name: typed } }, { onSuccess: () => location.reload() })}
      onClose={onClose}
    />
  );
}
