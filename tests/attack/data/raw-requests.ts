/**
 * Requests as no client of ours sends them: bodies that are not what they say, headers that lead frameworks astray. Each is
 * sent to every call; none may cost more than its refusal.
 */

export interface RawRequest {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent: the body a call would take. */
  readonly body?: string | Buffer;
  /** Said with GET as well. */
  readonly anyMethod?: boolean;
}

const json = { 'content-type': 'application/json' };
const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

export const RAW_REQUESTS: readonly RawRequest[] = [
  // Not JSON, or not only JSON.
  { name: 'half a body', headers: json, body: '{"ids":["' },
  { name: 'two bodies', headers: json, body: '{}{}' },
  { name: 'a comment', headers: json, body: '{/* */}' },
  { name: 'NaN', headers: json, body: '{"weight":NaN}' },
  { name: 'a byte order mark', headers: json, body: '\uFEFF{}' },
  { name: 'white space alone', headers: json, body: ' \n\t' },
  { name: 'text for an object', headers: json, body: '"x"' },
  { name: 'null for an object', headers: json, body: 'null' },
  { name: 'an array for an object', headers: json, body: '[[],{},null]' },
  {
    name: 'a number beyond all numbers',
    headers: json,
    body: '{"page":1e999,"size":-1e999,"id":123456789012345678901234567890}',
  },
  { name: 'a key twice', headers: json, body: '{"page":1,"page":{"$gt":0},"size":10,"size":[10]}' },
  // Words that mean something to the language.
  { name: 'a prototype', headers: json, body: '{"__proto__":{"isAdmin":true},"page":1}' },
  { name: 'a constructor', headers: json, body: '{"constructor":{"prototype":{"isAdmin":true}},"page":1}' },
  {
    name: 'methods for values',
    headers: json,
    body: '{"toString":1,"valueOf":1,"then":1,"length":-1,"hasOwnProperty":0}',
  },
  {
    name: 'a thousand unknown fields',
    headers: json,
    body: JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`f${at}`, at]))),
  },
  // Depth and size.
  { name: 'a hundred thousand arrays', headers: json, body: deep('[', ']', 100_000) },
  { name: 'ten thousand objects', headers: json, body: deep('{"a":', '}', 10_000) },
  {
    name: 'a megabyte of text',
    headers: json,
    body: JSON.stringify({ name: 'a'.repeat(1_000_000), search: ' '.repeat(20_000) }),
  },
  { name: 'a list of fifty thousand', headers: json, body: JSON.stringify({ ids: Array(50_000).fill('x') }) },
  { name: 'five megabytes', headers: json, body: Buffer.alloc(5 * 1024 * 1024, 0x20) },
  // Bytes.
  { name: 'NUL and half a pair', headers: json, body: '{"name":"\\u0000\\ud800","note":"\\udc00"}' },
  {
    name: 'bytes that are no UTF-8',
    headers: json,
    body: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xc0, 0x80, 0x22, 0x7d]),
  },
  {
    name: 'UTF-16',
    headers: { 'content-type': 'application/json; charset=utf-16le' },
    body: Buffer.from('{}', 'utf16le'),
  },
  { name: 'said to be packed, and is not', headers: { ...json, 'content-encoding': 'gzip' }, body: 'not gzip' },
  { name: 'packed in a way nobody knows', headers: { ...json, 'content-encoding': 'x-unknown, br' }, body: '{}' },
  // Types.
  {
    name: 'XML',
    headers: { 'content-type': 'text/xml' },
    body: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  },
  { name: 'plain text', headers: { 'content-type': 'text/plain' }, body: '{}' },
  {
    name: 'a form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1&a[]=2&__proto__[x]=3',
  },
  { name: 'no type', headers: { 'content-type': '' }, body: '{}' },
  { name: 'a type that is none', headers: { 'content-type': 'application/json/../../x; charset=;;="' }, body: '{}' },
  { name: 'parts without a boundary', headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
  {
    name: 'parts that never end',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
  },
  {
    name: 'parts named like a prototype',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  },
  // Headers beside a fitting body.
  { name: 'an answer nobody can give', headers: { accept: 'image/avif, text/vnd.x;q=-1' }, anyMethod: true },
  { name: 'a hundred languages', headers: { 'accept-language': 'fr-x,'.repeat(900) }, anyMethod: true },
  {
    name: 'only if it is the same',
    headers: { 'if-match': '"x"', 'if-none-match': '*', 'if-modified-since': 'yesterday' },
    anyMethod: true,
  },
  { name: 'a range of it', headers: { range: 'bytes=-1,0-0,9-1' }, anyMethod: true },
  {
    name: 'another method inside',
    headers: { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/user/logout' },
    anyMethod: true,
  },
  { name: 'a key too short', headers: { 'idempotency-key': 'x' } },
  { name: 'a key too long', headers: { 'idempotency-key': 'k'.repeat(5000) } },
  { name: 'a key of other letters', headers: { 'idempotency-key': 'clé-d’idempotence' } },
  { name: 'wishes without end', headers: { prefer: 'respond-async, wait='.repeat(300) }, anyMethod: true },
  {
    name: 'cookies that are none',
    headers: { cookie: `;;=;__proto__=1; constructor=2; a=${'%'.repeat(2000)}` },
    anyMethod: true,
  },
  { name: 'two bearers', headers: { authorization: 'Bearer a, Bearer b' }, anyMethod: true },
  { name: 'another way in', headers: { authorization: 'Basic YWRtaW46YWRtaW4=' }, anyMethod: true },
  {
    name: 'a proxy of its own',
    headers: {
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=127.0.0.1;host=evil.example',
      via: '1.1 x',
    },
    anyMethod: true,
  },
  {
    name: 'an origin that is not ours',
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
    anyMethod: true,
  },
];

/** Values for every parameter of a path or a query, already as they stand in an address. */
export const ADDRESS_PARTS: readonly string[] = [
  '%00',
  '%ed%a0%80',
  '%ff%fe',
  '%',
  '..%2f..%2fetc%2fpasswd',
  '..%2f',
  "1'%20OR%20'1'='1",
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '%7B%22%24gt%22%3A%22%22%7D',
  'a'.repeat(490),
  '%F0%9F%8F%B7%EF%B8%8F',
  '0199a000-0000-7000-8000-00000000dead',
  '0199A000-0000-7000-8000-00000000DEAD',
  '2026-02-30',
  '%20',
];
