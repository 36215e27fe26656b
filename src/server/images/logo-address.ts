/** Where a merchant's logo is loaded from. The picture's id makes the address one that may be cached permanently. */

/** Absolute, in the largest size; `imageId` is the current logo's. */
export function logoAddress(
  serverUrl: string,
  logo: { readonly merchantId: number; readonly imageId: string },
): string {
  return `${serverUrl}/openApi/loadMerchantImage/${logo.merchantId}?v=${logo.imageId}`;
}
