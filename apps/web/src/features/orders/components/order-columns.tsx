/** The columns of the order list: how wide, and what stands in a cell. */
import { msg } from '@lingui/core/macro';
import type { I18n, MessageDescriptor } from '@lingui/core';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import type { ReactNode } from 'react';
import type { Format } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import type { ColumnConfig } from '../model/column-config.ts';
import type { OrderSort } from '../model/order-search.ts';
import { SOURCE_WORDS } from '../model/words.ts';
import { OrderSigns, StatusBadge } from './OrderBadges.tsx';

export interface CellTools {
  readonly format: Format;
  readonly i18n: I18n;
}
export interface OrderColumn {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly width: number;
  readonly numeric?: boolean;
  /** What a press on the head sorts by, at first in this direction. */
  readonly sort?: OrderSort;
  readonly cell: (order: OrderRow, tools: CellTools) => ReactNode;
}

const two = (first: ReactNode, second: ReactNode) => (
  <span className="two-lines">
    <span>{first}</span>
    <span className="dim">{second}</span>
  </span>
);

/** The order number's column is drawn by the row itself, because it opens the panel. */
export const ORDER_COLUMNS: readonly OrderColumn[] = [
  { id: 'number', title: msg`Order`, width: 112, sort: 'number', cell: () => null },
  {
    id: 'placedAt',
    title: msg`Date`,
    width: 142,
    sort: '-placedAt',
    cell: (o, { format }) => <span className="num">{format.instant(o.placedAt, 'short')}</span>,
  },
  {
    id: 'shipTo',
    title: msg`Ship to`,
    width: 166,
    cell: (o) =>
      two(o.recipient, [o.city, o.provinceCode, o.destinationAddress.countryCode].filter(Boolean).join(', ')),
  },
  {
    id: 'items',
    title: msg`Items`,
    width: 152,
    cell: (o) => <span title={o.itemSummary}>{o.itemSummary}</span>,
  },
  {
    id: 'weight',
    title: msg`Weight`,
    width: 80,
    numeric: true,
    cell: (o, { format }) => (o.weightGrams === null ? <span className="dim">–</span> : format.weight(o.weightGrams)),
  },
  { id: 'status', title: msg`Status`, width: 148, cell: (o) => <StatusBadge order={o} /> },
  {
    id: 'signs',
    title: msg`Flags`,
    width: 190,
    cell: (o) => (
      <span className="one-row">
        <OrderSigns order={o} />
      </span>
    ),
  },
  {
    id: 'service',
    title: msg`Requested service`,
    width: 150,
    cell: (o) => o.requestedService ?? <span className="dim">–</span>,
  },
  {
    id: 'source',
    title: msg`Store or source`,
    width: 140,
    cell: (o, { i18n }) => (o.storeName ? two(o.storeName, o.platformName) : i18n._(SOURCE_WORDS[o.source])),
  },
  {
    id: 'total',
    title: msg`Total`,
    width: 104,
    numeric: true,
    sort: '-total',
    cell: (o, { format }) => format.money(o.total),
  },
  {
    id: 'assignedTo',
    title: msg`Assigned to`,
    width: 130,
    cell: (o) => o.assignedTo ?? <span className="dim">–</span>,
  },
  {
    id: 'tags',
    title: msg`Tags`,
    width: 150,
    cell: (o) => (
      <span className="one-row">
        {o.tags.map((tag) => (
          <Badge key={tag} outline>
            {tag}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    id: 'shipBy',
    title: msg`Ship by`,
    width: 112,
    sort: 'shipBy',
    cell: (o, { format }) => (o.shipBy ? format.day(o.shipBy) : <span className="dim">–</span>),
  },
];

export const COLUMN_BY_ID: ReadonlyMap<string, OrderColumn> = new Map(ORDER_COLUMNS.map((c) => [c.id, c]));

export const DEFAULT_COLUMNS: ColumnConfig = {
  order: ORDER_COLUMNS.map((c) => c.id),
  hidden: ['shipBy', 'service', 'assignedTo'],
  widths: {},
  pinned: ['number'],
};
