import { describe, expect, it } from 'vitest';
import { factsOf, namedIn } from './audit-facts.ts';
import { parseAuditSearch } from './audit-search.ts';

describe('filters of the log in the address', () => {
  it('are what was chosen', () => {
    const search = { from: '2026-01-01', to: '2026-02-01', who: 'aurora', act: 'createShipment', acting: true };
    expect(parseAuditSearch(search)).toEqual(search);
  });
  it('drop what means nothing, and emptied ones', () =>
    expect(parseAuditSearch({ from: 'yesterday', to: '', who: '  ', act: '', acting: false, x: 1 })).toEqual({}));
  it('keep a user name of digits', () => expect(parseAuditSearch({ who: 4711 })).toEqual({ who: '4711' }));
});

describe('what an entry says beside its sentence', () => {
  const subject = { kind: 'users', id: '0198-1' };
  const details = {
    told: { email: 'zoe@example.ca', roleId: 'r1' },
    params: { id: '0198-1' },
    fields: ['email', 'roleId'],
  };
  it('is what was said, about what, and which fields were sent', () =>
    expect(factsOf({ subject, details })).toEqual([
      ['email', 'zoe@example.ca'],
      ['roleId', 'r1'],
      ['id', '0198-1'],
      ['fields', 'email, roleId'],
    ]));
  it('names the subject where nothing else does, and nothing empty', () =>
    expect(factsOf({ subject, details: { fields: [], note: null, nested: { a: [1, { b: true }] } } })).toEqual([
      ['users', '0198-1'],
      ['nested', 'a: 1, b: true'],
    ]));
  it('is headed by the address or name it was about', () => {
    expect(namedIn({ details })).toBe('zoe@example.ca');
    expect(namedIn({ details: { told: { name: 'Night shift' } } })).toBe('Night shift');
    expect(namedIn({ details: { fields: ['name'] } })).toBeUndefined();
  });
});
