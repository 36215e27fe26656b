/*
 * Asks the device for a passkey, and posts what it says in the form that stands for it. Without a script the form is not shown. Every
 * statement ends with a semicolon: lines are joined.
 */
(() => {
  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=+$/, "");
  const named = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));
  const form = document.querySelector("form[data-passkey]");
  if (!form || !window.PublicKeyCredential) return;
  const isNew = form.dataset.act === "create";
  const asked = JSON.parse(form.dataset.passkey);
  const publicKey = { ...asked, challenge: bytes(asked.challenge) };
  if (isNew) {
    publicKey.user = { ...asked.user, id: bytes(asked.user.id) };
    publicKey.excludeCredentials = named(asked.excludeCredentials);
  } else {
    publicKey.allowCredentials = named(asked.allowCredentials);
  }
  const send = ({ id, rawId, response }) => {
    const said = { clientDataJSON: text(response.clientDataJSON) };
    if (isNew) {
      said.attestationObject = text(response.attestationObject);
      said.transports = response.getTransports?.() ?? [];
    } else {
      said.authenticatorData = text(response.authenticatorData);
      said.signature = text(response.signature);
    }
    form.elements.credential.value = JSON.stringify({
      id,
      rawId: text(rawId),
      type: "public-key",
      clientExtensionResults: {},
      response: said,
    });
    form.submit();
  };
  let waiting;
  const ask = async (more) => {
    waiting?.abort();
    waiting = new AbortController();
    const wanted = { publicKey, signal: waiting.signal, ...more };
    const made = isNew ? await navigator.credentials.create(wanted) : await navigator.credentials.get(wanted);
    if (made) send(made);
  };
  form.hidden = false;
  const name = form.elements.name;
  if (name && !name.value) name.value = navigator.userAgentData?.platform || navigator.platform || "";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fault = form.querySelector("[role=alert]");
    fault.hidden = true;
    ask({}).catch((error) => {
      fault.textContent = error.name === "InvalidStateError" ? form.dataset.known : form.dataset.fault;
      fault.hidden = false;
    });
  });
  if (form.dataset.act === "offer")
    PublicKeyCredential.isConditionalMediationAvailable?.()
      .then((isThere) => isThere && ask({ mediation: "conditional" }))
      .catch(() => {});
})();
