import { randomBytes } from 'node:crypto';
import { assert, jsonValue, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer, masterKeyId, SealError } from './sealer.ts';

const TENANT = '0199a000-0000-7000-8000-000000000001';
const OTHER = '0199a000-0000-7000-8000-000000000002';
const ROW = '0199a000-0000-7000-8000-00000000000a';
const key = randomBytes(32);
const sealer = createSealer([key]);

test('opens what it sealed, whatever the bytes', () => {
  assert(
    property(uint8Array({ maxLength: 5000 }), (bytes) => {
      const { sealed, keyId } = sealer.seal(TENANT, ROW, 'credentials', bytes);
      expect(keyId).toBe(masterKeyId(key));
      expect(sealer.open(TENANT, ROW, 'credentials', sealed).equals(bytes)).toBe(true);
    }),
  );
});

test('JSON comes back as it was', () => {
  assert(
    property(jsonValue(), (value) => {
      const { sealed } = sealer.sealJson(TENANT, ROW, 'cost', value);
      expect(JSON.stringify(sealer.openJson(TENANT, ROW, 'cost', sealed))).toBe(JSON.stringify(value));
    }),
  );
});

test('the plain text is nowhere in the sealed value, and no two seals are alike', () => {
  const secret = Buffer.from('a vendor password of some length');
  const [one, two] = [sealer.seal(TENANT, ROW, 'x', secret).sealed, sealer.seal(TENANT, ROW, 'x', secret).sealed];
  expect(one.includes(secret)).toBe(false);
  expect(one.equals(two)).toBe(false);
});

test('does not open for another tenant, row or purpose, or under joined names', () => {
  const { sealed } = sealer.seal(TENANT, ROW, 'cost', Buffer.from('x'));
  expect(() => sealer.open(OTHER, ROW, 'cost', sealed)).toThrow(SealError);
  expect(() => sealer.open(TENANT, OTHER, 'cost', sealed)).toThrow(SealError);
  expect(() => sealer.open(TENANT, ROW, 'credentials', sealed)).toThrow(SealError);
  const joined = sealer.seal('a', 'b|1:c', 'd', Buffer.from('x')).sealed;
  expect(() => sealer.open('a', 'b', '1:c|d', joined)).toThrow(SealError);
});

test('any changed byte and any cut is refused', () => {
  const { sealed } = sealer.seal(TENANT, ROW, 'cost', Buffer.from('12.50 CAD'));
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => sealer.open(TENANT, ROW, 'cost', changed), `byte ${at}`).toThrow(SealError);
    expect(() => sealer.open(TENANT, ROW, 'cost', sealed.subarray(0, at)), `cut at ${at}`).toThrow(SealError);
  }
});

test('rotation: the new key seals, the old one still opens, rewrapped values need only the new one', () => {
  const old = sealer.seal(TENANT, ROW, 'cost', Buffer.from('kept'));
  const next = randomBytes(32);
  const both = createSealer([next, key]);
  expect(both.open(TENANT, ROW, 'cost', old.sealed).toString()).toBe('kept');
  const moved = both.rewrap(TENANT, ROW, 'cost', old.sealed);
  expect(moved.keyId).toBe(masterKeyId(next));
  expect(createSealer([next]).open(TENANT, ROW, 'cost', moved.sealed).toString()).toBe('kept');
  expect(() => createSealer([next]).open(TENANT, ROW, 'cost', old.sealed)).toThrow(/not among the configured/);
});

test('keys must be 32 bytes', () => {
  expect(() => createSealer([])).toThrow(SealError);
  expect(() => createSealer([randomBytes(16)])).toThrow(SealError);
});
