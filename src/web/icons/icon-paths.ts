/** The drawings of icons, each an export of its own, so that a page carries only those that it shows. */
export const check = "M5 12.5l4.5 4.5L19 7.5";
export const cross = "M6 6l12 12M18 6L6 18";
export const clock = "M12 7v5l3 2M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18";
export const back = "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3";
export const download = "M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M5 20h14";
export const zoom = "M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14m5-2l4.5 4.5M11 8.5v5M8.5 11h5";
export const image =
  "M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zm0 10l4.5-4.5 4 4 3-3L20 17M15.5 9.2v.1";
export const copy = "M9 9h10v11H9zM15 9V4H5v11h4";
export const alert =
  "M12 8v5m0 3.2v.1M10.3 4L2.8 17.5A2 2 0 0 0 4.5 20.5h15a2 2 0 0 0 1.7-3L13.7 4a2 2 0 0 0-3.4 0z";
export const minus = "M5 12h14";
export const plus = "M5 12h14M12 5v14";
export const lock = "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z";
