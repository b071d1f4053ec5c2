/** Files that come as they are, or as base64 text: the contract says the latter, public clients read the former. */
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { isLabel } from '@scanship/connector-kit/answers/pdf-file';
import { exchange } from './client.ts';

type Format = 'pdf' | 'zpl';
const TYPES: Readonly<Record<Format, string>> = { pdf: 'application/pdf', zpl: 'text/plain' };

/** @throws FieldProblem for what is no file of the format */
export function fileOf(bytes: Uint8Array, format: Format): Uint8Array {
  if (isLabel(bytes, format)) return bytes;
  const file = Buffer.from(bytes).toString('latin1').trim().replace(/^"|"$/g, '');
  const decoded = readObject({ file }).base64('file');
  if (isLabel(decoded, format)) return decoded;
  throw new FieldProblem('The file', `is no ${format.toUpperCase()}`);
}

/**
 * @param path below "/api"
 * @returns undefined where there is no such file
 */
export async function download(
  env: CarrierEnv,
  path: string,
  name: string,
  format: Format,
): Promise<Uint8Array | undefined> {
  const response = await exchange(env, { method: 'GET', path, name, accepts: TYPES[format], accept: [404] });
  return response.status === 404 ? undefined : fileOf(response.bytes, format);
}
