import { readdirSync } from 'node:fs';
import path from 'node:path';
import { STORE_PLATFORMS } from '@scanship/domain/stores/store-platforms';
import { expect, it } from 'vitest';
import { MARKS, markOf } from './carrier-marks.ts';

const connectors = path.resolve(import.meta.dirname, '../../../../../../connectors');

it('every carrier and every platform has a mark of its own, and no two look alike', () => {
  const carriers = readdirSync(path.join(connectors, 'carriers'));
  const wanted = new Set([...carriers, ...STORE_PLATFORMS.map(({ code }) => code)]);
  expect([...wanted].filter((id) => MARKS[id] === undefined)).toEqual([]);
  const looks = Object.values(MARKS).map(({ letters, shape }) => `${letters} ${shape}`);
  expect(looks.filter((look, at) => looks.indexOf(look) !== at)).toEqual([]);
});

it('an own courier goes by its name, always the same', () => {
  expect(markOf('Maple Local Courier', 'rate-sheet')).toEqual(markOf('Maple Local Courier'));
  expect(markOf('Maple Local Courier').letters).toBe('ML');
  expect(markOf('Élan').letters).toBe('ÉL');
});
