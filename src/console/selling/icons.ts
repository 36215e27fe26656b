/** Drawings that only the screens of products, links and coupons show. */
export const link =
  "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500";
export const tag = "M4 4h8l8 8-8 8-8-8zM8.500 8.500h.01";
export const archive = "M3 5h18v4H3zM5 9v11h14V9M10 13h4";
export const printer = "M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z";
export const open = "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6";
export const picture = "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01";
export const pause = "M9 5v14M15 5v14";
export const edit = "M4 20l1-4L16 5l3 3L8 19z";
