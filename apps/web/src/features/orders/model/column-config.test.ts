import { describe, expect, it } from 'vitest';
import {
  type ColumnConfig,
  columnsOfText,
  columnsText,
  moveColumn,
  readColumnConfig,
  resizeColumn,
  toggleColumn,
  togglePin,
  WIDTH,
} from './column-config.ts';

const defaults: ColumnConfig = {
  order: ['number', 'date', 'to', 'status'],
  hidden: ['status'],
  widths: {},
  pinned: ['number'],
};

describe('readColumnConfig', () => {
  it('starts from the defaults where nothing useful is kept', () => {
    for (const value of [undefined, null, 'x', [], { order: ['gone'] }])
      expect(readColumnConfig(value, defaults)).toEqual(defaults);
  });
  it('drops columns that are gone and lets new ones join behind their neighbour', () => {
    const read = readColumnConfig(
      {
        order: ['to', 'gone', 'number', 'to'],
        hidden: ['gone'],
        widths: { to: 9999, gone: 100, number: 'x' },
        pinned: ['number'],
      },
      defaults,
    );
    expect(read).toEqual({
      order: ['to', 'status', 'number', 'date'],
      hidden: [],
      widths: { to: WIDTH.max },
      pinned: ['number'],
    });
  });
});

describe('arranging', () => {
  it('moves within the ends', () => {
    expect(moveColumn(defaults, 'date', 0).order).toEqual(['date', 'number', 'to', 'status']);
    expect(moveColumn(defaults, 'number', 99).order).toEqual(['date', 'to', 'status', 'number']);
  });
  it('never hides the last column', () => {
    let config = defaults;
    for (const id of ['number', 'date', 'to']) config = toggleColumn(config, id);
    expect(config.hidden).not.toContain('to');
  });
  it('pins and unpins, and keeps widths within limits', () => {
    expect(togglePin(togglePin(defaults, 'to'), 'number').pinned).toEqual(['to']);
    expect(resizeColumn(defaults, 'to', 3).widths.to).toBe(WIDTH.min);
  });
});

describe('the text kept by the server', () => {
  const defaults = { order: ['a', 'b', 'c'], hidden: ['c'], widths: {}, pinned: ['a'] };
  it('gives the same arrangement on another machine', () => {
    const mine = { order: ['b', 'a', 'c'], hidden: ['a'], widths: { b: 120 }, pinned: ['b'] };
    expect(columnsOfText(columnsText(mine), defaults)).toEqual(mine);
  });
  it('a new column comes as it is by default; what cannot be read is as if nothing were kept', () => {
    expect(columnsOfText('[{"id":"b","shown":true},{"id":"gone","shown":true}]', defaults)).toEqual({
      order: ['a', 'b', 'c'],
      hidden: ['c'],
      widths: {},
      pinned: [],
    });
    expect(columnsOfText('[]', defaults)).toBeUndefined();
    expect(columnsOfText('{', defaults)).toBeUndefined();
  });
});
