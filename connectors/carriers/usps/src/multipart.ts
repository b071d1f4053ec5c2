/**
 * Label and SCAN form answers: JSON in USPS's own media type, which is asked for, or parts of a multipart answer, which is
 * USPS's default. Both become one object: the metadata, and each image under its part's name in base64.
 */
import { fail } from '@scanship/connector-kit/errors';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';

/** Asked for with labels and forms. */
export const LABEL_MEDIA_TYPE = 'application/vnd.usps.labels+json';

interface Part {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

function partsOf(text: string, boundary: string): Part[] {
  return text
    .split(`--${boundary}`)
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => {
      const [head = '', ...body] = part.replace(/^\r?\n/, '').split(/\r?\n\r?\n/);
      return {
        name: /[;\s]name="?([^";\r\n]+)"?/i.exec(head)?.[1] ?? '',
        type: /^content-type:\s*([^;\r\n]+)/im.exec(head)?.[1]?.trim() ?? '',
        text: body.join('\n\n').trim(),
      };
    });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fail('vendor-broken', 'USPS sent a part of an answer that is not JSON.');
  }
}

/** Where metadata stands below the answer in place of beside the images. */
const METADATA = /^(labelMetadata|returnLabelMetadata|SCANFormMeta[dD]ata)$/;

/** @throws FieldProblem when the answer is no object */
export function labelAnswer(response: Pick<HttpResponse, 'headers' | 'text' | 'json'>): ObjectReader {
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(response.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return flat(response.json());
  const whole: Record<string, unknown> = {};
  for (const part of partsOf(response.text(), boundary))
    if (/json/.test(part.type)) Object.assign(whole, parsed(part.text));
    else whole[part.name] = part.text;
  return flat(whole);
}

/** Metadata and images as one object, whichever way USPS nests them. */
export function flat(json: unknown): ObjectReader {
  const answer = readObject(json);
  if (typeof json !== 'object' || json === null) return answer;
  const nested = Object.entries(json).find(([name]) => METADATA.test(name));
  return nested
    ? readObject({ ...json, ...(typeof nested[1] === 'object' ? nested[1] : {}) }, '', answer.problems)
    : answer;
}
