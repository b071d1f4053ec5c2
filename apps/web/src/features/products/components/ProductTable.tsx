/** The grid of products. Above 50 rows only those in view are drawn. */
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '#icons';
import type { ProductRow, ProductSort } from '@scanship/contracts/products/products';
import { type RefObject, useMemo } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { ROW_HEIGHTS, usePreferences } from '../../../lib/preferences.ts';
import { ColumnResizer } from '../../orders/components/ColumnResizer.tsx';
import { useFittedColumns } from '../../orders/components/use-fitted-columns.ts';
import { useRowsInView } from '../../orders/components/use-rows-in-view.ts';
import { resizeColumn } from '../../orders/model/column-config.ts';
import { isChosen, pageState, type Selection } from '../../orders/model/selection.ts';
import { nextSort } from '../model/product-search.ts';
import { ProductTableRow } from './ProductTableRow.tsx';
import type { Inline } from './use-inline.ts';
import type { ProductColumns } from './use-product-columns.ts';

export const LEAD_WIDTH = 44;
const AROUND = { before: LEAD_WIDTH, after: 0 };
/** Longer pages draw only the rows in view. */
const ALL_DRAWN_TO = 50;
const HEAD_HEIGHT = 33;

export interface ProductTableProps {
  readonly rows: readonly ProductRow[];
  readonly columns: ProductColumns;
  readonly selection: Selection;
  readonly inline: Inline;
  readonly openId: string | undefined;
  readonly sort: ProductSort;
  readonly busy: boolean;
  readonly mayEdit: boolean;
  readonly bodyRef: RefObject<HTMLDivElement | null>;
  readonly onSort: (sort: ProductSort) => void;
  readonly onToggle: (id: string, range: boolean) => void;
  readonly onTogglePage: () => void;
  readonly onOpen: (id: string) => void;
}

export function ProductTable(props: ProductTableProps) {
  const { rows, columns, selection, bodyRef } = props;
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { density } = usePreferences();
  const rowHeight = ROW_HEIGHTS[density];
  const { first, end } = useRowsInView({
    scroller: bodyRef,
    count: rows.length,
    rowHeight,
    headHeight: HEAD_HEIGHT,
    enabled: rows.length > ALL_DRAWN_TO,
  });
  const { placed, width } = useFittedColumns(bodyRef, columns, AROUND);
  const state = pageState(
    selection,
    useMemo(() => rows.map((row) => row.id), [rows]),
  );
  return (
    <div className="grid-scroll" ref={bodyRef} data-busy={props.busy} id="products-grid">
      <table
        className="grid product-grid"
        aria-label={t`Products`}
        aria-rowcount={rows.length + 1}
        aria-busy={props.busy}
        style={{ width: `max(100%, ${width}px)` }}
      >
        <colgroup>
          <col style={{ width: LEAD_WIDTH }} />
          {placed.map((p) => (
            <col key={p.column.id} style={{ width: p.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th className="lead stuck" scope="col">
              <label className="check">
                <input
                  type="checkbox"
                  aria-label={t`Select all products of this page`}
                  checked={state === 'all'}
                  ref={(box) => {
                    if (box) box.indeterminate = state === 'some';
                  }}
                  onChange={props.onTogglePage}
                />
              </label>
            </th>
            {placed.map((p) => {
              const { sort } = p.column;
              const mine = sort !== undefined && props.sort.replace('-', '') === sort;
              const down = props.sort.startsWith('-');
              const Arrow = down ? IconArrowDown : IconArrowUp;
              return (
                <th
                  key={p.column.id}
                  scope="col"
                  className={`${p.column.numeric ? 'end' : ''} ${p.stuckAt === undefined ? '' : 'stuck'}`}
                  style={p.stuckAt === undefined ? undefined : { insetInlineStart: p.stuckAt }}
                  aria-sort={mine ? (down ? 'descending' : 'ascending') : undefined}
                >
                  {sort ? (
                    <button type="button" className="sort" onClick={() => props.onSort(nextSort(props.sort, sort))}>
                      {i18n._(p.column.title)}
                      {mine && <Arrow size={13} aria-hidden />}
                    </button>
                  ) : (
                    i18n._(p.column.title)
                  )}
                  <ColumnResizer
                    name={i18n._(p.column.title)}
                    width={p.width}
                    onResize={(width) => columns.change(resizeColumn(columns.config, p.column.id, width))}
                  />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden style={{ height: first * rowHeight }} />}
          {rows.slice(first, end).map((row, offset) => (
            <ProductTableRow
              key={row.id}
              row={row}
              index={first + offset}
              placed={placed}
              format={format}
              inline={props.inline}
              mayEdit={props.mayEdit}
              selected={isChosen(selection, row.id)}
              open={props.openId === row.id}
              onToggle={props.onToggle}
              onOpen={props.onOpen}
            />
          ))}
          {end < rows.length && <tr aria-hidden style={{ height: (rows.length - end) * rowHeight }} />}
        </tbody>
      </table>
    </div>
  );
}
