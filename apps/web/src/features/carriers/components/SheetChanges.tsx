import { Button, TextInput } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import type {
  SheetChanges as Changes,
  SheetDifferenceDto,
  SheetDraft,
} from '@scanship/contracts/carriers/rate-sheet-changes';
import { useState } from 'react';
import { ForCustomer } from '../../../app/ForCustomer.tsx';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { addDays } from '../../../lib/format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import {
  discardSheet,
  draftFormer,
  publishDraft,
  sheetChangesQuery,
  sheetEffectQuery,
  tookSheetChanges,
} from '../carriers-api.ts';

/** What a new rate sheet would change, and the ones before: published at once or from a day on, taken back, used again. */
export function SheetChanges({ account }: { readonly account: CarrierAccount }) {
  const changes = useQuery(sheetChangesQuery(account.id));
  if (changes.isError)
    return (
      <div className="card">
        <ErrorState compact error={changes.error} onRetry={() => void changes.refetch()} />
      </div>
    );
  if (!changes.data) return <Skeletons rows={3} />;
  const { draft, history } = changes.data;
  return (
    <>
      {draft && <DraftCard key={draft.version} account={account} draft={draft} />}
      <HistoryCard account={account} history={history} />
    </>
  );
}

function DraftCard({ account, draft }: { readonly account: CarrierAccount; readonly draft: SheetDraft }) {
  const { t } = useLingui();
  const format = useFormat();
  const [startsOn, setStartsOn] = useState('');
  const [note, setNote] = useState(draft.note);
  const inForce = account.rateSheet?.version ?? 0;
  const took = (answer: { readonly data: Changes; readonly successMessage: string | undefined }) => {
    tookSheetChanges(account.id, answer.data);
    notify.success(answer.successMessage ?? '');
  };
  const onError = (error: unknown) => notify.error(error);
  const publish = useMutation({
    mutationFn: () =>
      publishDraft(account.id, {
        draft: draft.version,
        version: inForce,
        startsOn: startsOn || null,
        note: note.trim(),
      }),
    onSuccess: took,
    onError,
  });
  const discard = useMutation({ mutationFn: () => discardSheet(account.id, draft.version), onSuccess: took, onError });
  const by = draft.by ?? '';
  const at = format.instant(draft.at, 'short');
  const starts = draft.startsAt && format.instant(draft.startsAt, 'short');
  return (
    <section className="card" aria-label={t`Prices in preparation`}>
      <div className="card-head">
        <div className="grow">
          <h2>
            <Trans>Draft</Trans> {starts && <Badge tone="info">{t`From ${starts}`}</Badge>}
          </h2>
          <div className="dim small">
            <Trans>
              {draft.name} · {draft.sourceName} · {by} {at}
            </Trans>
          </div>
        </div>
      </div>
      <div className="card-body stack">
        <p>
          <Trans>No price changes until you publish it.</Trans>
        </p>
        {draft.basedOn !== inForce && (
          <p className="notice" data-tone="warn">
            <Trans>
              Another sheet was published since this draft was made. The difference is to the one in force now.
            </Trans>
          </p>
        )}
        <Difference difference={draft.difference} />
        <Effect accountId={account.id} draft={draft.version} />
        <ForCustomer say>
          <div className="fields">
            <TextInput
              className="w4"
              type="date"
              label={t({ message: 'From', context: 'first day' })}
              description={t`Empty: at once`}
              min={addDays(format.today(), 1)}
              value={startsOn}
              onChange={(event) => setStartsOn(event.currentTarget.value)}
            />
            <TextInput
              className="grow"
              label={t`Note`}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </div>
          <div className="row">
            <Button loading={publish.isPending} onClick={() => publish.mutate()}>
              {startsOn ? <Trans>Publish from {format.day(startsOn)}</Trans> : <Trans>Publish now</Trans>}
            </Button>
            <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
              <Trans>Throw the draft away</Trans>
            </Button>
          </div>
        </ForCustomer>
      </div>
    </section>
  );
}

function Difference({ difference }: { readonly difference: SheetDifferenceDto }) {
  const { t } = useLingui();
  const format = useFormat();
  const { changes, currency, currencyBefore } = difference;
  const sections: Readonly<Record<SheetDifferenceDto['sections'][number], string>> = {
    settings: t`settings`,
    services: t`services`,
    zones: t`zones`,
    surcharges: t`surcharges`,
    fuel: t`fuel`,
  };
  const named = difference.sections.map((section) => sections[section]).join(', ');
  const percent = new Intl.NumberFormat(format.locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const rest = difference.added + difference.removed + difference.changed - changes.length;
  return (
    <div className="stack">
      <p>
        <Plural value={difference.changed} one="# price changes" other="# prices change" />,{' '}
        <Plural value={difference.added} one="# is new" other="# are new" />,{' '}
        <Plural value={difference.removed} one="# goes" other="# go" />,{' '}
        <Plural value={difference.unchanged} one="# stays" other="# stay" />.
        {named !== '' && (
          <>
            {' '}
            <Trans>Also different: {named}.</Trans>
          </>
        )}
      </p>
      {changes.length > 0 && (
        <TableWrap label={t`Largest changes`}>
          <table className="plain-table mark-table" data-testid="sheet-changes">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Service</Trans>
                </th>
                <th scope="col">
                  <Trans>Zone</Trans>
                </th>
                <th scope="col">
                  <Trans>Weight</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>Before</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>After</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans context="table column">Change</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.map((row) => (
                <tr key={`${row.service} ${row.fromZone ?? ''} ${row.toZone} ${row.weight}`}>
                  <th scope="row">{row.service}</th>
                  <td>{row.fromZone === null ? row.toZone : `${row.fromZone} → ${row.toZone}`}</td>
                  <td className="nowrap">{row.weight}</td>
                  <td className="end num">
                    {row.beforeMinor === null
                      ? '–'
                      : format.money({ minor: row.beforeMinor, currency: currencyBefore })}
                  </td>
                  <td className="end num">
                    {row.afterMinor === null ? '–' : format.money({ minor: row.afterMinor, currency })}
                  </td>
                  <td className="end num">
                    {row.beforeMinor && row.afterMinor !== null
                      ? percent.format((row.afterMinor - row.beforeMinor) / row.beforeMinor)
                      : row.beforeMinor === null
                        ? t`new`
                        : t`gone`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
      {rest > 0 && (
        <p className="dim small">
          <Trans>{rest} smaller changes are not shown.</Trans>
        </p>
      )}
    </div>
  );
}

/** Loaded by itself: both lists price up to a thousand labels. */
function Effect({ accountId, draft }: { readonly accountId: string; readonly draft: number }) {
  const { t } = useLingui();
  const format = useFormat();
  const effect = useQuery(sheetEffectQuery(accountId, draft));
  if (effect.isError) return <ErrorState compact error={effect.error} onRetry={() => void effect.refetch()} />;
  if (!effect.data) return <Skeletons rows={1} />;
  const { labels, beforeMinor, afterMinor, currency, higher, lower, unpriced, labelsMost, days } = effect.data;
  if (labels + unpriced === 0)
    return (
      <p className="dim">
        <Trans>No label was bought on this account in the last {days} days.</Trans>
      </p>
    );
  const [before, after] = [
    format.money({ minor: beforeMinor, currency }),
    format.money({ minor: afterMinor, currency }),
  ];
  return (
    <div className="stack" data-testid="sheet-effect">
      <p>
        <Trans>
          The labels of the last {days} days: {before} by the sheet in force, {after} by the draft.
        </Trans>{' '}
        <Plural value={higher} one="# label costs more" other="# labels cost more" />,{' '}
        <Plural value={lower} one="# costs less" other="# cost less" />.
      </p>
      {unpriced > 0 && (
        <p className="notice" data-tone="bad">
          <Plural
            value={unpriced}
            one="# label would have no price in the draft."
            other="# labels would have no price in the draft."
          />
        </p>
      )}
      {labelsMost.length > 0 && (
        <details>
          <summary>{t`Labels with the largest differences`}</summary>
          <ul>
            {labelsMost.map((label, index) => (
              <li key={`${label.trackingNumber ?? ''} ${index}`}>
                {label.trackingNumber ?? '–'} · {label.service}: {format.money({ minor: label.beforeMinor, currency })}{' '}
                → {label.afterMinor === null ? t`no price` : format.money({ minor: label.afterMinor, currency })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function HistoryCard({ account, history }: { readonly account: CarrierAccount; readonly history: Changes['history'] }) {
  const { t } = useLingui();
  const format = useFormat();
  const again = useMutation({
    mutationFn: (of: number) => draftFormer(account.id, of),
    onSuccess: ({ data, successMessage }) => {
      tookSheetChanges(account.id, data);
      notify.success(successMessage ?? '');
    },
    onError: (error) => notify.error(error),
  });
  if (history.length < 2) return null;
  return (
    <section className="card" aria-label={t`Earlier versions`}>
      <div className="card-head">
        <h2>
          <Trans>History</Trans>
        </h2>
      </div>
      <TableWrap label={t`Earlier versions`}>
        <table className="plain-table mark-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Version</Trans>
              </th>
              <th scope="col">
                <Trans>File</Trans>
              </th>
              <th scope="col">
                <Trans>In force since</Trans>
              </th>
              <th scope="col">
                <span className="sr-only">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {history.map((one) => {
              const { version, restores } = one;
              return (
                <tr key={version}>
                  <th scope="row">
                    {version} {one.inForce && <Badge tone="good">{t`In force`}</Badge>}
                    {restores !== null && (
                      <span className="dim small">
                        {' '}
                        <Trans>as version {restores}</Trans>
                      </span>
                    )}
                  </th>
                  <td className="break-anywhere">
                    {one.sourceName}
                    {one.note && <div className="dim small">{one.note}</div>}
                  </td>
                  <td>
                    {format.instant(one.since, 'short')}
                    {one.by && <div className="dim small">{one.by}</div>}
                  </td>
                  <td className="end">
                    {!one.inForce && (
                      <ForCustomer>
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={t`Use version ${version} again`}
                          loading={again.isPending && again.variables === version}
                          onClick={() => again.mutate(version)}
                        >
                          <Trans>Use again</Trans>
                        </Button>
                      </ForCustomer>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableWrap>
    </section>
  );
}
