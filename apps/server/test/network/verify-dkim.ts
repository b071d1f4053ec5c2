/** Verifies a mail's signature as a receiver does (RFC 6376, relaxed/relaxed, rsa-sha256), with the key as the zone holds it. */
import { createHash, createPublicKey, verify } from 'node:crypto';

const relaxedBody = (body: string): string => {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
};

const relaxedHeader = (header: string): string => {
  const colon = header.indexOf(':');
  const value = header
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
  return `${header.slice(0, colon).trim().toLowerCase()}:${value}`;
};

const tagsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split(';')
      .filter((tag) => tag.includes('='))
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(/\s+/g, '')]),
  );

export interface Verdict {
  readonly valid: boolean;
  readonly domain: string | undefined;
  readonly selector: string | undefined;
  /** Names of the headers it covers. */
  readonly covers: readonly string[];
}

/** @param textsAt the zone: texts under a name */
export function verifyDkim(raw: string, textsAt: (name: string) => readonly string[] | undefined): Verdict {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((header) => /^dkim-signature:/i.test(header));
  if (signature === undefined) return { valid: false, domain: undefined, selector: undefined, covers: [] };
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1).replaceAll('\r\n', ''));
  const covers = (tags['h'] ?? '').toLowerCase().split(':');
  const verdict = { domain: tags['d'], selector: tags['s'], covers };
  const bodyHash = createHash('sha256')
    .update(relaxedBody(raw.slice(end + 4)))
    .digest('base64');
  const record = textsAt(`${tags['s']}._domainkey.${tags['d']}`)
    ?.map(tagsOf)
    .find((each) => each['p']);
  if (bodyHash !== tags['bh'] || tags['a'] !== 'rsa-sha256' || tags['c'] !== 'relaxed/relaxed' || !record?.['p'])
    return { valid: false, ...verdict };
  // Of headers with the same name the last ones are signed first.
  const rest = [...headers];
  const signed = covers.flatMap((name) => {
    const at = rest.findLastIndex((header) => header.slice(0, header.indexOf(':')).trim().toLowerCase() === name);
    return at < 0 ? [] : rest.splice(at, 1).map(relaxedHeader);
  });
  const own = relaxedHeader(signature.replace(/(\bb=)[^;]*/, '$1'));
  const data = Buffer.from(`${signed.map((header) => `${header}\r\n`).join('')}${own}`);
  const key = createPublicKey({ key: Buffer.from(record['p'], 'base64'), format: 'der', type: 'spki' });
  return { valid: verify('sha256', data, key, Buffer.from(tags['b'] ?? '', 'base64')), ...verdict };
}
