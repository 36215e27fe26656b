/** Who works in the shop: invited by address and role, given another role, signed out, taken out. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Invitation, Member } from "#contract/people.ts";
import { type Role, roles } from "#core/roles.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { cross, forth, out } from "../display/icons.ts";
import { Failed, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useMay, useSession } from "../session/shop.ts";
import { signInName } from "../session/sign-in-name.ts";
import { Screen } from "../shell/screen.tsx";
import { WorldNote } from "../shell/world-note.tsx";
import { InviteForm } from "./invite-form.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

export function Team() {
  const { t } = useWording();
  const team = useRead("GET /api/v1/team", {});
  const mayRead = useMay("audit.read");
  const log = mayRead && (
    <Link to="/team/audit" className="button">
      {t("team.audit")}
      <Icon path={forth} className="is-directed" />
    </Link>
  );
  return (
    <Screen title={t("team.title")} acts={log}>
      <WorldNote about="people" />
      <InviteForm />
      <Reading query={team}>
        {({ items, invitations }) => (
          <>
            {invitations.length > 0 && <Invited invitations={invitations} />}
            <section className="part" aria-labelledby="members">
              <h2 id="members">{t("team.members")}</h2>
              <ul className="cards">
                {items.map((member) => (
                  <MemberCard key={member.personId} member={member} />
                ))}
              </ul>
            </section>
          </>
        )}
      </Reading>
    </Screen>
  );
}

function Invited({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { t } = useWording();
  const withdrawing = useChange("DELETE /api/v1/team/invitations/:invitationId");
  return (
    <section className="part" aria-labelledby="invited">
      <h2 id="invited">{t("team.invited")}</h2>
      {withdrawing.error && <Failed failure={withdrawing.error} />}
      <ul className="cards">
        {invitations.map(({ id, role, expiresAt, ...names }) => (
          <li key={id} className="card">
            <div className="card-row">
              <bdi dir="ltr" className="card-name">
                {signInName(names)}
              </bdi>
              <span className="chip">{t(`role.${role}`)}</span>
            </div>
            <div className="card-row">
              <span className="soft">
                {t("team.until")} <DateShown instant={expiresAt} hasTime />
              </span>
              <button
                type="button"
                className="act"
                disabled={withdrawing.isPending}
                onClick={() => withdrawing.mutate({ params: { invitationId: String(id) } })}
              >
                <Icon path={cross} />
                {t("team.withdraw")}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MemberCard({ member }: { readonly member: Member }) {
  const { t } = useWording();
  const { me } = useSession();
  const changing = useChange("PATCH /api/v1/team/:personId");
  const isSelf = signInName(member) === signInName(me.person);
  const params = { personId: String(member.personId) };
  const role = changing.isPending ? changing.variables.body.role : member.role;
  return (
    <li className="card">
      <div className="card-row">
        <bdi className="card-name">{member.name}</bdi>
        {isSelf ? (
          <span className="chip">
            {t(`role.${member.role}`)} · {t("team.you")}
          </span>
        ) : (
          <RoleSelect
            label={t("team.roleOf", { name: member.name })}
            role={role}
            onRole={(next) => changing.mutate({ params, body: { role: next } })}
          />
        )}
      </div>
      <div className="card-row">
        <bdi dir="ltr" className="soft long-word">
          {signInName(member)}
        </bdi>
      </div>
      <LastSeen member={member} />
      {changing.error && <Failed failure={changing.error} />}
      {!isSelf && <Acts member={member} />}
    </li>
  );
}

function RoleSelect(props: {
  readonly label: string;
  readonly role: Role;
  readonly onRole: (role: Role) => void;
}) {
  const { t } = useWording();
  return (
    <select
      className="control control-short"
      aria-label={props.label}
      value={props.role}
      onChange={({ target }) => {
        const role = roles.find((one) => one === target.value);
        if (role) props.onRole(role);
      }}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {t(`role.${one}`)}
        </option>
      ))}
    </select>
  );
}

function LastSeen({ member: { lastSeenAt } }: { readonly member: Member }) {
  const { t } = useWording();
  return (
    <p className="soft">
      {lastSeenAt ? (
        <>
          {t("team.lastSeen")} <DateShown instant={lastSeenAt} hasTime />
        </>
      ) : (
        t("team.neverSeen")
      )}
    </p>
  );
}

/** Ending sessions takes nothing away: the person signs in again. Taking out is asked. */
function Acts({ member }: { readonly member: Member }) {
  const { t } = useWording();
  const ending = useChange("POST /api/v1/team/:personId/end-sessions");
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      {ending.error && <Failed failure={ending.error} />}
      <div className="row-acts">
        {member.openSessions > 0 && (
          <button
            type="button"
            className="act"
            disabled={ending.isPending}
            onClick={() => ending.mutate({ params: { personId: String(member.personId) } })}
          >
            <Icon path={out} className="is-directed" />
            {t("team.endSessions")}
          </button>
        )}
        <button type="button" className="act" onClick={() => setRemoving(true)}>
          <Icon path={cross} />
          {t("team.remove")}
        </button>
      </div>
      {isRemoving && <RemoveDialog member={member} onClose={() => setRemoving(false)} />}
    </>
  );
}
