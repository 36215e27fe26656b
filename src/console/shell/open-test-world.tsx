/** Makes the test world of a shop that has none: what it is, one press, and its first key. */
import { useState } from "react";
import { call, newIdempotencyKey } from "../calls/call.ts";
import { useChange } from "../calls/change.ts";
import { ShownOnce } from "../developers/shown-once.tsx";
import { Failed } from "../display/states.tsx";
import { useWording } from "../i18n/texts.ts";
import { useSession } from "../session/shop.ts";
import { basePathOf, inWorld } from "../session/world.ts";
import { Dialog } from "./dialog.tsx";

export default function OpenTestWorld({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWording();
  const { shop } = useSession();
  const [key, setKey] = useState<string | null>(null);
  const opening = useChange("POST /api/v1/merchant/test-world", (made) => setKey(made.key.key));
  const enter = async (): Promise<void> => {
    const me = await call(
      "GET /api/v1/me",
      {},
      { shop: shop.merchantId, idempotencyKey: newIdempotencyKey() },
    );
    const made = inWorld(me, shop, "test");
    location.assign(made === null ? "/" : `${basePathOf(made)}/developers`);
  };
  if (opening.isSuccess)
    return (
      <ShownOnce
        title={t("world.opened")}
        secret={key}
        hint={t("world.keyHint")}
        goneHint={t("keys.goneHint")}
        copyText={t("keys.copy")}
        onClose={() => void enter()}
      />
    );
  return (
    <Dialog title={t("world.open")} onClose={onClose}>
      <div className="form">
        <p>{t("world.what")}</p>
        <p>{t("world.shared")}</p>
        {opening.error && <Failed failure={opening.error} />}
        <button
          type="button"
          className="button button-primary"
          disabled={opening.isPending}
          onClick={() => opening.mutate({ body: { keyName: t("keys.usualName") } })}
        >
          {t("world.open")}
        </button>
      </div>
    </Dialog>
  );
}
