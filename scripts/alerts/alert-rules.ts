/** The alerts of an installation: those of the checks the operator sees, and those of single processes. */
import { STATE_RULES, type StateRule } from '../../apps/server/src/modules/operations/state/state-rules.ts';

export interface AlertRule {
  readonly alert: string;
  /** PromQL. */
  readonly expr: string;
  readonly for: string;
  readonly severity: 'page' | 'ticket';
  readonly tells: string;
}

const selector = ({ metric, labels = {} }: StateRule): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length > 0 ? `${metric}{${pairs.join(',')}}` : metric;
};

/** What each alert of a check tells; `WorkIsLate` names its queue by its label. */
const TELLS: Readonly<Record<string, string>> = {
  WorkIsLate: 'Due work of {{ $labels.queue }} has waited for longer than it may.',
  JobMakesNoProgress: 'Work of {{ $labels.job }} was begun and has gone no step on for four minutes.',
  PurchasesUnknown: 'It has not been found out for an hour whether a label was bought.',
  LogIsNotSealed: 'More than a thousand events of the audit log have no seal yet.',
  FiguresAreBehind: 'The figures of more than two hundred customers are behind.',
  DatabaseIsSlow: 'The database takes two seconds and more for a question that takes milliseconds.',
  RowsWithoutAPartition: 'Rows stand in a DEFAULT partition: the partition of their month was not there.',
  WaitingForConnections: 'Calls wait for a connection of the pool.',
  AfterARestore:
    'Nothing is bought with some carrier accounts until their carriers were asked which labels are missing here.',
  QuotaIsUsedUp: 'For an hour an account of a carrier or store has had no calls left for whoever asked.',
  FilesWait: 'Files wait for the object storage: to be brought there, or to be erased from it.',
  ReplicaIsBehind: 'A standby is behind: what it lacks would be lost in a failover.',
};

const ofState = Object.values(STATE_RULES).map(
  (rule): AlertRule => ({
    alert: rule.alert,
    expr: `${selector(rule)} > ${rule.limit}`,
    for: rule.for,
    severity: rule.severity,
    tells: TELLS[rule.alert] ?? rule.alert,
  }),
);

export const ALERT_RULES: readonly AlertRule[] = [
  ...ofState,
  {
    alert: 'StateUnreadable',
    expr: 'scanship_state_readable == 0',
    for: '2m',
    severity: 'page',
    tells: 'A process cannot read the state of the installation from the database.',
  },
  {
    alert: 'RoundHangs',
    expr: 'scanship_round_seconds > 3600',
    for: '0m',
    severity: 'ticket',
    tells: 'A round of {{ $labels.round }} has been under way for an hour in one process; it begins none beside it.',
  },
  {
    alert: 'InstanceDown',
    expr: 'up{job="scanship"} == 0',
    for: '1m',
    severity: 'page',
    tells: 'A process does not answer the scraper.',
  },
  {
    alert: 'ServerErrors',
    expr: 'sum(rate(http_request_duration_seconds_count{status=~"5.."}[5m])) > 0.1',
    for: '5m',
    severity: 'page',
    tells: 'More than six calls a minute are answered with a failure of ours.',
  },
  {
    alert: 'StoredFileDamaged',
    expr: 'sum(increase(scanship_stored_file_reads_total{outcome=~"damaged|missing"}[1h])) > 0',
    for: '0m',
    severity: 'page',
    tells: 'The object storage does not hold a file as it was stored; whoever asked for it got nothing.',
  },
  {
    alert: 'EventLoopBlocked',
    expr: 'nodejs_eventloop_lag_p99_seconds > 0.25',
    for: '5m',
    severity: 'ticket',
    tells: 'One call in a hundred waits for more than 250 ms because the process computes.',
  },
];

/** "WorkIsLate" has its page in "work-is-late.md". */
export const runbookOf = (alert: string): string => `${alert.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase()}.md`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A rule file of Prometheus. `promtool check rules` reads it. */
export const alertsYaml = (rules: readonly AlertRule[]): string =>
  [
    '# Made by `npm run generate -- alerts` from apps/server/src/modules/operations/state/state-rules.ts; do not edit.',
    'groups:',
    '  - name: scanship',
    '    rules:',
    ...rules.flatMap((rule) => [
      `      - alert: ${rule.alert}`,
      `        expr: ${quoted(rule.expr)}`,
      `        for: ${rule.for}`,
      '        labels:',
      `          severity: ${rule.severity}`,
      '        annotations:',
      `          summary: ${quoted(rule.tells)}`,
      `          runbook: docs/runbooks/${runbookOf(rule.alert)}`,
    ]),
    '',
  ].join('\n');
