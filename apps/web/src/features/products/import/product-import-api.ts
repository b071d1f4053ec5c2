import {
  checkProductImport,
  commitProductImport,
  fillProductImport,
  productImportProblems,
  type ProductMapping,
  productTemplate,
  uploadProducts,
} from '@scanship/contracts/product-import';
import { api, newIdempotencyKey } from '../../../app/api.ts';

export const upload = (file: File) => api.call(uploadProducts, { file });
export const check = (input: { readonly id: string; readonly mapping: ProductMapping }) =>
  api.call(checkProductImport, { params: { id: input.id }, body: input.mapping });
export const commit = (input: {
  readonly id: string;
  readonly mapping: ProductMapping;
  readonly skipBlocked: boolean;
  readonly expected: number;
}) =>
  api.call(commitProductImport, {
    params: { id: input.id },
    body: { mapping: input.mapping, skipBlocked: input.skipBlocked, expected: input.expected },
    idempotencyKey: newIdempotencyKey(),
  });
export const fill = (id: string) => api.call(fillProductImport, { params: { id } });
export const problemsFile = (id: string) => api.file(productImportProblems, { params: { id } });
export const templateFile = () => api.file(productTemplate, {});
