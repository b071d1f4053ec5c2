/** Documents: what other modules may use. */
export { type DocumentFormat, MEDIA_TYPES, type NewDocument, storeBlob, storeDocument } from './store.ts';
