/** Takes a colleague out of the shop at once; an invitation would bring them back, so it is asked once and plainly. */
import type { Member } from "#contract/people.ts";
import { useChange } from "../calls/change.ts";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { Dialog } from "../shell/dialog.tsx";

export function RemoveDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { t } = useWording();
  const removing = useChange("DELETE /api/v1/team/:personId");
  const params = { personId: String(member.personId) };
  return (
    <Dialog title={t("team.remove")} onClose={onClose}>
      <div className="form">
        <p>
          <bdi className="card-name">{member.name}</bdi> · {t(`role.${member.role}`)}
        </p>
        <p>{t("team.removeHint")}</p>
        {removing.error && <Failed failure={removing.error} />}
        <button
          type="button"
          className="button button-danger"
          disabled={removing.isPending}
          onClick={() => removing.mutate({ params }, { onSuccess: onClose })}
        >
          {t("team.removeNow")}
        </button>
      </div>
    </Dialog>
  );
}
