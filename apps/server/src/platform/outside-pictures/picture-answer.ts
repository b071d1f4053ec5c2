/** Pictures as an answer: nothing else can come of them, whoever opens one by itself. */
import type { OutsidePicture } from './outside-pictures.ts';

/** An SVG opened on its own must not run anything. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Of a call with a session. */
export const pictureAnswer = ({ bytes, contentType }: OutsidePicture) =>
  ({
    kind: 'file',
    bytes,
    contentType,
    fileName: `picture.${contentType.slice('image/'.length).split('+', 1)[0]}`,
    inline: true,
    headers: { 'content-security-policy': PICTURE_POLICY, 'cache-control': 'private, max-age=86400' },
  }) as const;
