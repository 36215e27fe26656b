/**
 * A stand-in for Google Pay, for development and tests: the script that pages load instead of Google's pay.js,
 * and the sheet that it opens.
 *
 * NOT simulated, so do not conclude anything about these from a passing test: encryption, signatures and lifetime of
 * the token; the looks of Google's button, callbacks and shipping; the browser's payment handler; accounts without
 * cards.
 */

import { readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Answer } from "#sim/exchange.ts";
import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { describeGooglePay } from "./description.ts";
import { sheetPage } from "./sheet.ts";

const payScript = ["button.js", "pay.js"]
  .map((name) => readFileSync(new URL(`./browser/${name}`, import.meta.url), "utf8"))
  .join("\n");

/** The simulated Google Pay, to be mounted under `/googlepay`. */
export function googlePaySimulator(): Simulator {
  return defineSimulator({
    name: "googlepay",
    describe: describeGooglePay,
    register(app, tools) {
      const serve = (operation: string, work: (request: FastifyRequest) => Answer) => {
        return (request: FastifyRequest, reply: FastifyReply) =>
          tools.serve({
            request,
            reply,
            operation,
            outage: (status) => ({ status, body: "", contentType: "text/plain; charset=utf-8" }),
            work: () => work(request),
          });
      };
      app.get(
        "/gp/p/js/pay.js",
        serve("PAY_JS", () => ({
          status: 200,
          contentType: "text/javascript; charset=utf-8",
          headers: { "cache-control": "no-cache", "cross-origin-resource-policy": "cross-origin" },
          body: payScript,
        })),
      );
      app.get(
        "/sheet",
        serve("SHEET", (request) => sheetPage(request.query)),
      );
    },
  });
}
