/*
 * The console's service worker: it shows what push services bring (docs/decisions/0152) and opens what is pressed. It answers no
 * request and keeps nothing, so that what concerns money is asked for each time.
 */
self.addEventListener("push", (event) => {
  if (event.data === null) return;
  const { title, body, lang, tag, path } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      lang,
      dir: lang === "ar" ? "rtl" : "ltr",
      tag,
      icon: "/icons/icon-192.png",
      data: { path },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.path, self.location.origin);
  // A window of its own: what is being typed in another stays.
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});
