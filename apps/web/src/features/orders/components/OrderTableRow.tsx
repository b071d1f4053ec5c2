import { useLingui } from '@lingui/react/macro';
import { IconDots } from '#icons';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { memo } from 'react';
import { type CellTools } from './order-columns.tsx';
import { type PlacedColumn, stuck } from './use-order-columns.ts';

interface Props {
  readonly row: OrderRow;
  readonly index: number;
  readonly placed: readonly PlacedColumn[];
  readonly tools: CellTools;
  readonly selected: boolean;
  /** The one row that Tab reaches: the active one, at first the first. */
  readonly tabbable: boolean;
  /** Keys act on it. */
  readonly active: boolean;
  readonly open: boolean;
  readonly gone: boolean;
  readonly onToggle: (id: string, range: boolean) => void;
  readonly onOpen: (id: string) => void;
  readonly onActive: (id: string) => void;
  readonly onMenu: (row: OrderRow, button: HTMLElement) => void;
}

export const OrderTableRow = memo(function OrderTableRow(props: Props) {
  const { row, index, placed, tools, selected, tabbable, active, open, gone } = props;
  const { t } = useLingui();
  return (
    <tr
      data-index={index}
      data-order={row.ecomOrderNumber}
      data-open={open}
      data-active={active}
      data-gone={gone || undefined}
      title={gone ? t`No longer in this list; it disappears when the list reloads.` : undefined}
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={tabbable ? 0 : -1}
      data-shortcuts="on"
      onFocus={(event) => {
        if (event.target === event.currentTarget) props.onActive(row.id);
      }}
      onClick={(event) => {
        // A click anywhere on the row opens it, except where something else is to be clicked.
        if (!(event.target as Element).closest('a, button, label, input')) props.onOpen(row.id);
      }}
    >
      <td className="lead stuck">
        <label className="check">
          <input
            type="checkbox"
            aria-label={t`Select order ${row.ecomOrderNumber}`}
            checked={selected}
            onChange={(event) =>
              props.onToggle(row.id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
            }
          />
        </label>
      </td>
      {placed.map((p) => (
        <td
          key={p.column.id}
          className={`${p.column.numeric ? 'end num' : ''} ${p.stuckAt === undefined ? '' : 'stuck'}`}
          style={stuck(p)}
          title={p.column.text(row, tools) || undefined}
        >
          {p.column.id === 'number' ? (
            <button type="button" className="link order-link" onClick={() => props.onOpen(row.id)}>
              {row.ecomOrderNumber}
            </button>
          ) : p.column.cell ? (
            p.column.cell(row, tools)
          ) : (
            p.column.text(row, tools) || <span className="dim">–</span>
          )}
        </td>
      ))}
      <td className="tail">
        <button
          type="button"
          className="row-menu"
          aria-label={t`Actions for order ${row.ecomOrderNumber}`}
          aria-haspopup="menu"
          onClick={(event) => props.onMenu(row, event.currentTarget)}
        >
          <IconDots size={17} aria-hidden />
        </button>
      </td>
    </tr>
  );
});
