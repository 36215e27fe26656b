/**
 * Stand-in for the button of Google's client, in front of pay.js: an element with a button in it, and the styles for it in
 * the head of the document, as the real one puts them there. Its looks are not Google's.
 */
globalThis.drawGooglePayButton = (options) => {
  const { onClick, buttonLocale = "en", buttonRadius = 4, buttonColor = "default" } = options ?? {};
  if (typeof onClick !== "function") throw new Error("onClick is missing");
  const style = document.createElement("style");
  style.textContent =
    ".gpay-card-info-container-fill, .gpay-button { width: 100%; height: 100% } .gpay-button { border: 0; " +
    `border-radius: ${buttonRadius}px; font: 500 18px system-ui; cursor: pointer } ` +
    ".gpay-button.black { background: #000; color: #fff } .gpay-button.white { background: #fff; color: #3c4043 }";
  document.head.append(style);
  const place = document.createElement("div");
  place.className = "gpay-card-info-container-fill";
  const button = document.createElement("button");
  button.type = "button";
  button.className = `gpay-button ${buttonColor === "white" ? "white" : "black"} pay`;
  button.textContent = buttonLocale === "ar" ? "الدفع عبر Google Pay" : "Pay with Google Pay";
  button.addEventListener("click", onClick);
  place.append(button);
  return place;
};
