/** UPS Billing Data files as UPS hands them out (250 columns, no header row), from a few facts of each charge. */
import { UPS_COLUMNS } from '@scanship/domain/carrier-bills/ups';

export interface UpsCharge {
  readonly invoice: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly tracking: string;
  /** Minor units. */
  readonly minor: number;
  readonly label: string;
  /** Charge category detail, classification and description code ("ISS", "FRT", "003"). */
  readonly detail?: string;
  readonly classification?: string;
  readonly code?: string;
  readonly enteredLb?: number;
  readonly billedLb?: number;
  readonly weightType?: string;
  readonly dimensions?: string;
  readonly reference?: string;
  readonly postal?: string;
  readonly currency?: string;
  readonly account?: string;
}

const decimal = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

export function upsRow(charge: UpsCharge): string[] {
  const cells = Array.from({ length: 250 }, () => '');
  const put = (column: keyof typeof UPS_COLUMNS, text: string): void => {
    cells[UPS_COLUMNS[column] - 1] = text;
  };
  put('version', '2.1');
  put('account', charge.account ?? '0000A1B2C3');
  put('invoiceDate', charge.date);
  put('invoiceNumber', charge.invoice);
  put('currency', charge.currency ?? 'CAD');
  put('transactionDate', charge.date);
  put('leadShipment', charge.tracking);
  put('tracking', charge.tracking);
  put('packageReference1', charge.reference ?? '');
  put('enteredWeight', charge.enteredLb === undefined ? '' : charge.enteredLb.toFixed(1));
  put('enteredUnit', charge.enteredLb === undefined ? '' : 'L');
  put('billedWeight', charge.billedLb === undefined ? '' : charge.billedLb.toFixed(1));
  put('billedUnit', charge.billedLb === undefined ? '' : 'L');
  put('billedWeightType', charge.weightType ?? (charge.billedLb === undefined ? '' : '1'));
  put('dimensions', charge.dimensions ?? '');
  put('category', 'SHP');
  put('categoryDetail', charge.detail ?? 'ISS');
  put('classification', charge.classification ?? 'FRT');
  put('chargeCode', charge.code ?? '003');
  put('chargeLabel', charge.label);
  put('transactionCurrency', charge.currency ?? 'CAD');
  put('netAmount', decimal(charge.minor));
  put('receiverPostal', charge.postal ?? '');
  return cells;
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const upsFile = (charges: readonly UpsCharge[]): string =>
  charges.map((charge) => upsRow(charge).map(quoted).join(',')).join('\r\n') + '\r\n';
