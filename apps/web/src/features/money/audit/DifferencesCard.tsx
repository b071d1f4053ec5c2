import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { type BillDifference, DIFFERENCE_STATES } from '@scanship/contracts/carriers/carrier-bills';
import { DIFFERENCE_KINDS, type DifferenceKind } from '@scanship/domain/carrier-bills/bill-kinds';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { differencesQuery, PAGE_SIZE } from './audit-api.ts';
import { DIFFERENCE_STATE, KIND_WORDS } from './bill-words.ts';
import { type Action, DecideDialog } from './DecideDialog.tsx';
import { Evidence } from './Evidence.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { NameWordsDialog } from './NameWordsDialog.tsx';

/** States in which something can still be decided, or undone. */
const CHOOSABLE: ReadonlySet<BillDifference['state']> = new Set(['open', 'accepted', 'absorbed']);

/** What carriers billed beside what was bought; many are decided at once. */
export function DifferencesCard() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const [state, setState] = useState<BillDifference['state']>('open');
  const [kind, setKind] = useState<DifferenceKind | ''>('');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [action, setAction] = useState<Action>();
  const [naming, setNaming] = useState<BillDifference>();
  const found = useQuery(differencesQuery({ state, page, search, ...(kind === '' ? {} : { kind }) }));
  const anew = (change: () => void): void => {
    change();
    setPage(1);
    setChosen(new Set());
  };
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <div className="stack">
      <div className="audit-row">
        <NativeSelect
          label={t`State`}
          value={state}
          onChange={(event) => {
            const value = event.currentTarget.value as BillDifference['state'];
            anew(() => setState(value));
          }}
          data={DIFFERENCE_STATES.map((value) => ({ value, label: i18n._(DIFFERENCE_STATE[value].word) }))}
        />
        <NativeSelect
          label={t`Kind`}
          value={kind}
          onChange={(event) => {
            const value = event.currentTarget.value as DifferenceKind | '';
            anew(() => setKind(value));
          }}
          data={[
            { value: '', label: t`All kinds` },
            ...DIFFERENCE_KINDS.map((value) => ({ value, label: i18n._(KIND_WORDS[value]) })),
          ]}
        />
        <TextInput
          label={t`Tracking or invoice number`}
          value={search}
          onChange={(event) => {
            const value = event.currentTarget.value;
            anew(() => setSearch(value));
          }}
        />
      </div>
      <Loaded query={found}>
        {(data, stale) =>
          data.differences.length === 0 ? (
            <EmptyState title={state === 'open' ? t`Nothing to decide` : t`No difference in this state`}>
              <Trans>Differences appear when a billing file was compared with what was bought.</Trans>
            </EmptyState>
          ) : (
            <>
              <div className="audit-row">
                <span className="grow dim small">
                  <Trans>Total: {data.totals.map((total) => format.money(total)).join(', ')}</Trans>
                </span>
                {state === 'open' && (
                  <>
                    <Button disabled={chosen.size === 0} onClick={() => setAction('accept')}>
                      <Trans>Accept</Trans>
                    </Button>
                    <Button variant="default" disabled={chosen.size === 0} onClick={() => setAction('absorb')}>
                      <Trans>Bear</Trans>
                    </Button>
                    <Button variant="default" disabled={chosen.size === 0} onClick={() => setAction('dispute')}>
                      <Trans>Dispute</Trans>
                    </Button>
                  </>
                )}
                {(state === 'accepted' || state === 'absorbed') && (
                  <Button variant="default" disabled={chosen.size === 0} onClick={() => setAction('undo')}>
                    <Trans>Undo decision</Trans>
                  </Button>
                )}
              </div>
              <TableWrap label={t`Differences`}>
                <table className="plain-table" data-testid="differences" inert={stale}>
                  <thead>
                    <tr>
                      <th>
                        {CHOOSABLE.has(state) && (
                          <Checkbox
                            aria-label={t`All on this page`}
                            checked={data.differences.every(({ id }) => chosen.has(id))}
                            onChange={(event) =>
                              setChosen(
                                new Set(event.currentTarget.checked ? data.differences.map(({ id }) => id) : []),
                              )
                            }
                          />
                        )}
                      </th>
                      <th>{t`Shipment`}</th>
                      <th>{t`Kind`}</th>
                      <th className="num">{t`Quoted`}</th>
                      <th className="num">{t`Invoiced`}</th>
                      <th className="num">{t`Difference`}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.differences.map((one) => (
                      <tr key={one.id}>
                        <td>
                          {CHOOSABLE.has(one.state) && (
                            <Checkbox
                              aria-label={t`Choose ${one.evidence.trackingNumber ?? one.evidence.invoiceNumber}`}
                              checked={chosen.has(one.id)}
                              onChange={() => toggle(one.id)}
                            />
                          )}
                        </td>
                        <td>
                          <span className="num">{one.evidence.trackingNumber ?? one.evidence.invoiceNumber}</span>
                          <div className="dim small">{one.customer ?? one.evidence.carrier}</div>
                          <Evidence evidence={one.evidence} />
                        </td>
                        <td>
                          {i18n._(KIND_WORDS[one.kind])}
                          <div>
                            <Badge tone={DIFFERENCE_STATE[one.state].tone}>
                              {i18n._(DIFFERENCE_STATE[one.state].word)}
                            </Badge>
                          </div>
                          {one.kind === 'unknown' && one.state === 'open' && one.shipmentId !== null && (
                            <Button size="compact-sm" variant="default" onClick={() => setNaming(one)}>
                              <Trans>Say what it is</Trans>
                            </Button>
                          )}
                          {one.claimUntil && one.state === 'open' && (
                            <div className="dim small">
                              <Trans>Claims until {format.day(one.claimUntil)}</Trans>
                            </div>
                          )}
                        </td>
                        <td className="num">
                          {one.expected && format.money(one.expected)}
                          {one.rerated && (
                            <div className="dim small">
                              <Trans>{format.money(one.rerated)} for what was measured</Trans>
                            </div>
                          )}
                        </td>
                        <td className="num">{one.billed && format.money(one.billed)}</td>
                        <td className="num strong">{format.money(one.amount)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </TableWrap>
              <Pager
                page={page}
                size={PAGE_SIZE}
                total={data.totalRecords}
                onPage={(next) => {
                  setPage(next);
                  // Nobody decides about rows that are not shown.
                  setChosen(new Set());
                }}
              />
            </>
          )
        }
      </Loaded>
      {naming && <NameWordsDialog difference={naming} onClose={() => setNaming(undefined)} />}
      {action && (
        <DecideDialog
          action={action}
          ids={[...chosen]}
          onClose={() => setAction(undefined)}
          onDone={() => {
            setAction(undefined);
            setChosen(new Set());
          }}
        />
      )}
    </div>
  );
}
