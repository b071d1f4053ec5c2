/** Saving answers as files under the default names of product-spec section 7, "Downloads". */
export const DOWNLOAD_NAMES = {
  orders: 'Orders.xlsx',
  packingList: 'PackingList.xlsx',
  packingSlip: 'PackingSlip.pdf',
  customInvoice: 'CustomInvoice.pdf',
  shipmentByCarrier: 'ShipmentByCarrier.pdf',
  autoShip: 'AutoShip.pdf',
} as const;

/** How long the temporary link of a download lives. */
export const LINK_LIFE_MS = 1000;

/** Offers the bytes as a file; the temporary link is revoked after `LINK_LIFE_MS`. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), LINK_LIFE_MS);
}
