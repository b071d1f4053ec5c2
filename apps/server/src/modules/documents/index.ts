/** Documents: labels, packing slips, commercial invoices. What other modules may use. */
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { Route } from '../../platform/http/handler.ts';
import { type FileWorker, fileWorkerOf } from '../../platform/blobs/file-worker.ts';
import type { Services } from '../../platform/services.ts';
import type { BuyerPages } from './draw-documents.ts';
import { documentRoutes } from './routes.ts';

export { type AfterShipping, documentsAfter } from './after-shipping.ts';
export { documentBranding } from './branding.ts';
export { type BuyerPages, customsInvoice, customsInvoices, packingSlips } from './draw-documents.ts';
export { dropReplaced, eraseDocuments } from './erase-documents.ts';
export { countPrinted, findLabels, labelDocuments, type LabelFile } from './label-files.ts';
export { type FileDeps, mergeLabels, readDocument, type StoredFile } from './print-labels.ts';
export { storeBlob } from '../../platform/blobs/store-blob.ts';
export {
  type DocumentFormat,
  MEDIA_TYPES,
  type NewDocument,
  storeDocument,
  storeDocuments,
} from './store.ts';

export interface DocumentsModule {
  readonly routes: readonly Route[];
  /** Brings old files to the bucket, where there is one. */
  readonly mover: FileWorker;
}

export const createDocumentsModule = (
  services: Pick<Services, 'db' | 'clock' | 'blobs' | 'bucket' | 'config' | 'log' | 'metrics'>,
  deps: { readonly renderer: TypstRenderer; readonly buyerPages: BuyerPages },
): DocumentsModule => ({
  routes: documentRoutes({ db: services.db, clock: services.clock, blobs: services.blobs, ...deps }),
  mover: fileWorkerOf(services),
});
