/** Drawings of the console, each an export of its own. */
export const home = "M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6";
export const invoice = "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6";
export const plus = "M12 5v14M5 12h14";
export const payment = "M3 6h18v12H3zM3 10h18M7 15h4";
export const more = "M5 12h.01M12 12h.01M19 12h.01";
export const people =
  "M9 11a3.5 3.5 0 1 1 0-7 3.5 3.5 0 0 1 0 7M2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6M18 14a6 6 0 0 1 3.5 6";
export const product = "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8";
export const key = "M15 9a4 4 0 1 1-4-4 4 4 0 0 1 4 4m-1 3l7 7m-3 0l2-2";
export const team = "M9 10a3 3 0 1 1 0-6 3 3 0 0 1 0 6M3 19a6 6 0 0 1 12 0M18 8v6M15 11h6";
export const account = "M12 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8M4 21a8 8 0 0 1 16 0";
export const search = "M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14m5-2l4.5 4.5";
export const whatsapp =
  "M4 20l1.3-4A8 8 0 1 1 8 18.7zM9 8.5c0 4 2.5 6.5 6.5 6.500l1-2-2-1-1 1c-1-.5-1.5-1-2-2l1-1-1-2z";
export const send = "M4 12L20 4l-5 16-3.5-6.500z";
export const mail = "M3 6h18v12H3zM3 7l9 6 9-6";
export const phone = "M8 3h8v18H8zM11 18h2";
export const copy = "M9 9h10v11H9zM15 9V4H5v11h4";
export const repeat =
  "M4 12a8 8 0 0 1 13.7-5.600L20 8.500M20 4v4.500h-4.500M20 12a8 8 0 0 1-13.7 5.600L4 15.500M4 20v-4.500h4.5";
export const refund = "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3";
export const check = "M5 12.500l4.5 4.500L19 7.5";
export const cross = "M6 6l12 12M18 6L6 18";
export const alert =
  "M12 8v5m0 3.200v.1M10.3 4L2.8 17.500A2 2 0 0 0 4.5 20.500h15a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0z";
export const eye =
  "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 15a3 3 0 1 1 0-6 3 3 0 0 1 0 6";
export const back = "M15 5l-7 7 7 7";
export const forth = "M9 5l7 7-7 7";
export const download = "M12 4v11m0 0l-4.5-4.500M12 15l4.5-4.500M5 20h14";
export const paper = "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6";
export const out = "M10 4H5v16h5M14 8l4 4-4 4M18 12H9";
export const clock = "M12 7v5l3 2M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18";
export const qr = "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2";
export const filter = "M4 6h16M7 12h10M10 18h4";
export const pen = "M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500l3.500 3.500";
export const shop = "M4 9l1.500-5h13L20 9M4 9v11h16V9zM9 20v-6h6v6";
