/** What a shipment is in Labels.xlsx: headers and cells, in English and French. */
import type { ShipmentRow } from '@scanship/contracts/shipping/shipment-list';
import type { TableColumn, TableValue } from '@scanship/documents/tables/table-writer';
import { money, toDecimal } from '@scanship/domain/money/money';
import type { RequestContext } from '../../../platform/context.ts';

type Language = 'en' | 'fr';
interface Cell {
  readonly header: Readonly<Record<Language, string>>;
  readonly width: number;
  readonly value: (row: ShipmentRow) => TableValue;
}

const cell = (en: string, fr: string, width: number, value: Cell['value']): Cell => ({
  header: { en, fr },
  width,
  value,
});

/** YYYY-MM-DD HH:mm:ss in the customer's time zone (decisions 15). */
const timeIn = (timeZone: string): ((instant: string) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (instant) => format.format(new Date(instant));
};

export interface ShipmentTable {
  readonly sheet: string;
  readonly columns: readonly TableColumn[];
  readonly row: (shipment: ShipmentRow) => readonly TableValue[];
}

/** Amounts have columns only for whoever may see them. */
export function shipmentTable(ctx: Pick<RequestContext, 'locale' | 'timeZone' | 'rights'>): ShipmentTable {
  const language: Language = ctx.locale === 'fr-CA' ? 'fr' : 'en';
  const local = timeIn(ctx.timeZone);
  const amounts = ctx.rights.has('money.view')
    ? [
        cell('Cost', 'Coût', 11, (s) => s.price && Number(toDecimal(money(s.price.minor, s.price.currency)))),
        cell('Currency', 'Devise', 9, (s) => s.price?.currency ?? null),
      ]
    : [];
  const cells: readonly Cell[] = [
    cell('Orders', 'Commandes', 20, (s) => s.orders.map(({ number }) => number).join(', ')),
    cell('Bought', 'Acheté', 20, (s) => local(s.createdAt)),
    cell('Ship date', 'Date d’expédition', 14, (s) => s.shipDate),
    cell('Recipient', 'Destinataire', 26, (s) => s.recipient),
    cell('City', 'Ville', 18, (s) => s.city),
    cell('Province', 'Province', 10, (s) => s.provinceCode),
    cell('Country', 'Pays', 9, (s) => s.countryCode),
    cell('Store', 'Boutique', 20, (s) => s.storeName),
    cell('Carrier', 'Transporteur', 20, (s) => s.carriedBy?.carrierName ?? s.carrierName),
    cell('Service', 'Service', 26, (s) => s.serviceName),
    cell('Tracking numbers', 'Numéros de suivi', 30, (s) =>
      s.parcels.flatMap((p) => p.trackingNumber ?? []).join(', '),
    ),
    cell('Parcels', 'Colis', 9, (s) => s.parcels.length),
    cell('State', 'État', 14, (s) => s.state),
    cell('Tracking', 'Suivi', 18, (s) => s.trackingStatus),
    ...amounts,
    cell('Refund', 'Remboursement', 12, (s) => (s.refund === 'none' ? null : s.refund)),
    cell('Printed', 'Imprimé', 9, (s) => s.copiesPrinted),
    cell('Test', 'Test', 7, (s) => (s.test ? 'TEST' : null)),
  ];
  return {
    sheet: language === 'fr' ? 'Étiquettes' : 'Labels',
    columns: cells.map(({ header, width }) => ({ header: header[language], width })),
    row: (shipment) => cells.map(({ value }) => value(shipment)),
  };
}
