/** Whether bytes are a photo that is drawn anew; asked by tasks of the threads that read files. */
import { MOST_PHOTO_BYTES, MOST_PHOTO_PIXELS } from '@scanship/contracts/shipping/returns';
import { readRasterHead } from '@scanship/documents/pictures/raster-head';
import { type Outcome, problem } from '../problem.ts';

const refuse = (message: string) => problem('picture_refused', { message });

/** @returns what it is. Problems: `picture_refused` with the reason, `file_too_large` for more pixels than are read. */
export function checkPhoto(bytes: Uint8Array): Outcome<'image/jpeg' | 'image/png'> {
  if (bytes.byteLength > MOST_PHOTO_BYTES)
    return refuse(`A photo may have at most ${MOST_PHOTO_BYTES / (1024 * 1024)} MB.`);
  const head = readRasterHead(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (head?.type !== 'image/jpeg' && head?.type !== 'image/png')
    return refuse('This file is no photo: send a JPEG or PNG.');
  const [width, height] = head.size ?? [0, 0];
  if (width < 1 || height < 1) return refuse('This picture is damaged and could not be read.');
  if (width * height > MOST_PHOTO_PIXELS)
    return problem('file_too_large', {
      message: `This photo is ${width} x ${height} pixels; at most ${MOST_PHOTO_PIXELS / 1_000_000} million are read.`,
      advice: 'Send a smaller one.',
    });
  return { ok: true, value: head.type };
}
