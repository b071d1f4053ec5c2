/** Products that fill the lines of an order while it is typed. Without the right to see products, lines are typed. */
import { queryOptions } from '@tanstack/react-query';
import { listProducts, type ProductRow, productByCode } from '@scanship/contracts/products/products';
import { fromGrams, type WeightUnit } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import { fetchData } from '../../../app/api.ts';
import type { ItemDraft } from './item-drafts.ts';

const FRESH_MS = 60_000;
const SHOWN = 8;

export const productSearch = (text: string) =>
  queryOptions({
    queryKey: ['products', 'for-line', text],
    queryFn: ({ signal }) =>
      fetchData(listProducts, { query: { page: 1, size: SHOWN }, body: { search: { value: text } }, signal }),
    enabled: text.trim().length >= 2,
    staleTime: FRESH_MS,
    retry: false,
    meta: { quiet: true },
  });
export const productOfCode = (code: string) =>
  queryOptions({
    queryKey: ['products', 'by-code', code],
    queryFn: ({ signal }) => fetchData(productByCode, { params: { value: code }, signal }),
    staleTime: FRESH_MS,
    retry: false,
    meta: { quiet: true },
  });

type Known = Pick<ProductRow, 'sku' | 'title' | 'weightGrams' | 'hsCode' | 'originCountry' | 'value'>;

/**
 * What the product knows of a line. Chosen by a person it takes the line over (quantity and a typed price stay); found by its
 * SKU it fills only what is empty.
 */
export function fillLine(
  item: ItemDraft,
  product: Known,
  at: { readonly unit: WeightUnit; readonly currency: string; readonly onlyEmpty: boolean },
): ItemDraft {
  const pick = (typed: string, known: string) =>
    known === '' || (at.onlyEmpty && typed.trim() !== '') ? typed : known;
  const price = product.value && product.value.currency === at.currency ? toDecimal(product.value) : '';
  return {
    ...item,
    title: pick(item.title, product.title),
    sku: pick(item.sku, product.sku),
    weight: pick(
      item.weight,
      product.weightGrams === null ? '' : String(fromGrams(product.weightGrams, at.unit, at.unit === 'g' ? 0 : 3)),
    ),
    hsCode: pick(item.hsCode, product.hsCode ?? ''),
    origin: pick(item.origin, product.originCountry ?? ''),
    price: item.price.trim() === '' ? price : item.price,
  };
}
