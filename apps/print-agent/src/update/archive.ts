/** Reads a package of an update: gzip over a plain tar (POSIX ustar). Only the names that belong into a version are taken. */
import { gunzipSync } from 'node:zlib';

const ALLOWED = new Set(['agent.cjs', 'node', 'node.exe']);
const LARGEST = 512 * 1024 * 1024;

const text = (block: Buffer, at: number, length: number): string => {
  const part = block.subarray(at, at + length);
  const end = part.indexOf(0);
  return part.toString('latin1', 0, end === -1 ? length : end);
};

/** @throws a sentence where it is no such package */
export function readPackage(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const tar = gunzipSync(bytes, { maxOutputLength: LARGEST });
  const files = new Map<string, Buffer>();
  for (let at = 0; at + 512 <= tar.length; ) {
    const head = tar.subarray(at, at + 512);
    if (head.every((byte) => byte === 0)) break;
    const size = Number.parseInt(text(head, 124, 12), 8);
    const name = text(head, 0, 100);
    const type = text(head, 156, 1);
    if (!Number.isSafeInteger(size) || size < 0 || at + 512 + size > tar.length) throw new Error('the package is cut');
    if ((type !== '0' && type !== '') || !ALLOWED.has(name)) throw new Error(`"${name}" has no place in a package`);
    files.set(name, tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  if (!files.has('agent.cjs')) throw new Error('the package holds no agent');
  return files;
}
