/** Where browsers find pictures that rows name: with us, wherever they lie. */
import { createHash } from 'node:crypto';

/** Changes when the address does; the address itself is told to nobody. */
export const addressMark = (address: string): string => createHash('sha256').update(address).digest('hex');
export const isOutside = (picture: string): boolean => picture.startsWith('https://');

/** @param picture sha256 of an uploaded one, or an https address */
export const productPicture = (productId: string, picture: string): string =>
  `/api/product/${productId}/picture?v=${(isOutside(picture) ? addressMark(picture) : picture).slice(0, 12)}`;

/** Of a line of an order: its product's, else the one its store gave the line. */
export const linePicture = (
  line: { readonly orderId: string; readonly line: number },
  product: { readonly id: string | null; readonly picture: string | null },
  given: string | null,
): string | null => {
  if (product.id !== null && product.picture !== null) return productPicture(product.id, product.picture);
  return given && `/api/orders/${line.orderId}/items/${line.line}/picture?v=${addressMark(given).slice(0, 12)}`;
};
