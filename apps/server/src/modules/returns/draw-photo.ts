/** A task of the threads that read files: the photo of a return as it is kept, or why it is none. */
import { DocumentError } from '@scanship/documents/document-error';
import { drawPhoto, type DrawnPhoto } from '@scanship/documents/pictures/photo';
import { checkPhoto } from '../../platform/file-reading/photo-check.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

/** Problems: `picture_refused` with the reason, `file_too_large` for more pixels than are read. */
export async function drawReturnPhoto(bytes: Uint8Array): Promise<Outcome<DrawnPhoto>> {
  const checked = checkPhoto(bytes);
  if (!checked.ok) return checked;
  try {
    return { ok: true, value: await drawPhoto(bytes, checked.value) };
  } catch (error) {
    if (error instanceof DocumentError) return problem('picture_refused', { message: error.message });
    throw error;
  }
}
