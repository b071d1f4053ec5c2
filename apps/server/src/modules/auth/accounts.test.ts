import { assert as property, property as forAll, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf } from '../../platform/network-of.ts';
import { deviceName } from './device-name.ts';
import { createKeyedHashes } from './keyed-hashes.ts';
import { createKnownDevices } from './known-device.ts';
import { qrSvg } from './own-factors.ts';

const hashes = createKeyedHashes('a secret of the installation');
const now = new Date('2026-11-21T12:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);

describe('tickets', () => {
  test('say what was signed, until their time, to the one purpose', () => {
    property(
      forAll(string(), string(), (a, b) => {
        const ticket = hashes.sign('resend', [a, b], later(1));
        expect(hashes.read('resend', ticket, now)).toEqual([a, b]);
        expect(hashes.read('other', ticket, now)).toBeUndefined();
        expect(hashes.read('resend', ticket, later(1))).toBeUndefined();
        expect(createKeyedHashes('another secret').read('resend', ticket, now)).toBeUndefined();
      }),
    );
  });
  test('are nothing once a character is changed, and rubbish is none', () => {
    const ticket = hashes.sign('resend', ['realm', 'user'], later(1));
    for (let at = 0; at < ticket.length; at += 1) {
      const changed = `${ticket.slice(0, at)}${ticket[at] === 'A' ? 'B' : 'A'}${ticket.slice(at + 1)}`;
      // The last character of base64 may carry bits that do not count.
      if (
        Buffer.from(changed.split('.')[1] ?? '', 'base64url').equals(
          Buffer.from(ticket.split('.')[1] ?? '', 'base64url'),
        ) &&
        changed.split('.')[0] === ticket.split('.')[0]
      )
        continue;
      expect(hashes.read('resend', changed, now)).toBeUndefined();
    }
    property(
      forAll(string(), (rubbish) => {
        expect(hashes.read('resend', rubbish, now)).toBeUndefined();
      }),
    );
  });
  test('parts cannot be shifted into one another', () => {
    expect(hashes.of('a', 'bc', 'd').equals(hashes.of('a', 'b', 'cd'))).toBe(false);
  });
});

describe('known devices', () => {
  const devices = createKnownDevices(hashes);
  const person = (userId: string) => ({ realmId: 'realm', userId, passwordChangedAt: null });

  test('know the people who signed in there, each for a year, and keep their id', () => {
    const first = devices.remember(undefined, person('anna'), now);
    const second = devices.remember(first.value, person('bob'), now);
    const id = devices.of(second.value, person('anna'), later(1));
    expect(id).toMatch(/^[\w-]{16}$/);
    expect(devices.of(second.value, person('bob'), later(1))).not.toBe(id);
    expect(devices.of(second.value, person('carl'), later(1))).toBeUndefined();
    const again = devices.remember(second.value, person('anna'), later(300));
    expect(devices.of(again.value, person('anna'), later(600))).toBe(id);
    expect(devices.of(again.value, person('bob'), later(366))).toBeUndefined();
    expect(again.value.split('~')).toHaveLength(2);
  });
  test('forget whoever came longest ago, and what was before a change of the password', () => {
    let cookie: string | undefined;
    for (let n = 0; n < 12; n += 1) cookie = devices.remember(cookie, person(`p${n}`), now).value;
    expect(devices.of(cookie, person('p3'), now)).toBeUndefined();
    expect(devices.of(cookie, person('p11'), now)).toBeDefined();
    expect(cookie?.length).toBeLessThan(600);
    expect(devices.of(cookie, { ...person('p11'), passwordChangedAt: later(1) }, later(2))).toBeUndefined();
  });
  test('are nobody’s for anything else', () => {
    property(
      forAll(stringMatching(/^[\w~-]{0,200}$/), (cookie) => {
        expect(devices.of(cookie, person('anna'), now)).toBeUndefined();
      }),
    );
  });
});

test('addresses of one customer count as one: IPv4 whole, IPv6 by its /64', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:0DB8:1:2::9')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', ''],
  ['', ''],
  [null, ''],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test('a QR code is a drawing of squares and nothing else, whatever is in it', () => {
  const svg = qrSvg('otpauth://totp/Maple:anna"><script>alert(1)</script>?secret=ABC');
  expect(svg).toMatch(/^<svg [^<>]*><rect [^<>]*\/><path d="[Mhvz\d. -]+" fill="#000"\/><\/svg>$/);
});
