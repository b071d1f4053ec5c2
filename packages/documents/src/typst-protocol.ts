/** Messages between the renderer and its worker thread. */
export interface WorkerSettings {
  readonly fontDirectory?: string | undefined;
}

export interface RenderJob {
  readonly id: number;
  /** Typst source of the template: always ours, never built from data. */
  readonly source: string;
  /** One JSON document per part; each part is compiled by itself and the parts are merged in order. */
  readonly parts: readonly string[];
  /** Images of the document by the path the template reads. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly wideFonts: boolean;
  readonly tagged: boolean;
}

export type WorkerAnswer =
  /** Compiler and fonts are loaded. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
