/** What carriers' invoices held against what was bought, summed up. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, minor } from '../common.ts';

const viewer = {
  auth: 'access',
  roles: ['ROLE_SUPER_ADMIN', 'ROLE_FRANCHISE_ADMIN'],
  right: 'rates.see-cost',
} as const;

export const REPORT_GROUPS = ['carrier', 'service', 'month', 'kind', 'customer', 'package'] as const;
const reportQuery = z.object({ from: day, to: day, group: z.enum(REPORT_GROUPS) });
export const billReport = defineCall({
  ...viewer,
  id: 'billReport',
  method: 'GET',
  path: '/bills/report',
  summary: 'Quoted against invoiced, who caused the difference, and what came back',
  query: reportQuery,
  data: z.object({
    rows: z.array(
      z.object({
        name: z.string(),
        currency: z.string(),
        shipments: z.int(),
        quotedMinor: minor,
        invoicedMinor: minor,
        differenceMinor: minor,
        passedOnMinor: minor,
        recoveredMinor: minor,
      }),
    ),
  }),
});
export type BillReportRow = z.infer<(typeof billReport)['data']>['rows'][number];

export const exportBillReport = defineCall({
  ...viewer,
  id: 'exportBillReport',
  method: 'GET',
  path: '/bills/report/export',
  summary: 'The differences behind the report as a spreadsheet',
  query: z.object({ from: day, to: day }),
  produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});
