/** All dates of the product are those of Riyadh, wherever the server or the buyer is. */
export const timeZone = "Asia/Riyadh";
