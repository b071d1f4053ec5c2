/** Messages between the renderer and its worker threads. */
import type { DocumentErrorCode } from '../document-error.ts';
import type { PaperTask } from './paper-tasks.ts';

export interface WorkerSettings {
  /** Documents of ours, labels that are ZPL, or papers that are there already. Each has large parts the others do not need. */
  readonly role: 'typst' | 'zpl' | 'papers';
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

export interface PaperJob {
  readonly kind: 'paper';
  readonly task: PaperTask;
  readonly input: unknown;
}

export type DrawJob = RenderJob | ZplJob | PaperJob;

export interface WorkerQuestion {
  readonly id: number;
  readonly job: DrawJob;
}

/** `R` follows from the job: bytes of what was drawn, or what the task for papers answers. */
export type WorkerAnswer<R> =
  /** What the thread draws with is loaded. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly result: R }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly code?: DocumentErrorCode };
