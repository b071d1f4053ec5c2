/** The list on a phone: the same rows as cards, the important things first. */
import { useLingui } from '@lingui/react/macro';
import { IconDots } from '#icons';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { memo } from 'react';
import { type Format, useFormat } from '../../../app/use-format.ts';
import { isChosen, type Selection } from '../model/selection.ts';
import { OrderSigns, StatusBadge } from './OrderBadges.tsx';

interface Props {
  readonly rows: readonly OrderRow[];
  readonly selection: Selection;
  readonly busy: boolean;
  readonly onToggle: (id: string, range: boolean) => void;
  readonly onOpen: (id: string) => void;
  readonly onMenu: (row: OrderRow, button: HTMLElement) => void;
}
export function OrderCards({ rows, selection, busy, onToggle, onOpen, onMenu }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <ul className="order-cards" aria-label={t`Orders`} aria-busy={busy} id="orders-grid">
      {rows.map((row) => (
        <OrderCard
          key={row.id}
          row={row}
          selected={isChosen(selection, row.id)}
          format={format}
          onToggle={onToggle}
          onOpen={onOpen}
          onMenu={onMenu}
        />
      ))}
    </ul>
  );
}

interface CardProps {
  readonly row: OrderRow;
  readonly selected: boolean;
  readonly format: Format;
  readonly onToggle: (id: string, range: boolean) => void;
  readonly onOpen: (id: string) => void;
  readonly onMenu: (row: OrderRow, button: HTMLElement) => void;
}
const OrderCard = memo(function OrderCard({ row, selected, format, onToggle, onOpen, onMenu }: CardProps) {
  const { t } = useLingui();
  return (
    <li className="order-card" data-selected={selected}>
      <label className="check">
        <input
          type="checkbox"
          aria-label={t`Select order ${row.ecomOrderNumber}`}
          checked={selected}
          onChange={() => onToggle(row.id, false)}
        />
      </label>
      <div className="grow">
        <div className="row between">
          <button type="button" className="link order-link" onClick={() => onOpen(row.id)}>
            {row.ecomOrderNumber}
          </button>
          <span className="row tight">
            <span className="num strong">{format.money(row.total)}</span>
            <button
              type="button"
              className="row-menu"
              aria-label={t`Actions for order ${row.ecomOrderNumber}`}
              aria-haspopup="menu"
              onClick={(event) => onMenu(row, event.currentTarget)}
            >
              <IconDots size={17} aria-hidden />
            </button>
          </span>
        </div>
        <div className="card-line">
          {row.recipient}
          <span className="dim">
            {' '}
            · {[row.city, row.provinceCode, row.destinationAddress.countryCode].filter(Boolean).join(', ')}
          </span>
        </div>
        <div className="dim small">
          {format.instant(row.placedAt, 'short')} · {row.itemSummary}
          {row.weightGrams !== null && ` · ${format.weight(row.weightGrams)}`}
        </div>
        <div className="row tight card-signs">
          <StatusBadge order={row} />
          <OrderSigns order={row} />
        </div>
      </div>
    </li>
  );
});
