/**
 * For how long the data of buyers may be kept by age, in months after an order ended. Not shorter than the card
 * schemes let a buyer dispute a payment (120 days, and the time to answer); not longer than the longest time for which
 * Saudi VAT rules want any record (Implementing Regulations, article 66: 15 years). docs/decisions/0042.
 */
export const buyerDataMonths = { fewest: 6, most: 180 } as const;
