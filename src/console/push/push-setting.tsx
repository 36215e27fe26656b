/** Payments of the shop on the person's devices: on or off for this one, and which others there are. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PushDevice } from "#contract/push.ts";
import { deviceOf } from "../account/device.ts";
import { call } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { useRead } from "../calls/queries.ts";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { cross, phone } from "../display/icons.ts";
import { Failed, Reading } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { makeAddress, ownAddress, pushAbility } from "./device-push.ts";

export function PushSetting() {
  const { t } = useWording();
  const push = useRead("GET /api/v1/me/push", {});
  // An installation without it says nothing of it.
  if (push.data?.serverKey === null) return null;
  return (
    <section className="panel" aria-labelledby="push">
      <h2 id="push">{t("push.title")}</h2>
      <p>{t("push.hint")}</p>
      <Reading query={push} rows={1}>
        {({ serverKey, items }) => <Devices serverKey={serverKey ?? ""} devices={items} />}
      </Reading>
    </section>
  );
}

type DevicesProps = { readonly serverKey: string; readonly devices: readonly PushDevice[] };

function Devices({ serverKey, devices }: DevicesProps) {
  const own = useQuery({
    queryKey: ["push", "own"],
    queryFn: async () => (await ownAddress())?.endpoint ?? "",
  });
  const isOn = devices.some(({ endpoint }) => endpoint === own.data);
  return (
    <>
      {!isOn && <TurnOn serverKey={serverKey} />}
      <ul className="cards">
        {devices.map((device) => (
          <Device key={device.id} device={device} isThis={device.endpoint === own.data} />
        ))}
      </ul>
    </>
  );
}

function TurnOn({ serverKey }: Pick<DevicesProps, "serverKey">) {
  const { t, language } = useWording();
  const { shop } = useSession();
  const queries = useQueryClient();
  const ability = pushAbility();
  const turning = useMutation<"on" | "not allowed", Error>({
    mutationFn: async () => {
      const address = await makeAddress(serverKey);
      if (address === null) return "not allowed";
      await call("POST /api/v1/me/push", { body: { ...address, language } }, { shop: shop.merchantId });
      return "on";
    },
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["push"] }),
        queries.invalidateQueries({ queryKey: [shop.merchantId, "GET /api/v1/me/push"] }),
      ]),
  });
  if (ability === "installed only") return <p className="notice">{t("push.installFirst")}</p>;
  if (ability === "unable") return <p className="notice">{t("push.unable")}</p>;
  if (ability === "blocked" || turning.data === "not allowed")
    return (
      <p className="notice" role="status">
        {t("push.blocked")}
      </p>
    );
  return (
    <>
      <button type="button" className="button" disabled={turning.isPending} onClick={() => turning.mutate()}>
        <Icon path={phone} />
        {t("push.turnOn")}
      </button>
      {turning.error && (
        <p className="notice notice-danger" role="alert">
          {t("push.failed")}
        </p>
      )}
    </>
  );
}

function Device({ device, isThis }: { readonly device: PushDevice; readonly isThis: boolean }) {
  const { t } = useWording();
  const queries = useQueryClient();
  const removing = useChange("DELETE /api/v1/me/push/:deviceId", () => {
    // Another shop of the person may use it, too: only what this one was given is taken back.
    void queries.invalidateQueries({ queryKey: ["push"] });
  });
  const { id, userAgent, createdAt, lastSentAt } = device;
  return (
    <li className="card">
      <div className="card-row">
        <bdi dir="ltr" className="card-name">
          {deviceOf(userAgent) ?? t("account.otherDevice")}
        </bdi>
        {isThis && <span className="chip chip-paid">{t("account.thisOne")}</span>}
      </div>
      <div className="card-row">
        <span>
          {t(lastSentAt === null ? "push.since" : "push.last")}{" "}
          <DateShown instant={lastSentAt ?? createdAt} hasTime />
        </span>
        <button
          type="button"
          className="act"
          disabled={removing.isPending}
          onClick={() => removing.mutate({ params: { deviceId: String(id) } })}
        >
          <Icon path={cross} />
          {t("push.turnOff")}
        </button>
      </div>
      {removing.error && <Failed failure={removing.error} />}
    </li>
  );
}
