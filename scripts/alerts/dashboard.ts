/** A dashboard of Grafana: what a person looks at first when an alert comes. */

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly queries: readonly { readonly expr: string; readonly legend: string }[];
}

const PANELS: readonly Panel[] = [
  {
    title: 'Oldest due work',
    unit: 's',
    queries: [{ expr: 'max by (queue) (scanship_queue_oldest_seconds)', legend: '{{queue}}' }],
  },
  {
    title: 'Work that waits',
    unit: 'short',
    queries: [{ expr: 'max by (queue) (scanship_queue_waiting)', legend: '{{queue}}' }],
  },
  {
    title: 'Work in hand without progress',
    unit: 's',
    queries: [{ expr: 'max by (job) (scanship_job_without_progress_seconds)', legend: '{{job}}' }],
  },
  {
    title: 'Used calls of the fullest account',
    unit: 'percentunit',
    queries: [{ expr: 'max by (connector) (scanship_quota_used_ratio)', legend: '{{connector}}' }],
  },
  {
    title: 'Calls that found their account used up',
    unit: 'ops',
    queries: [
      {
        expr: 'sum by (connector) (rate(scanship_quota_calls_total{outcome="waits"}[5m]))',
        legend: '{{connector}}',
      },
    ],
  },
  {
    title: 'Purchases with an unknown outcome',
    unit: 'short',
    queries: [{ expr: 'max(scanship_purchases_unknown)', legend: 'unknown' }],
  },
  {
    title: 'Operations picked up, by outcome',
    unit: 'ops',
    queries: [{ expr: 'sum by (outcome) (rate(scanship_journal_pickups_total[5m]))', legend: '{{outcome}}' }],
  },
  {
    title: 'Calls a second, by status',
    unit: 'reqps',
    queries: [{ expr: 'sum by (status) (rate(http_request_duration_seconds_count[5m]))', legend: '{{status}}' }],
  },
  {
    title: 'Time to answer',
    unit: 's',
    queries: [0.5, 0.95, 0.99].map((share) => ({
      expr: `histogram_quantile(${share}, sum by (le) (rate(http_request_duration_seconds_bucket[5m])))`,
      legend: `p${share * 100}`,
    })),
  },
  {
    title: 'Connections of the pool',
    unit: 'short',
    queries: [{ expr: 'sum by (state) (db_connections)', legend: '{{state}}' }],
  },
  {
    title: 'Event loop, p99',
    unit: 's',
    queries: [{ expr: 'max by (instance) (nodejs_eventloop_lag_p99_seconds)', legend: '{{instance}}' }],
  },
  {
    title: 'Memory',
    unit: 'bytes',
    queries: [{ expr: 'process_resident_memory_bytes', legend: '{{instance}}' }],
  },
  {
    title: 'What was understood of vendors’ answers',
    unit: 'ops',
    queries: [{ expr: 'sum by (what) (rate(scanship_answers_read_total[15m]))', legend: '{{what}}' }],
  },
];

const WIDTH = 12;
const HEIGHT = 8;

export const expressions = (): readonly string[] => PANELS.flatMap(({ queries }) => queries.map(({ expr }) => expr));

export const dashboardJson = (): string =>
  `${JSON.stringify(
    {
      uid: 'scanship',
      title: 'ScanShip',
      schemaVersion: 39,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      templating: { list: [{ name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
      panels: PANELS.map(({ title, unit, queries }, at) => ({
        id: at + 1,
        type: 'timeseries',
        title,
        datasource: { type: 'prometheus', uid: '${source}' },
        gridPos: { x: (at % 2) * WIDTH, y: Math.floor(at / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
        fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
        targets: queries.map(({ expr, legend }, index) => ({
          refId: String.fromCharCode('A'.charCodeAt(0) + index),
          expr,
          legendFormat: legend,
        })),
      })),
    },
    null,
    2,
  )}\n`;
