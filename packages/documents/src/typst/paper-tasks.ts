/**
 * What the thread for papers can do: every reading of a PDF or a picture that a carrier or a person sent stands here, so that
 * none is read in the thread that answers people. Loaded when used.
 */
import type { LabelPicture } from '../labels/label-image.ts';
import type { MergedPieces, MergePiece } from '../labels/merge-pieces.ts';
import type { PageSize } from '../pdf/pdf-pages.ts';
import type { PicturedSource, PrintShape } from '../printing/print-pages.ts';

export interface PaperTasks {
  readonly merge: { readonly input: readonly MergePiece[]; readonly answer: MergedPieces };
  readonly pageCount: { readonly input: Uint8Array; readonly answer: number };
  readonly pageSizes: { readonly input: Uint8Array; readonly answer: readonly PageSize[] };
  readonly twoUp: {
    readonly input: { readonly pdf: Uint8Array; readonly sheet: PageSize };
    readonly answer: Uint8Array;
  };
  readonly stampTest: {
    readonly input: { readonly bytes: Uint8Array; readonly format: 'pdf' | 'zpl' };
    readonly answer: Uint8Array;
  };
  readonly labelPicture: {
    readonly input: { readonly bytes: Uint8Array; readonly format: 'png' | 'gif'; readonly picture: LabelPicture };
    readonly answer: Uint8Array;
  };
  readonly printPages: {
    readonly input: { readonly source: PicturedSource; readonly shape: PrintShape };
    readonly answer: readonly Uint8Array[];
  };
}
export type PaperTask = keyof PaperTasks;
export type PaperInput<K extends PaperTask> = PaperTasks[K]['input'];
export type PaperAnswer<K extends PaperTask> = PaperTasks[K]['answer'];

/** Each may say that it goes on: a long one is not taken for one that hangs. */
export const paperTasks: {
  readonly [K in PaperTask]: (input: PaperInput<K>, progress: () => void) => Promise<PaperAnswer<K>>;
} = {
  merge: async (pieces, progress) => (await import('../labels/merge-pieces.ts')).mergePieces(pieces, progress),
  pageCount: async (pdf) => (await import('../pdf/pdf-pages.ts')).pageCount(pdf),
  pageSizes: async (pdf) => (await import('../pdf/pdf-pages.ts')).pageSizes(pdf),
  twoUp: async ({ pdf, sheet }) => (await import('../printing/two-up.ts')).twoUp(pdf, sheet),
  stampTest: async ({ bytes, format }) => (await import('../labels/stamp-test.ts')).stampTest(bytes, format),
  labelPicture: async ({ bytes, format, picture }) =>
    (await import('../labels/label-image.ts')).labelPicturePdf(bytes, format, picture),
  printPages: async ({ source, shape }) => (await import('../printing/print-pages.ts')).printPages(source, shape),
};
