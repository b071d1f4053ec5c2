/** Many PDFs as one, in the thread for papers. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { DocumentError } from '../document-error.ts';
import { appendPages, openPdf } from '../pdf/pdf-pages.ts';

export interface MergePiece {
  readonly bytes: Uint8Array;
  /** For a message about a file that cannot be read ("Order #1001"); what has none is ours. */
  readonly name?: string | undefined;
}

export interface MergedPieces {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Page (from 0) on which each piece begins. */
  readonly firstPages: readonly number[];
}

/** @throws DocumentError `bad-file` naming the piece that cannot be read. */
export async function mergePieces(pieces: readonly MergePiece[], progress: () => void): Promise<MergedPieces> {
  const target = await PDFDocument.create({ updateMetadata: false });
  const firstPages: number[] = [];
  for (const { bytes, name } of pieces) {
    firstPages.push(target.getPageCount());
    try {
      const source = await openPdf(bytes);
      await appendPages(target, source, source.getPageIndices());
    } catch (error) {
      if (!(error instanceof DocumentError) || name === undefined) throw error;
      throw new DocumentError(error.code, `${name}: ${error.message}`, { cause: error });
    }
    progress();
  }
  return { bytes: await target.save(), pages: target.getPageCount(), firstPages };
}
