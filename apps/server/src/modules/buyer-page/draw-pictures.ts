/** Tasks of the threads that read files: the seller's pictures as the tracking page shows them, or why they cannot be shown. */
import { BANNER } from '@scanship/contracts/stores/buyer-page';
import { DocumentError } from '@scanship/documents/document-error';
import { drawBanner, drawPageLogo, type PagePicture } from '@scanship/documents/pictures/page-pictures';
import { checkPhoto } from '../../platform/file-reading/photo-check.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

async function drawn(work: Promise<PagePicture>): Promise<Outcome<PagePicture>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    if (error instanceof DocumentError) return problem('picture_refused', { message: error.message });
    throw error;
  }
}

/** Problems: `picture_refused` with the reason, `file_too_large` for more pixels than are read. */
export async function drawBannerPicture(bytes: Uint8Array): Promise<Outcome<PagePicture>> {
  const checked = checkPhoto(bytes);
  return checked.ok ? drawn(drawBanner(bytes, checked.value, BANNER)) : checked;
}

/** @param page the logo as a PDF that this server drew. Problem: `picture_refused` */
export const drawLogoPicture = (page: Uint8Array): Promise<Outcome<PagePicture>> => drawn(drawPageLogo(page));
