/** The columns of the order list: how wide, and what stands in a cell. */
import { msg } from '@lingui/core/macro';
import type { I18n, MessageDescriptor } from '@lingui/core';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import type { ReactNode } from 'react';
import type { Format } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { fullServiceName } from '../../shipping/rates/price-facts.ts';
import type { ColumnConfig } from '../model/column-config.ts';
import type { OrderSort } from '../model/order-search.ts';
import { SIGN_WORDS, SOURCE_WORDS } from '../model/words.ts';
import { OrderSigns, StatusBadge } from './OrderBadges.tsx';

export interface CellTools {
  readonly format: Format;
  readonly i18n: I18n;
}
export interface OrderColumn {
  readonly id: string;
  readonly title: MessageDescriptor;
  readonly width: number;
  /** Where all columns fit with it, it may be so narrow; absent: it keeps its width. */
  readonly least?: number;
  readonly numeric?: boolean;
  /** What a press on the head sorts by, at first in this direction. */
  readonly sort?: OrderSort;
  /** All that the cell says, also where its width cuts it; empty: nothing. */
  readonly text: (order: OrderRow, tools: CellTools) => string;
  /** Drawn in place of the text. */
  readonly cell?: (order: OrderRow, tools: CellTools) => ReactNode;
}

const two = (first: ReactNode, second: ReactNode) => (
  <span className="two-lines">
    <span>{first}</span>
    <span className="dim">{second}</span>
  </span>
);
const joined = (parts: readonly (string | null | undefined)[], by: string): string => parts.filter(Boolean).join(by);
const destination = (o: OrderRow): string => joined([o.city, o.provinceCode, o.destinationAddress.countryCode], ', ');
const source = (o: OrderRow, { i18n }: CellTools): string => o.storeName ?? i18n._(SOURCE_WORDS[o.source]);

/** The order number's column is drawn by the row itself, because it opens the panel. */
export const ORDER_COLUMNS: readonly OrderColumn[] = [
  { id: 'number', title: msg`Order`, width: 104, sort: 'number', text: (o) => o.ecomOrderNumber },
  {
    id: 'shipTo',
    title: msg`Ship to`,
    width: 276,
    least: 190,
    text: (o) => joined([o.recipient, destination(o)], ' · '),
    cell: (o) => two(o.recipient, destination(o)),
  },
  {
    id: 'placedAt',
    title: msg`Date`,
    width: 138,
    least: 118,
    sort: '-placedAt',
    text: (o, { format }) => format.instant(o.placedAt, 'short'),
  },
  { id: 'items', title: msg`Items`, width: 190, least: 110, text: (o) => o.itemSummary },
  {
    id: 'weight',
    title: msg`Weight`,
    width: 84,
    numeric: true,
    text: (o, { format }) => (o.weightGrams === null ? '' : format.weight(o.weightGrams)),
  },
  { id: 'status', title: msg`Status`, width: 148, least: 124, text: () => '', cell: (o) => <StatusBadge order={o} /> },
  {
    id: 'signs',
    title: msg`Flags`,
    width: 180,
    least: 120,
    text: (o, { i18n }) => o.signs.map((sign) => i18n._(SIGN_WORDS[sign])).join(', '),
    cell: (o) => (
      <span className="one-row">
        <OrderSigns order={o} />
      </span>
    ),
  },
  { id: 'service', title: msg`Requested service`, width: 150, text: (o) => o.requestedService ?? '' },
  {
    id: 'source',
    title: msg`Store or source`,
    width: 150,
    least: 104,
    text: (o, tools) => joined([source(o, tools), o.storeName && o.platformName], ' · '),
    cell: (o, tools) => (o.storeName ? two(o.storeName, o.platformName) : source(o, tools)),
  },
  {
    id: 'total',
    title: msg`Total`,
    width: 104,
    numeric: true,
    sort: '-total',
    text: (o, { format }) => format.money(o.total),
  },
  { id: 'assignedTo', title: msg`Assigned to`, width: 130, text: (o) => o.assignedTo ?? '' },
  {
    id: 'tags',
    title: msg`Tags`,
    width: 150,
    least: 84,
    text: (o) => o.tags.join(', '),
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
    text: (o, { format }) => (o.shipBy ? format.day(o.shipBy) : ''),
  },
  {
    id: 'shipDate',
    title: msg`Ship date`,
    width: 112,
    text: (o, { format }) => (o.shipDate ? format.day(o.shipDate) : ''),
  },
  {
    id: 'holdUntil',
    title: msg`On hold until`,
    width: 112,
    text: (o, { format }) => (o.holdUntil ? format.day(o.holdUntil) : ''),
  },
  { id: 'contact', title: msg`E-mail`, width: 200, text: (o) => o.email ?? '' },
  { id: 'tracking', title: msg`Tracking number`, width: 190, text: (o) => o.label?.trackingNumbers.join(', ') ?? '' },
  {
    id: 'carrier',
    title: msg`Shipped with`,
    width: 190,
    text: (o) => o.label?.services.map((each) => fullServiceName(each.carrierName, each.serviceName)).join(', ') ?? '',
  },
  {
    id: 'labelCost',
    title: msg`Label cost`,
    width: 104,
    numeric: true,
    text: (o, { format }) => (o.label ? o.label.costs.map((cost) => format.money(cost)).join(' + ') : ''),
  },
];

export const COLUMN_BY_ID: ReadonlyMap<string, OrderColumn> = new Map(ORDER_COLUMNS.map((c) => [c.id, c]));

export const DEFAULT_COLUMNS: ColumnConfig = {
  order: ORDER_COLUMNS.map((c) => c.id),
  hidden: ['shipBy', 'shipDate', 'holdUntil', 'service', 'assignedTo', 'contact', 'tracking', 'carrier', 'labelCost'],
  widths: {},
  pinned: ['number'],
};
