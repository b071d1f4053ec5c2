import {
  checkImport,
  commitImport,
  type ImportCheck,
  type ImportMapping,
  importProblems,
  importTemplate,
  uploadOrders,
} from '@scanship/contracts/orders/order-import';
import { api, newIdempotencyKey } from '../../app/api.ts';

export const upload = (file: File, signal: AbortSignal) => api.call(uploadOrders, { file, signal });
export const check = (input: { readonly id: string; readonly mapping: ImportMapping }) =>
  api.call(checkImport, { params: { id: input.id }, body: input.mapping });
export const commit = (input: {
  readonly id: string;
  readonly mapping: ImportMapping;
  readonly skipBlocked: boolean;
  readonly check: ImportCheck;
}) =>
  api.call(commitImport, {
    params: { id: input.id },
    body: { mapping: input.mapping, skipBlocked: input.skipBlocked, expectedReady: input.check.readyCount },
    idempotencyKey: newIdempotencyKey(),
  });
export const problemsFile = (id: string) => api.file(importProblems, { params: { id } });
export const templateFile = () => api.file(importTemplate, {});
