/** A task of the threads that read files: whether an upload can be a logo, and the picture that is shown of it. */
import { LOGO_TYPES, MOST_LOGO_PIXELS } from '@scanship/contracts/network/logos';
import { DocumentError } from '@scanship/documents/document-error';
import { drawLogoTile } from '@scanship/documents/pictures/logo-tile';
import { type Outcome, problem } from '../../platform/problem.ts';
import { checkPicture } from './picture-check.ts';

const isDrawn = (type: string): type is (typeof LOGO_TYPES)[number] => (LOGO_TYPES as readonly string[]).includes(type);

/** @returns a PNG. Problem: `picture_refused` with the reason */
export async function drawLogo(bytes: Uint8Array): Promise<Outcome<Uint8Array>> {
  const checked = checkPicture(bytes);
  if (!checked.ok) return checked;
  const { contentType, width, height } = checked.value;
  if (!isDrawn(contentType))
    return problem('picture_refused', {
      message: 'A carrier’s or store’s logo must be PNG or JPEG.',
      advice: 'Save the logo as PNG and upload that.',
    });
  if ((width ?? 0) > MOST_LOGO_PIXELS || (height ?? 0) > MOST_LOGO_PIXELS)
    return problem('picture_refused', {
      message: `This picture is ${width} x ${height} pixels; each side of a logo must be 1 to ${MOST_LOGO_PIXELS}.`,
    });
  try {
    return { ok: true, value: await drawLogoTile(bytes, contentType) };
  } catch (error) {
    if (error instanceof DocumentError) return problem('picture_refused', { message: error.message });
    throw error;
  }
}
