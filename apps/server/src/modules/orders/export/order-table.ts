/** What each column of the list becomes in Orders.xlsx: headers and cells, in English and French. */
import { ORDER_EXPORT_COLUMNS, type OrderExportColumn } from '@scanship/contracts/orders/order-documents';
import type { TableColumn, TableValue } from '@scanship/documents/tables/table-writer';
import { money, toDecimal } from '@scanship/domain/money/money';
import { type Sign, signsOf, statusWord } from '@scanship/domain/orders/order';
import { crossesBorder } from '@scanship/domain/customs/order-customs';
import { platformOfCode } from '@scanship/domain/stores/store-platforms';
import { OWN_PLATFORM } from '../commands/own-store.ts';
import { costsOf } from '../queries/order-shipping.ts';
import type { ExportedOrder, Wanted } from './read-orders.ts';

export type ExportLanguage = 'en' | 'fr';

interface Cell {
  readonly header: Readonly<Record<ExportLanguage, string>>;
  readonly width: number;
  readonly value: (order: ExportedOrder, more: CellWords) => TableValue;
}

/** What cells are written with beside the order. */
export interface CellWords {
  readonly language: ExportLanguage;
  /** Name people know a carrier by. */
  readonly carrierName: (slug: string, accountName: string | null) => string;
}

const SIGN_WORDS: Readonly<Record<Sign, Readonly<Record<ExportLanguage, string>>>> = {
  note: { en: 'note', fr: 'note' },
  gift: { en: 'gift', fr: 'cadeau' },
  international: { en: 'international', fr: 'international' },
  unverified: { en: 'address not verified', fr: 'adresse non vérifiée' },
  combinable: { en: 'can be combined', fr: 'peut être regroupée' },
  hold: { en: 'on hold', fr: 'en attente' },
  failed: { en: 'import failed', fr: 'échec de l’importation' },
  partial: { en: 'partly shipped', fr: 'expédiée en partie' },
  overdue: { en: 'late', fr: 'en retard' },
};

const SOURCE_WORDS: Readonly<Record<string, Readonly<Record<ExportLanguage, string>>>> = {
  store: { en: 'Store', fr: 'Boutique' },
  manual: { en: 'Manual', fr: 'Saisie manuelle' },
  file: { en: 'File', fr: 'Fichier' },
  api: { en: 'API', fr: 'API' },
};

const STATUS_WORDS: Readonly<Record<string, Readonly<Record<ExportLanguage, string>>>> = {
  archived: { en: 'archived', fr: 'archivée' },
  Unfulfilled: { en: 'Unfulfilled', fr: 'Non traitée' },
  'Partially-Fulfilled': { en: 'Partially-Fulfilled', fr: 'Traitée en partie' },
  'Manual-Fulfilled': { en: 'Manual-Fulfilled', fr: 'Traitée manuellement' },
  Fulfilled: { en: 'Fulfilled', fr: 'Traitée' },
  Cancelled: { en: 'Cancelled', fr: 'Annulée' },
};

/** "Fulfilled, archived". */
export function statusText(order: ExportedOrder, language: ExportLanguage): string {
  const word = statusWord(order);
  const text = STATUS_WORDS[word]?.[language] ?? word;
  return order.archived ? `${text}, ${STATUS_WORDS['archived']?.[language]}` : text;
}

const signs = (order: ExportedOrder): readonly Sign[] =>
  signsOf({
    bits: order.signs,
    international: crossesBorder(order.origin, order.country),
    held: order.hold_code !== null,
    importFailed: order.import_failed,
    fulfillment: order.fulfillment,
    combinable: order.combinable,
    overdue: order.overdue,
  });

const own = (order: ExportedOrder): boolean => order.platform_code === OWN_PLATFORM;
const filled = (texts: readonly (string | null | undefined)[]): string => texts.filter((text) => text).join(', ');
const cell = (en: string, fr: string, width: number, value: Cell['value']): Cell => ({
  header: { en, fr },
  width,
  value,
});

const CELLS: Readonly<Record<OrderExportColumn, readonly Cell[]>> = {
  number: [cell('Order number', 'Numéro de commande', 18, (o) => o.number)],
  placedAt: [cell('Order date', 'Date de commande', 20, (o) => o.placed)],
  shipTo: [
    cell('Recipient', 'Destinataire', 26, (o) => o.ship_to.name),
    cell('Company', 'Entreprise', 22, (o) => o.ship_to.companyName ?? null),
    cell('Address 1', 'Adresse 1', 30, (o) => o.ship_to.address1),
    cell('Address 2', 'Adresse 2', 20, (o) => o.ship_to.address2 ?? null),
    cell('City', 'Ville', 18, (o) => o.ship_to.city),
    cell('Province', 'Province', 10, (o) => o.ship_to.provinceCode),
    cell('Postal code', 'Code postal', 12, (o) => o.ship_to.zipcode),
    cell('Country', 'Pays', 9, (o) => o.ship_to.countryCode),
  ],
  contact: [
    cell('Phone', 'Téléphone', 18, (o) => o.ship_to.phone ?? null),
    cell('Email', 'Courriel', 28, (o) => o.ship_to.email ?? null),
  ],
  items: [
    cell('Quantity', 'Quantité', 10, (o) => o.items.reduce((n, item) => n + item.qty, 0)),
    cell('SKUs', 'UGS', 28, (o) => filled(o.items.map((item) => item.sku))),
    cell('Items', 'Articles', 48, (o) => o.items.map((item) => `${item.qty} × ${item.title || item.sku}`).join('; ')),
  ],
  weight: [cell('Weight (g)', 'Poids (g)', 11, (o) => (o.weight_g === 0 ? null : o.weight_g))],
  status: [cell('Status', 'État', 20, (o, { language }) => statusText(o, language))],
  signs: [
    cell('Flags', 'Indicateurs', 22, (o, { language }) => filled(signs(o).map((sign) => SIGN_WORDS[sign][language]))),
  ],
  service: [cell('Requested service', 'Service demandé', 20, (o) => o.requested_key)],
  source: [
    cell('Source', 'Source', 14, (o, { language }) => SOURCE_WORDS[o.source]?.[language] ?? o.source),
    cell('Store', 'Boutique', 20, (o) => (own(o) ? null : o.store_name)),
    cell('Platform', 'Plateforme', 14, (o) =>
      own(o) ? null : (platformOfCode(o.platform_code)?.name ?? o.platform_code),
    ),
  ],
  // A number, so that it can be summed; two decimals or what the currency has.
  total: [
    cell('Total', 'Total', 12, (o) => Number(toDecimal(money(o.total_minor, o.currency)))),
    cell('Currency', 'Devise', 9, (o) => o.currency),
  ],
  tags: [cell('Tags', 'Étiquettes', 20, (o) => filled(o.tags))],
  shipBy: [cell('Ship by', 'Expédier avant', 20, (o) => o.ship_by)],
  carrier: [
    cell('Carrier', 'Transporteur', 20, (o, { carrierName }) =>
      filled([
        ...new Set(o.shipping.map((s) => (s.slug === null ? s.carrierName : carrierName(s.slug, s.carrierName)))),
      ]),
    ),
    cell('Service', 'Service', 24, (o) => filled([...new Set(o.shipping.map((s) => s.service))])),
    cell('Ship date', 'Date d’expédition', 14, (o) => filled(o.shipping.map((s) => s.shipDate))),
  ],
  tracking: [cell('Tracking numbers', 'Numéros de suivi', 28, (o) => filled(o.shipping.flatMap((s) => s.numbers)))],
  labelCost: [
    cell('Label cost', 'Coût de l’étiquette', 12, (o) => {
      const [cost, ...more] = costsOf(o.shipping);
      return cost && more.length === 0 ? Number(toDecimal(money(cost.minor, cost.currency))) : null;
    }),
    cell('Label currency', 'Devise de l’étiquette', 9, (o) => filled(costsOf(o.shipping).map((cost) => cost.currency))),
  ],
  customerNote: [cell('Customer note', 'Note du client', 30, (o) => o.notes.customer ?? null)],
  internalNote: [cell('Internal note', 'Note interne', 30, (o) => o.notes.internal ?? null)],
};

export interface OrderTable {
  readonly columns: readonly TableColumn[];
  readonly wanted: Wanted;
  readonly row: (order: ExportedOrder) => readonly TableValue[];
}

/** @param chosen columns of the list, in their order; none means all */
export function orderTable(chosen: readonly OrderExportColumn[] | null | undefined, words: CellWords): OrderTable {
  const names = chosen && chosen.length > 0 ? [...new Set(chosen)] : ORDER_EXPORT_COLUMNS;
  const cells = names.flatMap((name) => CELLS[name]);
  return {
    columns: cells.map(({ header, width }) => ({ header: header[words.language], width })),
    wanted: {
      signs: names.includes('signs'),
      shipping: names.some((name) => name === 'carrier' || name === 'tracking' || name === 'labelCost'),
    },
    row: (order) => cells.map(({ value }) => value(order, words)),
  };
}
