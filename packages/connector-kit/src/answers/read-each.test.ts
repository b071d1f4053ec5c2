import { describe, expect, it } from 'vitest';
import { readObject, type ObjectReader } from './json-reader.ts';
import { readEachInTurn, readEachOf, readNamed, together } from './read-each.ts';

const id = (item: ObjectReader): string => item.string('id');
const small = (item: ObjectReader): string | undefined => (item.integer('size') > 3 ? undefined : item.string('id'));

describe('items one by one', () => {
  const list = readObject({
    items: [{ id: 'a', size: 1 }, { id: 'b', size: 'big' }, 'c', { id: 'd', size: 4 }, { size: 0 }],
  });

  it('a broken one is a message with its id, one that is no object a message, the others stand', () => {
    const read = readEachOf(list, 'items', id, small);
    expect(read.items).toEqual(['a']);
    expect(read.problems).toMatchObject([
      { message: expect.stringContaining('items[2]') },
      { externalId: 'b', message: expect.stringContaining('size') },
      { externalId: undefined, message: expect.stringContaining('id') },
    ]);
    expect(list.problems).toEqual([]);
    expect(() => readEachOf(readObject({}), 'items', String, String)).toThrow(/items/);
  });

  it('one after the other, with what is beside each and said there', async () => {
    const nodes = list.isolated().list('items', (one) => one);
    // What is no mistake of the item is a fault of the whole.
    await expect(readEachInTurn(nodes, id, () => Promise.reject(new RangeError('ours')))).rejects.toThrow(RangeError);
    const beside = await readEachInTurn(nodes, id, (item) => {
      const line = readObject({ units: 'many' }).isolated(item.problems);
      line.maybe('units', (n) => line.integer(n));
      return Promise.resolve(small(item));
    });
    expect(beside.items).toEqual(['a']);
    expect(beside.problems.filter(({ externalId }) => externalId === 'd')).toMatchObject([
      { message: expect.stringContaining('units') },
    ]);
  });

  it('by their ids: unknown ones are left out, an answer that cannot be read is a message', async () => {
    const answers: Readonly<Record<string, unknown>> = { a: { id: 'a', size: 1 }, b: { id: 'b' }, c: 'nothing' };
    const read = await readNamed(
      ['a', 'b', 'c', 'z'],
      (name) => Promise.resolve(answers[name] === undefined ? undefined : readObject(answers[name])),
      (item) => `${item.string('id')} ${item.integer('size')}`,
    );
    expect(read.items).toEqual(['a 1']);
    expect(read.problems.map(({ externalId }) => externalId)).toEqual(['b', 'c']);
    expect(together([read, read]).items).toEqual(['a 1', 'a 1']);
  });
});
