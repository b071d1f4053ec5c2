import { useLingui } from '@lingui/react/macro';
import type { ReportColumn, ReportTableId } from '@scanship/contracts/money/reports';

interface TableWords {
  readonly title: string;
  /** Head of the column of names. */
  readonly first: string;
  /** Of the row that is of no customer, agent or store. */
  readonly nameless: string;
  /** Where there is no row: said of these tables; others are left out. */
  readonly none?: string;
}

/** What tables and columns of reports are called. */
export function useReportWords(): {
  readonly table: (id: ReportTableId) => TableWords;
  readonly column: (column: ReportColumn) => string;
} {
  const { t } = useLingui();
  const customer = { first: t`Customer`, nameless: t`Without a customer` };
  const carrier = { first: t`Carrier`, nameless: t`Without a carrier` };
  const tables: Readonly<Record<ReportTableId, TableWords>> = {
    total: { title: t`Total`, first: t`What`, nameless: t`All` },
    new: { ...customer, title: t`New customers`, none: t`Nobody signed up in these days.` },
    falling: { ...customer, title: t`Customers that ship less`, none: t`Nobody ships 30 % less than before.` },
    lost: { ...customer, title: t`Customers that stopped`, none: t`Everybody who shipped before ships now.` },
    carriers: { ...carrier, title: t`By carrier` },
    services: { title: t`By service`, first: t`Service`, nameless: t`Without a service` },
    lanes: { title: t`By lane`, first: t`From → to`, nameless: t`Unknown` },
    zones: { title: t`By zone`, first: t`Carrier and zone`, nameless: t`No zone told` },
    customers: { ...customer, title: t`By customer` },
    agents: { title: t`By sales agent`, first: t`Sales agent`, nameless: t`Without a sales agent` },
    unpaid: { ...customer, title: t`Unpaid now`, none: t`Nobody owes anything.` },
    adjustments: { title: t`Adjustments of carriers`, first: t`What`, nameless: t`Booked in these days` },
    late: { ...carrier, title: t`Late parcels` },
    'below-cost': {
      title: t`Sold below cost`,
      first: t`Customer and service`,
      nameless: '',
      none: t`No label was sold below its cost.`,
    },
    stores: { title: t`By store`, first: t`Store`, nameless: t`Without a store` },
    returns: { title: t`Returned products`, first: t`Product`, nameless: '' },
    'return-reasons': { title: t`Why products came back`, first: t`Product and reason`, nameless: '' },
    savings: { title: t`What the cheapest offers would have saved`, first: t`Service`, nameless: '' },
  };
  const columns: Readonly<Record<ReportColumn, string>> = {
    labels: t`Labels`,
    sold: t`Labels sold`,
    orders: t`Orders`,
    voided: t`Voided`,
    revenue: t`Revenue`,
    cost: t`Cost`,
    margin: t`Margin`,
    spend: t`Spend`,
    perOrder: t`Per order`,
    compared: t`Spend where offers are known`,
    cheapest: t`Cheapest offers`,
    saving: t`Could have been saved`,
    owed: t`Owed`,
    overdue: t({ message: 'Overdue', context: 'invoice' }),
    adjustments: t`Adjustments`,
    below: t`Labels below cost`,
    loss: t`Loss`,
    delivered: t({ message: 'Delivered', context: 'parcels' }),
    promised: t`With a promised day`,
    late: t`Late`,
    returned: t`Units returned`,
    received: t({ message: 'Arrived', context: 'units' }),
    faulty: t`Damaged or not what was sent`,
  };
  return { table: (id) => tables[id], column: (column) => columns[column] };
}
