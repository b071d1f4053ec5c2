/** Calls of the product list and of one product. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BodyOf, DataOf } from '@scanship/contracts/call';
import {
  addProduct,
  archiveProducts,
  bulkEditProducts,
  DEFAULT_PAGE_SIZE,
  exportProducts,
  fillOrders,
  getProduct,
  listProducts,
  mergeProducts,
  previewBulkEdit,
  type ProductDetail,
  type ProductField,
  type ProductChanges,
  putProductParts,
  putProductPicture,
  separateProduct,
  updateProduct,
} from '@scanship/contracts/products/products';
import { getTableUi, saveTableUi } from '@scanship/contracts/orders/table-views';
import { api, fetchData, newIdempotencyKey } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';
import { filtersOf, type ProductSearch } from '../model/product-search.ts';

export function productsQuery(search: ProductSearch) {
  const query = {
    page: search.page ?? 1,
    size: search.size ?? DEFAULT_PAGE_SIZE,
    ...(search.sort ? { sort: search.sort } : {}),
    ...(search.after ? { after: search.after } : {}),
    ...(search.before ? { before: search.before } : {}),
  };
  const body = filtersOf(search);
  return queryOptions({
    queryKey: ['products', 'list', query, body],
    queryFn: ({ signal }) => fetchData(listProducts, { query, body, signal }),
    placeholderData: keepPreviousData,
  });
}

export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['product', id],
    queryFn: ({ signal }) => fetchData(getProduct, { params: { id }, signal }),
    staleTime: 5_000,
  });

/** Products a code or a beginning of a name finds, for choosing one. */
export const lookUpQuery = (text: string) =>
  queryOptions({
    queryKey: ['products', 'look-up', text],
    queryFn: ({ signal }) =>
      fetchData(listProducts, { query: { size: 10, sort: 'sku' }, body: { search: { value: text } }, signal }),
    enabled: text.trim().length > 1,
  });

type List = DataOf<typeof listProducts>;

/** After a change of one: shown at once where it stands in a list, which keeps its order until it is loaded again. */
export function tookProduct(product: ProductDetail): void {
  queryClient.setQueryData(productQuery(product.id).queryKey, product);
  queryClient.setQueriesData<List>({ queryKey: ['products', 'list'] }, (list) =>
    list?.products.some((row) => row.id === product.id)
      ? { ...list, products: list.products.map((row) => (row.id === product.id ? { ...row, ...product } : row)) }
      : list,
  );
}
export function productsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['products'] });
  void queryClient.invalidateQueries({ queryKey: ['product'] });
}

async function took(call: Promise<{ readonly data: ProductDetail; readonly successMessage?: string | undefined }>) {
  const answer = await call;
  tookProduct(answer.data);
  return answer;
}

export const saveProduct = (input: {
  readonly id: string;
  readonly version: number;
  readonly changes?: ProductChanges;
  readonly revert?: readonly ProductField[];
}) =>
  took(
    api.call(updateProduct, {
      params: { id: input.id },
      body: { version: input.version, changes: input.changes ?? {}, revert: [...(input.revert ?? [])] },
    }),
  );
export const createProduct = (input: {
  readonly sku: string;
  readonly changes: ProductChanges;
  readonly key: string;
}) => took(api.call(addProduct, { body: { sku: input.sku, changes: input.changes }, idempotencyKey: input.key }));
export const uploadPicture = (input: { readonly id: string; readonly file: File }) =>
  took(api.call(putProductPicture, { params: { id: input.id }, file: input.file }));
export const addAlias = (body: BodyOf<typeof mergeProducts>) => took(api.call(mergeProducts, { body }));
export const separate = (aliasId: string) => took(api.call(separateProduct, { body: { aliasId } }));
export const saveParts = (input: { readonly id: string } & BodyOf<typeof putProductParts>) =>
  took(api.call(putProductParts, { params: { id: input.id }, body: { version: input.version, parts: input.parts } }));

export const previewBulk = (body: BodyOf<typeof previewBulkEdit>) => api.call(previewBulkEdit, { body });
export const editMany = (body: BodyOf<typeof bulkEditProducts>) =>
  api.call(bulkEditProducts, { body, idempotencyKey: newIdempotencyKey() });
export const archiveMany = (body: BodyOf<typeof archiveProducts>) => api.call(archiveProducts, { body });
export const fillOpenOrders = (body: BodyOf<typeof fillOrders>) => api.call(fillOrders, { body });
export const exportFile = (body: BodyOf<typeof exportProducts>) => api.file(exportProducts, { body });

const TABLE = 'products';
export const tableQuery = queryOptions({
  queryKey: ['table-ui', TABLE],
  queryFn: ({ signal }) => fetchData(getTableUi, { query: { table: TABLE }, signal }),
  staleTime: 5 * 60_000,
  retryOnMount: false,
});
export async function keepColumns(columns: string): Promise<void> {
  const { data } = await api.call(saveTableUi, { body: { table: TABLE, columns } });
  queryClient.setQueryData(tableQuery.queryKey, (old) => old && { ...old, ...data });
}
