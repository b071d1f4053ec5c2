import {
  checkProductImport,
  commitProductImport,
  fillProductImport,
  type ProductCheck,
  productImportProblems,
  type ProductMapping,
  productTemplate,
  uploadProducts,
} from '@scanship/contracts/products/product-import';
import { api, newIdempotencyKey } from '../../../app/api.ts';

export const upload = (file: File, signal: AbortSignal) => api.call(uploadProducts, { file, signal });
export const check = (input: { readonly id: string; readonly mapping: ProductMapping }) =>
  api.call(checkProductImport, { params: { id: input.id }, body: input.mapping });
export const commit = (input: {
  readonly id: string;
  readonly mapping: ProductMapping;
  readonly skipBlocked: boolean;
  readonly check: ProductCheck;
}) =>
  api.call(commitProductImport, {
    params: { id: input.id },
    body: {
      mapping: input.mapping,
      skipBlocked: input.skipBlocked,
      expected: input.check.counts.new + input.check.counts.changed,
    },
    idempotencyKey: newIdempotencyKey(),
  });
export const fill = (id: string) => api.call(fillProductImport, { params: { id } });
export const problemsFile = (id: string) => api.file(productImportProblems, { params: { id } });
export const templateFile = () => api.file(productTemplate, {});
