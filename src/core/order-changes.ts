/** Where a page of a buyer hears that its order has changed; the number of the order follows. */
export const orderChangesAddress = "/rest/pay/orderChanges/";
