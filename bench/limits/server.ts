/**
 * The bare routes: what Fastify, node-postgres and undici allow on this machine when nothing is judged. They read and
 * write the same rows on the same database and call the same gateway, with no key, schema, signature, price rule,
 * guard or log: a ceiling to compare with, and no example of a payment server.
 */
import fastify from "fastify";
import pg from "pg";
import { Agent } from "undici";
import { mountBareCreate } from "./create.ts";
import { mountBareLoad } from "./load.ts";
import { mountBarePay } from "./pay.ts";

const setting = (name: string): string => process.env[name] ?? "";

const pool = new pg.Pool({ connectionString: setting("DATABASE_URL"), max: 10 });
const app = fastify({ logger: false });
app.get("/healthz", async (_request, reply) => {
  await pool.query("select 1");
  return await reply.code(204).send();
});
mountBareLoad(app, pool);
mountBareCreate(app, pool, Number(setting("MERCHANT_ID")));
mountBarePay(app, pool, {
  gatewayUrl: setting("GATEWAY_URL"),
  ownUrl: setting("OWN_URL"),
  agent: new Agent({ connections: 64, pipelining: 1 }),
});
await app.listen({ host: "127.0.0.1", port: Number(setting("PORT")) });

process.once("SIGTERM", () => void app.close().then(() => process.exit(0)));
