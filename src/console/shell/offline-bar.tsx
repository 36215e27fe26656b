/** Says that the connection is lost, until it is back. */
import { useSyncExternalStore } from "react";
import { useWording } from "../i18n/texts.ts";

function listen(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser has a connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine);
}

export function OfflineBar() {
  const { t } = useWording();
  const isOnline = useOnline();
  return (
    <div className="offline-place" role="status">
      {!isOnline && <p className="offline-bar">{t("shell.offline")}</p>}
    </div>
  );
}
