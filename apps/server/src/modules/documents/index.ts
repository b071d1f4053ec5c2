/** Documents: labels, packing slips, commercial invoices. What other modules may use. */
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import type { BuyerPages } from './draw-documents.ts';
import { documentRoutes } from './routes.ts';

export { type AfterShipping, documentsAfter } from './after-shipping.ts';
export { documentBranding } from './branding.ts';
export { type BuyerPages, customsInvoice, customsInvoices, packingSlips } from './draw-documents.ts';
export { eraseDocuments } from './erase-documents.ts';
export { countPrinted, findLabels, labelDocuments, type LabelFile } from './label-files.ts';
export { mergeLabels, readDocument, type StoredFile } from './print-labels.ts';
export {
  type DocumentFormat,
  MEDIA_TYPES,
  type NewDocument,
  storeBlob,
  storeDocument,
  storeDocuments,
} from './store.ts';

export interface DocumentsModule {
  readonly routes: readonly Route[];
}

export const createDocumentsModule = (
  services: Pick<Services, 'db' | 'clock'>,
  deps: { readonly renderer: TypstRenderer; readonly buyerPages: BuyerPages },
): DocumentsModule => ({ routes: documentRoutes({ db: services.db, clock: services.clock, ...deps }) });
