/**
 * A stand-in for an S3-compatible storage, as Amazon documents it: Signature Version 4 in the header, the hash of the body, SHA-256
 * checksums, path-style addresses, pages of keys. It computes signatures itself, so that it does not believe the SDK by the SDK's own code.
 * What it is told to do wrong it does.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ObjectStorage } from '../../src/config/object-storage.ts';

export type S3Fault = 'busy' | 'corrupts' | 'silent' | 'slow' | 'forgets';

export interface S3Server {
  /** By key, with the prefix. */
  readonly objects: Map<string, Buffer>;
  /** "PUT key", as they came and were accepted. */
  readonly asked: string[];
  /** Headers of the last upload. */
  lastPut: IncomingMessage['headers'];
  fault: S3Fault | undefined;
  /** Part of keys that may not be written or removed. */
  refused: string | undefined;
  settings(changed?: Partial<ObjectStorage>): ObjectStorage;
  /** Away, as a machine that is switched off; `start` brings it back on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const BUCKET = 'labels';
const KEYS = { id: 'TESTACCESSKEY', secret: 'a secret of tests, never used elsewhere' };
const PAGE = 3;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
/** As RFC 3986, which is stricter than encodeURIComponent. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. @returns what is wrong */
function signatureFault(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const [, credential = '', signed = '', given] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const [id, day = '', region = '', service, end] = credential.split('/');
  const date = String(request.headers['x-amz-date']);
  if (id !== KEYS.id) return 'InvalidAccessKeyId';
  if (service !== 's3' || end !== 'aws4_request' || !date.startsWith(day)) return 'AuthorizationHeaderMalformed';
  const names = signed.split(';');
  if (
    !names.includes('host') ||
    Object.keys(request.headers).some((name) => name.startsWith('x-amz-') && !names.includes(name))
  )
    return 'AccessDenied';
  const payload = String(request.headers['x-amz-content-sha256']);
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const path = url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/');
  const headers = names
    .map((name) => `${name}:${String(request.headers[name]).trim().replaceAll(/ +/g, ' ')}\n`)
    .join('');
  const canonical = [request.method, path, query, headers, signed, payload].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${KEYS.secret}`, day), region));
  return hmac(key, toSign).toString('hex') === given ? undefined : 'SignatureDoesNotMatch';
}

export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  let port = 0;

  const refuse = (reply: ServerResponse, status: number, code: string): void => {
    reply.writeHead(status, { 'content-type': 'application/xml' });
    reply.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  };

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://s3.test');
    if (self.fault === 'busy') return refuse(reply, 503, 'SlowDown');
    if (self.fault === 'silent') return;
    const wrong = signatureFault(request, url, body);
    if (wrong) return refuse(reply, 403, wrong);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    if (bucket !== BUCKET) return refuse(reply, 404, 'NoSuchBucket');
    asked.push(`${request.method} ${key}`);
    if (key === '') return list(url, reply);
    if (request.method !== 'GET' && self.refused !== undefined && key.includes(self.refused))
      return refuse(reply, 403, 'AccessDenied');
    switch (request.method) {
      case 'PUT': {
        const checksum = request.headers['x-amz-checksum-sha256'];
        if (checksum !== undefined && checksum !== createHash('sha256').update(body).digest('base64'))
          return refuse(reply, 400, 'BadDigest');
        self.lastPut = request.headers;
        const kept = Buffer.from(body);
        if (self.fault === 'corrupts') kept[kept.length >> 1] = (kept[kept.length >> 1] ?? 0) ^ 1;
        if (self.fault !== 'forgets') objects.set(key, kept);
        reply.writeHead(200, { etag: `"${createHash('md5').update(kept).digest('hex')}"` }).end();
        return;
      }
      case 'GET': {
        const found = objects.get(key);
        if (!found) return refuse(reply, 404, 'NoSuchKey');
        reply.writeHead(200, { 'content-length': found.length, 'content-type': 'application/octet-stream' });
        if (self.fault === 'slow') reply.write(found.subarray(0, 10));
        else reply.end(found);
        return;
      }
      case 'DELETE':
        objects.delete(key);
        reply.writeHead(204).end();
        return;
      default:
        refuse(reply, 405, 'MethodNotAllowed');
    }
  }

  function list(url: URL, reply: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, PAGE);
    const more = keys.length > PAGE;
    reply.writeHead(200, { 'content-type': 'application/xml' });
    reply.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name>
      <KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}
      ${page.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`).join('')}</ListBucketResult>`,
    );
  }

  const server = createServer((request, reply) => void answer(request, reply));
  const self: S3Server = {
    objects,
    asked,
    lastPut: {},
    fault: undefined,
    refused: undefined,
    settings: (changed = {}) => ({
      bucket: BUCKET,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'ca-central-1',
      credentials: KEYS,
      prefix: '',
      encryption: undefined,
      moving: true,
      moveAfterMinutes: 0,
      keepDays: 30,
      ...changed,
    }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
          port = (server.address() as AddressInfo).port;
          resolve();
        });
      }),
  };
  await self.start();
  return self;
}
