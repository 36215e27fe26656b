import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "@playwright/test";
import type { FrameState } from "#core/frame-state.ts";
import { orderPage } from "#test/order-page.ts";
import { invoice, orderNumber, origin, paidOrder, startPageScripts, visit } from "#test/page-scripts.ts";
import type { Standing } from "../order/standing.ts";

startPageScripts();

const frame = `/pay/frame/${orderNumber}?lang=en`;

/** Puts the frame into the page, and gives the first state that it tells. */
const firstState = (page: Page): Promise<unknown> =>
  page.evaluate(async (address) => {
    const told = new Promise((resolve) => {
      addEventListener("message", ({ data }) => data.type === "wasl:frame" && resolve(data.state));
    });
    const element = document.createElement("iframe");
    element.src = address;
    document.body.append(element);
    return await told;
  }, frame);

const orders: Readonly<Record<Standing, readonly [ReturnType<typeof orderPage>, FrameState]>> = {
  payable: [orderPage(), "form"],
  checking: [orderPage({ isPaymentInProgress: true }), "checking"],
  surplus: [orderPage({ hasSurplus: true }), "surplus"],
  expired: [orderPage({ expiryDate: "2026-01-01T00:00:00Z" }), "closed"],
  paid: [paidOrder, "success"],
  cancelled: [orderPage({ order: { orderStatus: "CANCELLED" } }), "closed"],
  refunded: [orderPage({ order: { orderStatus: "REFUNDED" } }), "closed"],
};

for (const [standing, [order, state]] of Object.entries(orders))
  test(`the frame of an order that is ${standing} tells the shop's page "${state}"`, async () => {
    const { page } = await visit(invoice, { world: { order, frameParents: [origin] } });
    assert.equal(await firstState(page), state);
  });
