/**
 * The grid of orders. Four rules keep it quick at 200 rows: only rows in view are drawn above 50, checkboxes are native,
 * rows are memoised on what they show, and what follows the selection is deferred by the page.
 */
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '#icons';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { ROW_HEIGHTS, usePreferences } from '../../../lib/preferences.ts';
import { nextSort, type OrderSort, sortField } from '../model/order-search.ts';
import { isChosen, pageState, type Selection } from '../model/selection.ts';
import { ColumnResizer } from './ColumnResizer.tsx';
import { OrderTableRow } from './OrderTableRow.tsx';
import { resizeColumn } from '../model/column-config.ts';
import { useFittedColumns } from './use-fitted-columns.ts';
import { type OrderColumns, stuck } from './use-order-columns.ts';
import { useRowsInView } from './use-rows-in-view.ts';

export const LEAD_WIDTH = 44;
/** The column of the row menus. */
const TAIL_WIDTH = 48;
const AROUND = { before: LEAD_WIDTH, after: TAIL_WIDTH };
/** Longer pages draw only the rows in view. */
const ALL_DRAWN_TO = 50;
const HEAD_HEIGHT = 33;

interface Props {
  readonly rows: readonly OrderRow[];
  readonly columns: OrderColumns;
  readonly selection: Selection;
  /** The row that Tab reaches. */
  readonly place: number;
  readonly activeId: string | undefined;
  readonly openId: string | undefined;
  readonly sort: OrderSort;
  readonly busy: boolean;
  readonly bodyRef: RefObject<HTMLDivElement | null>;
  /** Rows that are not in this list any more, and stay until it is loaded anew. */
  readonly gone: ReadonlySet<string>;
  readonly onSort: (sort: OrderSort) => void;
  readonly onToggle: (id: string, range: boolean) => void;
  readonly onTogglePage: () => void;
  readonly onOpen: (id: string) => void;
  readonly onActive: (id: string) => void;
  readonly onMenu: (row: OrderRow, button: HTMLElement) => void;
}

export function OrderTable(props: Props) {
  const { rows, columns, selection, place, activeId, openId, bodyRef } = props;
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { density } = usePreferences();
  const rowHeight = ROW_HEIGHTS[density];
  const tools = useMemo(() => ({ format, i18n }), [format, i18n]);
  const { first, end, bring } = useRowsInView({
    scroller: bodyRef,
    count: rows.length,
    rowHeight,
    headHeight: HEAD_HEIGHT,
    enabled: rows.length > ALL_DRAWN_TO,
  });
  useFocusActiveRow(bodyRef, activeId, place, bring);
  const { placed, width } = useFittedColumns(bodyRef, columns, AROUND);
  const pageIds = useMemo(() => rows.map((row) => row.id), [rows]);

  return (
    <div className="grid-scroll" ref={bodyRef} data-busy={props.busy} id="orders-grid" data-testid="orders-scroll">
      {/* Rows can be chosen and walked by keyboard: that is a grid, drawn as the table it also is. */}
      <table
        className="grid"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={t`Orders`}
        aria-rowcount={rows.length + 1}
        aria-multiselectable
        aria-busy={props.busy}
        style={{ width: `max(100%, ${width}px)` }}
      >
        <colgroup>
          <col style={{ width: LEAD_WIDTH }} />
          {placed.map((p) => (
            <col key={p.column.id} style={{ width: p.width }} />
          ))}
          <col style={{ width: TAIL_WIDTH }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th className="lead stuck" scope="col">
              <HeadBox
                state={pageState(selection, pageIds)}
                label={t`Select all orders of this page`}
                onToggle={props.onTogglePage}
              />
            </th>
            {placed.map((p) => (
              <th
                key={p.column.id}
                scope="col"
                className={`${p.column.numeric ? 'end' : ''} ${p.stuckAt === undefined ? '' : 'stuck'}`}
                style={stuck(p)}
                aria-sort={
                  p.column.sort && sortField(props.sort) === sortField(p.column.sort)
                    ? props.sort.startsWith('-')
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
              >
                {p.column.sort ? (
                  <SortButton sort={p.column.sort} now={props.sort} onSort={props.onSort}>
                    {i18n._(p.column.title)}
                  </SortButton>
                ) : (
                  i18n._(p.column.title)
                )}
                <ColumnResizer
                  name={i18n._(p.column.title)}
                  width={p.width}
                  onResize={(width) => columns.change(resizeColumn(columns.config, p.column.id, width))}
                />
              </th>
            ))}
            <th className="tail" scope="col">
              <span className="sr-only">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden style={{ height: first * rowHeight }} />}
          {rows.slice(first, end).map((row, offset) => (
            <OrderTableRow
              key={row.id}
              row={row}
              index={first + offset}
              placed={placed}
              tools={tools}
              selected={isChosen(selection, row.id)}
              gone={props.gone.has(row.id)}
              tabbable={place === first + offset}
              active={openId === undefined && activeId === row.id}
              open={openId === row.id}
              onToggle={props.onToggle}
              onOpen={props.onOpen}
              onActive={props.onActive}
              onMenu={props.onMenu}
            />
          ))}
          {end < rows.length && <tr aria-hidden style={{ height: (rows.length - end) * rowHeight }} />}
        </tbody>
      </table>
    </div>
  );
}

/** Moves focus to the active row when the keyboard moved it, also when it has to be drawn first. */
function useFocusActiveRow(
  body: RefObject<HTMLDivElement | null>,
  activeId: string | undefined,
  place: number,
  bring: (index: number) => void,
): void {
  const shown = useRef(activeId);
  useEffect(() => {
    // Only when another order is active: rows that move take the focus from nobody.
    if (shown.current === activeId) return;
    shown.current = activeId;
    bring(place);
    const focus = () =>
      body.current?.querySelector<HTMLElement>(`[data-index="${place}"]`)?.focus({ preventScroll: false });
    focus();
    const left = document.activeElement;
    // Once more when the row is drawn, unless the next key has taken the focus elsewhere meanwhile.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === left) focus();
    });
    return () => cancelAnimationFrame(frame);
  });
}

function SortButton({
  sort,
  now,
  onSort,
  children,
}: {
  readonly sort: OrderSort;
  readonly now: OrderSort;
  readonly onSort: (sort: OrderSort) => void;
  readonly children: ReactNode;
}) {
  const mine = sortField(now) === sortField(sort);
  const Arrow = now.startsWith('-') ? IconArrowDown : IconArrowUp;
  return (
    <button type="button" className="sort" onClick={() => onSort(nextSort(now, sort))}>
      {children}
      {mine && <Arrow size={13} aria-hidden />}
    </button>
  );
}

function HeadBox({
  state,
  label,
  onToggle,
}: {
  readonly state: 'none' | 'some' | 'all';
  readonly label: string;
  readonly onToggle: () => void;
}) {
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={label}
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        onChange={onToggle}
      />
    </label>
  );
}
