/** An authenticator in software (ES256, attestation "none"), after WebAuthn level 3: what a browser would answer. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

/** As much of CBOR (RFC 8949) as an attestation needs. */
const cbor = (value: Cbor): Buffer => {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.of((major << 5) | n);
    if (n < 256) return Buffer.of((major << 5) | 24, n);
    return Buffer.of((major << 5) | 25, n >> 8, n & 0xff);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])]);
};

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

export interface SoftwarePasskey {
  readonly id: string;
  register(options: Record<string, unknown>, origin: string): object;
  authenticate(
    options: Record<string, unknown>,
    origin: string,
    how?: { readonly userVerified?: boolean; readonly counter?: number; readonly rpId?: string },
  ): object;
}

export const createSoftwarePasskey = (): SoftwarePasskey => {
  const id = randomBytes(20);
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });
  const jwk = publicKey.export({ format: 'jwk' });
  let counter = 0;
  const authData = (rpId: string, flags: number, count: number, rest: Uint8Array = Buffer.alloc(0)): Buffer => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), number, rest]);
  };
  const client = (type: string, challenge: unknown, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const wrap = (response: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    response,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  });

  return {
    id: base64url(id),
    register(options, origin) {
      const rpId = (options['rp'] as { id: string }).id;
      const key = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(jwk.x ?? '', 'base64url')],
          [-3, Buffer.from(jwk.y ?? '', 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(rpId, USER_PRESENT | USER_VERIFIED | ATTESTED, counter, attested)],
        ]),
      );
      return wrap({
        clientDataJSON: base64url(client('webauthn.create', options['challenge'], origin)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      });
    },
    authenticate(options, origin, how = {}) {
      counter = how.counter ?? counter + 1;
      const flags = USER_PRESENT | (how.userVerified === false ? 0 : USER_VERIFIED);
      const data = authData(how.rpId ?? String(options['rpId']), flags, counter);
      const clientData = client('webauthn.get', options['challenge'], origin);
      return wrap({
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)),
      });
    },
  };
};
