/**
 * A browser that has signed somebody in before keeps proof of it (a signed cookie, after OWASP's "device cookies"). Strangers'
 * failures never slow down a known device, and it alone is spared the notice of a new one. It signs nobody in.
 */
import { randomBytes } from 'node:crypto';
import type { SetCookie } from '../../platform/http/handler.ts';
import { sameBytes, type KeyedHashes } from './keyed-hashes.ts';

export const DEVICE_COOKIE = 'known_device';
const LIFE_SECONDS = 365 * 24 * 3600;
/** People who share a browser; the one who came longest ago is forgotten. */
const MOST_PEOPLE = 8;
const ID = 12;
const TIME = 6;
const MAC = 12;

export interface DeviceOwner {
  readonly realmId: string;
  readonly userId: string;
  /** Proofs from before a change of the password count no more. */
  readonly passwordChangedAt: Date | null;
}

export interface KnownDevices {
  /** Id of the device, when it is one of this person's. */
  of(cookie: string | undefined, owner: DeviceOwner, now: Date): string | undefined;
  /** The cookie that makes it one from now on, beside what it proves for others. */
  remember(cookie: string | undefined, owner: DeviceOwner, now: Date): SetCookie;
}

export const createKnownDevices = (hashes: KeyedHashes): KnownDevices => {
  const macOf = (owner: DeviceOwner, head: Uint8Array): Buffer =>
    hashes.of('known device', owner.realmId, owner.userId, Buffer.from(head).toString('hex')).subarray(0, MAC);
  const entriesOf = (cookie: string | undefined): Buffer[] =>
    (cookie ?? '')
      .split('~')
      .slice(0, MOST_PEOPLE)
      .map((entry) => Buffer.from(entry, 'base64url'))
      .filter((entry) => entry.length === ID + TIME + MAC);
  const find = (cookie: string | undefined, owner: DeviceOwner): Buffer | undefined =>
    entriesOf(cookie).find((entry) => sameBytes(entry.subarray(ID + TIME), macOf(owner, entry.subarray(0, ID + TIME))));
  const issuedAt = (entry: Buffer): number => entry.readUIntBE(ID, TIME);

  return {
    of(cookie, owner, now) {
      const entry = find(cookie, owner);
      if (!entry) return undefined;
      const at = issuedAt(entry);
      const tooOld = at + LIFE_SECONDS * 1000 < now.getTime() || at < (owner.passwordChangedAt?.getTime() ?? 0);
      return tooOld ? undefined : entry.subarray(0, ID).toString('base64url');
    },
    remember(cookie, owner, now) {
      const held = find(cookie, owner);
      const head = Buffer.concat([held?.subarray(0, ID) ?? randomBytes(ID), Buffer.alloc(TIME)]);
      head.writeUIntBE(now.getTime(), ID, TIME);
      const own = Buffer.concat([head, macOf(owner, head)]);
      const others = entriesOf(cookie).filter((entry) => entry !== held && !(held && entry.equals(held)));
      return {
        name: DEVICE_COOKIE,
        value: [own, ...others]
          .slice(0, MOST_PEOPLE)
          .map((entry) => entry.toString('base64url'))
          .join('~'),
        maxAgeSeconds: LIFE_SECONDS,
      };
    },
  };
};
