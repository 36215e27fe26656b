/** STC Pay's four operations. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { minor, toJsonNumber } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { codeLifetimeSeconds, type Payments, type StcPayment } from "./payments.ts";
import { outage, refusal } from "./refusal.ts";
import {
  authorizeSchema,
  confirmSchema,
  inquirySchema,
  readAmount,
  readMessage,
  refundSchema,
} from "./requests.ts";
import { codeTriggers, mobileTrigger } from "./triggers.ts";

const service = "/B2B.DirectPayment.WebApi/DirectPayment/V4";

/** A status that no document lists. */
const unlistedStatus = 3;

type Parts = { readonly payments: Payments; readonly clientCode: string };

/** Adds the operations. */
export function registerOperations(app: FastifyInstance, tools: SimulatorTools, parts: Parts): void {
  const { payments } = parts;
  const add = createRoutes(app, tools, parts);
  add({ path: "DirectPaymentAuthorize", operation: "AUTHORIZE", work: (body) => authorize(payments, body) });
  add({
    path: "DirectPaymentConfirm",
    operation: "CONFIRM",
    magic: (body) => triggerOf(body)?.fault ?? null,
    work: (body, call) => confirm(parts, body, call),
  });
  add({
    path: "PaymentInquiry",
    operation: "INQUIRY",
    work: (body, call) => inquire(parts, body, call),
  });
  add({
    path: "RefundPayment",
    operation: "REFUND",
    work: (body) => {
      const { STCPayRefNum, Amount } = readMessage(refundSchema, body).RefundPaymentRequestMessage;
      const number = payments.refund(STCPayRefNum, readAmount(Amount));
      return {
        status: 200,
        body: { RefundPaymentResponseMessage: { NewSTCPayRefNum: number } },
        note: `${STCPayRefNum}: ${Amount} given back`,
      };
    },
  });
}

type Operation = {
  readonly path: string;
  readonly operation: string;
  /** May throw a Refusal. */
  readonly work: (body: unknown, call: Call) => Answer;
  readonly magic?: (body: unknown) => { readonly fault: string; readonly delayMs?: number } | null;
};

/** A wrong client code is answered with HTTP 200 and nothing else, as the real one does. */
function createRoutes(app: FastifyInstance, tools: SimulatorTools, { clientCode }: Parts) {
  return ({ path, operation, work, magic }: Operation): void => {
    app.post(`${service}/${path}`, (request: FastifyRequest, reply: FastifyReply) =>
      tools.serve({
        request,
        reply,
        operation,
        outage,
        magic: magic?.(request.body) ?? null,
        work: (call) => {
          if (request.headers["x-clientcode"] !== clientCode)
            return { status: 200, body: "", note: "wrong client code" };
          return work(request.body, call);
        },
      }),
    );
  };
}

function authorize(payments: Payments, body: unknown): Answer {
  const message = readMessage(authorizeSchema, body).DirectPaymentAuthorizeV4RequestMessage;
  const refused = mobileTrigger(message.MobileNo);
  if (refused !== null) throw refusal(refused);
  const payment = payments.authorize({
    refNum: message.RefNum,
    billNumber: message.BillNumber,
    mobile: message.MobileNo,
    amount: readAmount(message.Amount),
    names: { branch: message.BranchID, teller: message.TellerID, device: message.DeviceID },
  });
  return {
    status: 200,
    body: {
      DirectPaymentAuthorizeV4ResponseMessage: {
        OtpReference: payment.otpReference,
        STCPayPmtReference: payment.pmtReference,
        ExpiryDuration: codeLifetimeSeconds,
      },
    },
    note: `${payment.billNumber}: code sent`,
  };
}

function confirm({ payments, clientCode }: Parts, body: unknown, call: Call): Answer {
  const message = readMessage(confirmSchema, body).DirectPaymentConfirmV4RequestMessage;
  const payment = payments.findByCode(message.OtpReference, message.STCPayPmtReference);
  const trigger = codeTriggers[message.OtpValue];
  if (trigger?.refusal !== undefined && payment.status === "pending")
    throw refusal(trigger.refusal, trigger.httpStatus);
  const taken = call.hasFault("amount_mismatch") ? minor(payment.amount - 1) : payment.amount;
  const after = trigger?.isSlow === true ? payments.payLater(payment) : payments.pay(payment, taken);
  return {
    status: 200,
    body: {
      DirectPaymentConfirmV4ResponseMessage: {
        ...paymentBody(after, clientCode),
        TokenId: "",
        ...(call.hasFault("unlisted_status") && { PaymentStatus: unlistedStatus, PaymentStatusDesc: "" }),
      },
    },
    note: `${after.billNumber}: ${after.status}`,
  };
}

function inquire({ payments, clientCode }: Parts, body: unknown, call: Call): Answer {
  const { RefNum, PaymentsDate } = readMessage(inquirySchema, body).PaymentInquiryV4RequestMessage;
  if (RefNum === undefined && PaymentsDate === undefined) throw refusal(2010);
  const found = payments
    .list()
    .filter((payment) => RefNum === undefined || payment.refNum === RefNum)
    .filter((payment) => PaymentsDate === undefined || dateOf(payment.createdAt) === PaymentsDate);
  if (found.length === 0) throw refusal(2006);
  const isUnlisted = call.hasFault("unlisted_status");
  const list = found.map((payment) => ({
    ...paymentBody(payment, clientCode),
    AmountReversed: toJsonNumber(payment.reversed, "SAR"),
    ...(isUnlisted && { PaymentStatus: unlistedStatus, PaymentStatusDesc: "" }),
  }));
  return {
    status: 200,
    body: { PaymentInquiryV4ResponseMessage: { TransactionList: list } },
    note: found.map((payment) => `${payment.billNumber}: ${payment.status}`).join(", "),
  };
}

/** What the code of a Confirm causes, before its message is read in earnest. */
function triggerOf(body: unknown) {
  const parsed = confirmSchema.safeParse(body);
  return parsed.success ? codeTriggers[parsed.data.DirectPaymentConfirmV4RequestMessage.OtpValue] : undefined;
}

const statuses = {
  pending: [1, "Pending"],
  slow: [1, "Pending"],
  paid: [2, "Paid"],
  cancelled: [4, "Cancelled"],
  expired: [5, "Expired"],
} as const satisfies Record<StcPayment["status"], readonly [number, string]>;

function paymentBody(payment: StcPayment, clientCode: string) {
  const [status, description] = statuses[payment.status];
  const amount = payment.status === "paid" ? payment.taken : payment.amount;
  return {
    MerchantID: clientCode,
    BranchID: payment.names.branch,
    TellerID: payment.names.teller,
    DeviceID: payment.names.device,
    RefNum: payment.refNum,
    STCPayRefNum: payment.stcPayRefNum,
    Amount: toJsonNumber(amount, "SAR"),
    // Riyadh's time without a zone, as in the samples.
    PaymentDate: new Date((payment.paidAt ?? payment.createdAt) + 3 * 3_600_000).toISOString().slice(0, -1),
    PaymentStatus: status,
    PaymentStatusDesc: description,
  };
}

function dateOf(at: number): string {
  return new Date(at + 3 * 3_600_000).toISOString().slice(0, 10);
}
