/** Easyship's names of what a token may read. */
export const SHIPMENT_READ = 'public.shipment:read';
export const PRODUCT_READ = 'public.product:read';
