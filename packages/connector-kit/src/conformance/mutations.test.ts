import { expect, it } from 'vitest';
import { mutationsOf } from './mutations.ts';

const damagedIn = (type: string, text: string): readonly string[] => [
  ...new Set(mutationsOf(type, Buffer.from(text)).map(({ path }) => path)),
];

it('of a long list the first two, the last, and what differs from those before are damaged', () => {
  const plain = { id: 'a', price: { amount: 1 } };
  const json = JSON.stringify({ all: [plain, plain, plain, { ...plain, gift: {} }, { id: 5 }, plain, plain] });
  const items = damagedIn('application/json', json).filter((path) => /^all\[\d\]$/.test(path));
  expect(items).toEqual(['all[0]', 'all[1]', 'all[3]', 'all[4]', 'all[6]']);

  const row = '<Row><Id>a</Id></Row>';
  const xml = `<All>${row.repeat(3)}<Row kind="gift"><Id>a</Id></Row><Row><Id>a</Id><Gift/></Row>${row.repeat(2)}</All>`;
  const rows = damagedIn('text/xml', xml).filter((path) => path.endsWith(']'));
  expect(rows).toEqual(['All.Row[0]', 'All.Row[1]', 'All.Row[3]', 'All.Row[4]', 'All.Row[6]']);
});
