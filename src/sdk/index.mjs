/**
 * The client of Wasl's merchant API (docs/sdk.md): plain JavaScript without packages, so that this folder can be copied into a
 * shop and runs in Node 20 or newer as it is. Its types are in index.d.mts.
 */
export { createWasl } from "./client.mjs";
export { isProblem, WaslProblem, WaslSilence, WaslWebhookError } from "./errors.mjs";
export { newWebhookSecret, signWebhook, verifyWebhook } from "./webhooks.mjs";
