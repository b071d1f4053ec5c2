/** Messages between the renderer and its worker threads. */
import type { DocumentErrorCode } from './document-error.ts';

export interface WorkerSettings {
  /** What the thread draws: documents of ours, or labels that are ZPL. Each has large parts the other does not need. */
  readonly role: 'typst' | 'zpl';
  readonly fontDirectory?: string | undefined;
}

export interface RenderJob {
  readonly kind: 'typst';
  /** Typst source of the template: always ours, never built from data. */
  readonly source: string;
  /** One JSON document per part; each part is compiled by itself and the parts are merged in order. */
  readonly parts: readonly string[];
  /** Images of the document by the path the template reads. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly wideFonts: boolean;
  readonly tagged: boolean;
}

export interface ZplJob {
  readonly kind: 'zpl';
  readonly zpl: Uint8Array;
}

export type DrawJob = RenderJob | ZplJob;

export interface WorkerQuestion {
  readonly id: number;
  readonly job: DrawJob;
}

export type WorkerAnswer =
  /** What the thread draws with is loaded. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly code?: DocumentErrorCode };
