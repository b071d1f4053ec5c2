/**
 * Envelope encryption of what the database must not be able to read: credentials, vendor tokens, cost chains.
 * Each value has its own data key; the data key is wrapped by a master key. Both layers are AES-256-GCM and bound to
 * tenant, row and purpose, so a value moved to another row or tenant does not open.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Json } from '@scanship/domain/values/json';

export interface Sealed {
  /** Which master key wrapped it; stored beside the value where the table has a `key_id`. */
  readonly keyId: string;
  readonly sealed: Buffer;
}

export interface Sealer {
  /** Id of the key that new values are sealed with. */
  readonly keyId: string;
  seal(tenantId: string, rowId: string, purpose: string, bytes: Uint8Array): Sealed;
  sealJson(tenantId: string, rowId: string, purpose: string, value: Json): Sealed;
  /** @throws SealError when the key is unknown, or the value was changed or belongs to another row. */
  open(tenantId: string, rowId: string, purpose: string, sealed: Uint8Array): Buffer;
  openJson(tenantId: string, rowId: string, purpose: string, sealed: Uint8Array): Json;
  /** The same value under the current master key; for rotation. */
  rewrap(tenantId: string, rowId: string, purpose: string, sealed: Uint8Array): Sealed;
}

/** Cannot be opened: never says what was inside. */
export class SealError extends Error {
  override name = 'SealError';
}

const VERSION = 1;
const IV = 12;
const TAG = 16;
const KEY = 32;
const WRAPPED = IV + KEY + TAG;
const ID_BYTES = 4;
const HEADER = 1 + ID_BYTES;

/** The first 8 hex digits of the key's hash: names a key without telling it. */
export const masterKeyId = (key: Uint8Array): string =>
  createHash('sha256')
    .update('scanship master key id')
    .update(key)
    .digest('hex')
    .slice(0, ID_BYTES * 2);

const encrypt = (key: Uint8Array, aad: Buffer, plain: Uint8Array): Buffer => {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG });
  cipher.setAAD(aad);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const decrypt = (key: Uint8Array, aad: Buffer, box: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV), { authTagLength: TAG });
  decipher.setAAD(aad);
  decipher.setAuthTag(box.subarray(box.length - TAG));
  return Buffer.concat([decipher.update(box.subarray(IV, box.length - TAG)), decipher.final()]);
};

/** Length-prefixed, so that no two triples give the same bytes. */
const bindTo = (...parts: readonly string[]): Buffer =>
  Buffer.from(`scanship/${VERSION}${parts.map((part) => `|${Buffer.byteLength(part)}:${part}`).join('')}`);

/** @param keys 32 bytes each; the first seals, all open. At least one. */
export const createSealer = (keys: readonly Uint8Array[]): Sealer => {
  const byId = new Map(keys.map((key) => [masterKeyId(key), key]));
  const [current] = keys;
  if (!current || keys.some((key) => key.length !== KEY))
    throw new SealError('The sealer needs master keys of 32 bytes.');
  const keyId = masterKeyId(current);

  const seal: Sealer['seal'] = (tenantId, rowId, purpose, bytes) => {
    const aad = bindTo(tenantId.toLowerCase(), rowId.toLowerCase(), purpose);
    const dataKey = randomBytes(KEY);
    const header = Buffer.concat([Buffer.of(VERSION), Buffer.from(keyId, 'hex')]);
    const sealed = Buffer.concat([header, encrypt(current, aad, dataKey), encrypt(dataKey, aad, bytes)]);
    return { keyId, sealed };
  };
  const open: Sealer['open'] = (tenantId, rowId, purpose, value) => {
    const box = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    if (box.length < HEADER + WRAPPED + IV + TAG || box[0] !== VERSION) throw new SealError('Not a sealed value.');
    const id = box.subarray(1, HEADER).toString('hex');
    const master = byId.get(id);
    if (!master) throw new SealError(`Sealed with master key ${id}, which is not among the configured ones.`);
    const aad = bindTo(tenantId.toLowerCase(), rowId.toLowerCase(), purpose);
    try {
      const dataKey = decrypt(master, aad, box.subarray(HEADER, HEADER + WRAPPED));
      return decrypt(dataKey, aad, box.subarray(HEADER + WRAPPED));
    } catch {
      throw new SealError(`A sealed value (${purpose}) does not open: changed, or of another row.`);
    }
  };
  return {
    keyId,
    seal,
    open,
    sealJson: (tenantId, rowId, purpose, value) => seal(tenantId, rowId, purpose, Buffer.from(JSON.stringify(value))),
    openJson: (tenantId, rowId, purpose, sealed) =>
      JSON.parse(open(tenantId, rowId, purpose, sealed).toString('utf8')) as Json,
    rewrap: (tenantId, rowId, purpose, sealed) =>
      seal(tenantId, rowId, purpose, open(tenantId, rowId, purpose, sealed)),
  };
};
