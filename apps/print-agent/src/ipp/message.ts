/**
 * IPP messages as bytes (RFC 8010, section 3): a header, groups of attributes, the document. What the agent does not need is
 * read past, never refused, because printers send much that nobody asked for.
 */

/** Delimiters of groups (RFC 8010, 3.5.1). */
export const GROUP = { operation: 0x01, job: 0x02, end: 0x03, printer: 0x04, unsupported: 0x05 } as const;

/** Kinds of values (RFC 8010, 3.5.2). */
export const TAG = {
  unsupported: 0x10,
  noValue: 0x13,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octets: 0x30,
  dateTime: 0x31,
  resolution: 0x32,
  range: 0x33,
  collection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mime: 0x49,
  memberName: 0x4a,
} as const;

export type Resolution = { readonly x: number; readonly y: number; readonly unit: 'dpi' | 'dpcm' };
export type Range = { readonly from: number; readonly to: number };
/** A collection comes as its members; null stands for "no value" and "unsupported". */
export type IppValue =
  | string
  | number
  | boolean
  | Buffer
  | Resolution
  | Range
  | null
  | { readonly members: Attributes };
export type Attributes = ReadonlyMap<string, readonly IppValue[]>;

export interface OutAttribute {
  readonly tag: number;
  readonly name: string;
  readonly values: readonly (string | number | boolean)[];
}

export interface IppRequest {
  readonly operation: number;
  readonly requestId: number;
  readonly groups: readonly { readonly tag: number; readonly attributes: readonly OutAttribute[] }[];
}

export interface IppAnswer {
  readonly version: string;
  /** Status of the operation (RFC 8011, appendix B). */
  readonly status: number;
  readonly requestId: number;
  readonly groups: readonly { readonly tag: number; readonly attributes: Attributes }[];
  /** Length of the message; the document of a request follows. Bytes. */
  readonly length: number;
}

/** Short names for the attributes of a request. */
export const attribute = (
  tag: number,
  name: string,
  ...values: readonly (string | number | boolean)[]
): OutAttribute => ({ tag, name, values });

function valueBytes(tag: number, value: string | number | boolean): Buffer {
  if (typeof value === 'boolean') return Buffer.from([value ? 1 : 0]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  }
  const bytes = Buffer.from(value, 'utf8');
  if (bytes.length > 0x7fff) throw new RangeError(`an IPP value of ${bytes.length} bytes (kind ${tag}) is too long`);
  return bytes;
}

function attributeBytes({ tag, name, values }: OutAttribute): Buffer {
  const parts: Buffer[] = [];
  for (const [index, value] of values.entries()) {
    // Further values of the same attribute have an empty name.
    const nameBytes = Buffer.from(index === 0 ? name : '', 'latin1');
    const bytes = valueBytes(tag, value);
    const head = Buffer.alloc(3);
    head[0] = tag;
    head.writeUInt16BE(nameBytes.length, 1);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    parts.push(head, nameBytes, length, bytes);
  }
  return Buffer.concat(parts);
}

/** The message without the document that may follow it. */
export function encodeRequest(request: IppRequest): Buffer {
  const head = Buffer.alloc(8);
  head[0] = 2;
  head.writeUInt16BE(request.operation, 2);
  head.writeInt32BE(request.requestId, 4);
  const groups = request.groups.map(({ tag, attributes }) =>
    Buffer.concat([Buffer.from([tag]), ...attributes.map(attributeBytes)]),
  );
  return Buffer.concat([head, ...groups, Buffer.from([GROUP.end])]);
}

/** Bytes that are not an IPP message, or end in the middle of one. */
export class BadIppMessage extends Error {
  override readonly name = 'BadIppMessage';
}

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function take(reader: Reader, length: number): Buffer {
  const part = reader.bytes.subarray(reader.at, reader.at + length);
  if (part.length < length) throw new BadIppMessage(`the message ends within a value (at byte ${reader.at})`);
  reader.at += length;
  return part;
}

const number = (bytes: Buffer): number => (bytes.length === 4 ? bytes.readInt32BE() : Number.NaN);

function withoutLanguage(bytes: Buffer): string {
  const languageLength = bytes.length >= 2 ? bytes.readUInt16BE() : 0;
  return bytes.subarray(4 + languageLength).toString('utf8');
}

function readValue(tag: number, bytes: Buffer): IppValue {
  if (tag < 0x20) return null;
  if (tag === TAG.integer || tag === TAG.enum) return number(bytes);
  if (tag === TAG.boolean) return bytes[0] === 1;
  if (tag === TAG.range && bytes.length === 8) return { from: bytes.readInt32BE(0), to: bytes.readInt32BE(4) };
  if (tag === TAG.resolution && bytes.length === 9)
    return { x: bytes.readInt32BE(0), y: bytes.readInt32BE(4), unit: bytes[8] === 4 ? 'dpcm' : 'dpi' };
  if (tag === TAG.textWithLanguage || tag === TAG.nameWithLanguage) return withoutLanguage(bytes);
  if (tag >= 0x40) return bytes.toString('utf8');
  return Buffer.from(bytes);
}

/** One attribute or value as it stands in the bytes. */
function readField(reader: Reader, tag: number): { readonly name: string; readonly value: IppValue } {
  const name = take(reader, take(reader, 2).readUInt16BE()).toString('latin1');
  const bytes = take(reader, take(reader, 2).readUInt16BE());
  return { name, value: tag === TAG.collection ? { members: readCollection(reader) } : readValue(tag, bytes) };
}

/** Members up to the end of the collection (RFC 8010, 3.1.6). */
function readCollection(reader: Reader): Attributes {
  const members = new Map<string, IppValue[]>();
  let current = '';
  for (;;) {
    const tag = take(reader, 1)[0] ?? 0;
    const { value } = readField(reader, tag);
    if (tag === TAG.endCollection) return members;
    if (tag === TAG.memberName) {
      current = typeof value === 'string' ? value : '';
      members.set(current, []);
    } else members.get(current)?.push(value);
  }
}

/** @throws BadIppMessage */
export function decodeAnswer(bytes: Buffer): IppAnswer {
  if (bytes.length < 9) throw new BadIppMessage(`${bytes.length} bytes are no IPP message`);
  const groups: { tag: number; attributes: Map<string, IppValue[]> }[] = [];
  const reader: Reader = { bytes, at: 8 };
  let group: Map<string, IppValue[]> | undefined;
  let values: IppValue[] | undefined;
  for (;;) {
    const tag = take(reader, 1)[0] ?? 0;
    if (tag === GROUP.end) break;
    if (tag < 0x10) {
      group = new Map();
      values = undefined;
      groups.push({ tag, attributes: group });
      continue;
    }
    const { name, value } = readField(reader, tag);
    if (!group) throw new BadIppMessage('an attribute stands before the first group');
    if (name !== '') {
      values = [];
      group.set(name, values);
    }
    if (!values) throw new BadIppMessage('a further value stands before the first');
    values.push(value);
  }
  return {
    version: `${bytes[0]}.${bytes[1]}`,
    status: bytes.readUInt16BE(2),
    requestId: bytes.readInt32BE(4),
    groups,
    length: reader.at,
  };
}

/** Texts of an attribute; empty where it is absent. */
export const texts = (attributes: Attributes | undefined, name: string): readonly string[] =>
  (attributes?.get(name) ?? []).filter((value) => typeof value === 'string');

export const firstText = (attributes: Attributes | undefined, name: string): string | undefined =>
  texts(attributes, name)[0];

/** First whole number of an attribute. */
export const firstNumber = (attributes: Attributes | undefined, name: string): number | undefined =>
  (attributes?.get(name) ?? []).find((value) => typeof value === 'number' && !Number.isNaN(value)) as
    | number
    | undefined;

export const firstFlag = (attributes: Attributes | undefined, name: string): boolean | undefined =>
  (attributes?.get(name) ?? []).find((value) => typeof value === 'boolean');
