import {
  checkImport,
  commitImport,
  type ImportMapping,
  importProblems,
  importTemplate,
  uploadOrders,
} from '@scanship/contracts/order-import';
import { api } from '../../app/api.ts';

export const upload = (file: File) => api.call(uploadOrders, { file });
export const check = (input: { readonly id: string; readonly mapping: ImportMapping }) =>
  api.call(checkImport, { params: { id: input.id }, body: input.mapping });
export const commit = (input: {
  readonly id: string;
  readonly mapping: ImportMapping;
  readonly skipBlocked: boolean;
  readonly expectedReady: number;
  readonly key: string;
}) =>
  api.call(commitImport, {
    params: { id: input.id },
    body: { mapping: input.mapping, skipBlocked: input.skipBlocked, expectedReady: input.expectedReady },
    idempotencyKey: input.key,
  });
export const problemsFile = (id: string) => api.file(importProblems, { params: { id } });
export const templateFile = () => api.file(importTemplate, {});
