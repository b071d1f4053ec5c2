/** Problems of a file of orders by their kind, and what can be said about each without touching the file. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
  type ProblemGroup,
} from '@scanship/contracts/orders/order-import';
import { useState } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { useCountries } from '../products/model/use-countries.ts';
import { FIELD_WORDS } from './import-words.ts';
import { readAs, withoutReadAs } from './mapping.ts';

interface Props {
  readonly groups: readonly ProblemGroup[];
  readonly mapping: ImportMapping;
  readonly busy: boolean;
  /** Reads the file anew with this mapping. */
  readonly onMapping: (mapping: ImportMapping) => void;
}

export function ProblemGroups({ groups, mapping, busy, onMapping }: Props) {
  return (
    <ul className="problem-groups" data-testid="problem-groups">
      {(mapping.readAs ?? []).length > 0 && <Replaced mapping={mapping} busy={busy} onMapping={onMapping} />}
      {groups.map((group) => (
        <li key={`${group.severity} ${group.field} ${group.message}`}>
          <GroupLine group={group} />
          <Mend group={group} mapping={mapping} busy={busy} onMapping={onMapping} />
        </li>
      ))}
    </ul>
  );
}

function GroupLine({ group }: { readonly group: ProblemGroup }) {
  const { t } = useLingui();
  const { severity, message, count, column, rows } = group;
  return (
    <details>
      <summary>
        <Badge tone={severity === 'error' ? 'bad' : 'warn'}>{severity === 'error' ? t`Error` : t`Warning`}</Badge>{' '}
        <span className="strong num">
          <Plural value={count} one="# row" other="# rows" />
        </span>
        {column !== null && <span className="dim"> · {column}</span>}
        <div>{message}</div>
      </summary>
      <p className="dim small num">
        <Trans>Rows: {rows.join(', ')}</Trans>
        {rows.length < count && ' …'}
      </p>
    </details>
  );
}

const COUNTRIES: ReadonlySet<string> = new Set(['countryCode', 'originCountry']);
/** What a blank cell may mean in every row alike. */
const ALIKE: ReadonlySet<string> = new Set(['countryCode', 'originCountry', 'provinceCode', 'currency', 'quantity']);
/** Rows that are mended one by one; more are easier mended in the file. */
const ROWS_SHOWN = 20;

function Mend({ group, mapping, busy, onMapping }: Omit<Props, 'groups'> & { readonly group: ProblemGroup }) {
  const field = IMPORT_FIELDS.find((each) => each === group.field);
  if (!field || group.values.length === 0) return null;
  if (field === 'placedAt') return <DateOrders mapping={mapping} busy={busy} onMapping={onMapping} />;
  if (field === 'orderNumber') return null;
  const [only] = group.values;
  const blank = group.values.length === 1 && only?.value === '';
  if (blank && !ALIKE.has(field)) {
    if (group.rows.length > ROWS_SHOWN) return null;
    return (
      <div className="stack tight">
        {group.rows.map((row) => (
          <Replace
            key={row}
            field={field}
            text={<Trans>Row {row}</Trans>}
            count={1}
            busy={busy}
            onReplace={(to) => onMapping(readAs(mapping, { field, from: '', to, row }))}
          />
        ))}
      </div>
    );
  }
  return (
    <div className="stack tight">
      {group.values.map(({ value, count }) => (
        <Replace
          key={value}
          field={field}
          text={value === '' ? <Trans>Blank</Trans> : `“${value}”`}
          count={count}
          busy={busy}
          onReplace={(to) => onMapping(readAs(mapping, { field, from: value, to }))}
        />
      ))}
      {group.moreValues && (
        <p className="dim small">
          <Trans>There are more; they appear when these are done.</Trans>
        </p>
      )}
    </div>
  );
}

interface ReplaceProps {
  readonly field: ImportField;
  readonly text: React.ReactNode;
  readonly count: number;
  readonly busy: boolean;
  readonly onReplace: (to: string) => void;
}
function Replace({ field, text, count, busy, onReplace }: ReplaceProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const countries = useCountries();
  const [to, setTo] = useState('');
  const words = FIELD_WORDS[field];
  const label = t`Read as: ${words ? i18n._(words) : field}`;
  const apply = t`${plural(count, { one: 'Use for this row', other: 'Use for all # rows' })}`;
  return (
    <form
      className="problem-value"
      onSubmit={(event) => {
        event.preventDefault();
        if (to.trim() !== '') onReplace(to.trim());
      }}
    >
      <span className="problem-text small">{text}</span>
      {COUNTRIES.has(field) ? (
        <NativeSelect
          size="xs"
          aria-label={label}
          value={to}
          data={[{ value: '', label: t`Choose a country` }, ...countries.options]}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      ) : (
        <TextInput size="xs" aria-label={label} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
      )}
      <Button type="submit" size="compact-sm" variant="default" disabled={to.trim() === ''} loading={busy && to !== ''}>
        {apply}
      </Button>
    </form>
  );
}

function DateOrders({ mapping, busy, onMapping }: Omit<Props, 'groups'>) {
  const { t } = useLingui();
  const orders = { mdy: t`Month, day, year`, dmy: t`Day, month, year`, ymd: t`Year, month, day` } as const;
  return (
    <div className="row tight">
      <span className="small">
        <Trans>Read dates as</Trans>
      </span>
      {(['mdy', 'dmy', 'ymd'] as const)
        .filter((order) => order !== mapping.defaults.dateOrder)
        .map((order) => (
          <Button
            key={order}
            size="compact-sm"
            variant="default"
            disabled={busy}
            onClick={() => onMapping({ ...mapping, defaults: { ...mapping.defaults, dateOrder: order } })}
          >
            {orders[order]}
          </Button>
        ))}
    </div>
  );
}

/** What is read as something else, to be taken back one by one. */
function Replaced({ mapping, busy, onMapping }: Omit<Props, 'groups'>) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  return (
    <li>
      <div className="strong">
        <Trans>Read otherwise than the file says</Trans>
      </div>
      {(mapping.readAs ?? []).map((each) => {
        const words = FIELD_WORDS[each.field];
        const from = each.row === undefined ? (each.from === '' ? t`Blank` : `“${each.from}”`) : t`Row ${each.row}`;
        return (
          <div key={`${each.field} ${each.row} ${each.from}`} className="problem-value small">
            <span>
              {words ? i18n._(words) : each.field}: {from} → {each.to}
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={busy}
              onClick={() => onMapping(withoutReadAs(mapping, each))}
            >
              <Trans>Undo</Trans>
            </Button>
          </div>
        );
      })}
    </li>
  );
}
