import { describe, expect, it } from 'vitest';
import { serviceChoices } from './service-choices.ts';

const account = (grantId: string, name: string, names: readonly string[]) => ({
  grantId,
  carrier: 'chit-chats',
  carrierName: 'Chit Chats',
  name,
  services: names.map((each, index) => ({ code: `S${index}`, name: each })),
});

describe('services to choose for a batch', () => {
  it('stand under their account, each found by its carrier and named once', () => {
    const groups = serviceChoices([
      account('g1', 'Main', ['Chit Chats U.S. Edge', 'Select']),
      account('g2', 'Branch', ['Select']),
      account('g3', 'New', []),
    ]);
    expect(groups.map(({ group, items }) => [group, items.map(({ label }) => label)])).toEqual([
      ['Main', ['Chit Chats U.S. Edge', 'Chit Chats Select']],
      ['Branch', ['Chit Chats Select']],
    ]);
    const all = groups.flatMap(({ items }) => items);
    expect(new Set(all.map(({ value }) => value)).size).toBe(3);
    expect(all.at(-1)?.service).toEqual({ grantId: 'g2', service: 'S0' });
  });
});
