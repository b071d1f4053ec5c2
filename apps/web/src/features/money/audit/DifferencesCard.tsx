import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import {
  type BillDifference,
  decideBillDifferences,
  DIFFERENCE_STATES,
} from '@scanship/contracts/carriers/carrier-bills';
import { DIFFERENCE_KINDS, type DifferenceKind } from '@scanship/domain/carrier-bills/bill-kinds';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, newIdempotencyKey } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { billsChanged, differencesQuery, PAGE_SIZE } from './audit-api.ts';
import { DIFFERENCE_STATE, KIND_WORDS } from './bill-words.ts';
import { Evidence } from './Evidence.tsx';
import { Loaded } from './Loaded.tsx';

type Action = 'accept' | 'absorb' | 'dispute';

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
                  <Trans>In sum: {data.totals.map((total) => format.money(total)).join(', ')}</Trans>
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
              </div>
              <TableWrap label={t`Differences`}>
                <table className="plain-table" data-testid="differences" inert={stale}>
                  <thead>
                    <tr>
                      <th>
                        {state === 'open' && (
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
                          {one.state === 'open' && (
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
      {action && (
        <Decide
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

interface DecideProps {
  readonly action: Action;
  readonly ids: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}
function Decide({ action, ids, onClose, onDone }: DecideProps) {
  const { t } = useLingui();
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  const [key] = useState(newIdempotencyKey);
  const decide = useMutation({
    mutationFn: () =>
      api.call(decideBillDifferences, {
        body: { ids: [...ids], action, note: note.trim(), claimUntil: until === '' ? null : until },
        idempotencyKey: key,
      }),
    onSuccess: ({ data }) => {
      notify.success(t`Decided: ${data.decided}. Passed on: ${data.passedOn}.`);
      void billsChanged();
      onDone();
    },
  });
  const words = {
    accept: {
      title: t`Accept what the carrier billed?`,
      text: t`It is passed on by your rules. Who is charged is told first and may object before anything moves; credits move at once.`,
      button: t`Accept`,
    },
    absorb: {
      title: t`Bear it yourself?`,
      text: t`It is booked as your cost and nobody below is charged.`,
      button: t`Bear`,
    },
    dispute: {
      title: t`Dispute it with the carrier?`,
      text: t`It is kept apart until you state what the carrier said. Send your claim through the carrier’s own billing page.`,
      button: t`Dispute`,
    },
  }[action];
  return (
    <Dialog opened onClose={onClose} title={words.title} size="md">
      <div className="stack">
        <p className="dim small">{words.text}</p>
        <Textarea
          label={t`Note`}
          value={note}
          maxLength={1_000}
          autosize
          minRows={2}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {action === 'dispute' && (
          <TextInput
            type="date"
            label={t`Last day for the claim`}
            description={t`Only needed where the carrier’s period is not known.`}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        )}
        {decide.isError && <ErrorState compact error={decide.error} />}
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button loading={decide.isPending} onClick={() => decide.mutate()}>
            {words.button}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
