import './audit.css';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '#icons';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../app/notify.ts';
import { saveBlob } from '../../lib/download.ts';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { AuditRow } from './AuditRow.tsx';
import { ACT_WORDS } from './act-words.ts';
import { auditQuery, exportLog } from './audit-api.ts';
import { type AuditSearch, parseAuditSearch } from './audit-search.ts';
import { VerifyLog } from './VerifyLog.tsx';

const TYPING_MS = 300;

interface Props {
  readonly search: AuditSearch;
  readonly onSearch: (search: AuditSearch) => void;
}

/** The log of the own company with its filters: a customer's, a franchise's or the operator's. */
export function AuditPanel({ search, onSearch }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const log = useInfiniteQuery(auditQuery(search));
  const save = useMutation({
    mutationFn: () => exportLog(search),
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'AuditLog.csv'),
    onError: (error) => notify.error(error),
  });
  const [who, setWho] = useState(search.who ?? '');
  const set = (change: Readonly<Record<string, unknown>>) => onSearch(parseAuditSearch({ ...search, ...change }));
  const find = useDebouncedCallback((text: string) => set({ who: text }), TYPING_MS);
  const filtered = Object.keys(search).length > 0;
  const acts = log.data?.pages[0]?.actions ?? [];
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const clear = () => {
    setWho('');
    onSearch({});
  };
  const wordOf = (act: string) => {
    const words = ACT_WORDS[act];
    return words ? i18n._(words) : act;
  };
  const choices = [...new Set(search.act ? [...acts, search.act] : acts)]
    .map((act) => ({ value: act, label: wordOf(act) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale));
  return (
    <div className="stack wide">
      <VerifyLog />
      <section className="card" aria-labelledby="audit-head">
        <div className="card-head">
          <h2 id="audit-head">
            <Trans>Entries, newest first</Trans>
          </h2>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconDownload size={15} aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            <Trans>Export</Trans>
          </Button>
        </div>
        <form className="audit-filters" role="search" aria-label={t`Find entries`} onSubmit={(e) => e.preventDefault()}>
          <TextInput
            type="date"
            label={t({ message: 'From', context: 'day' })}
            value={search.from ?? ''}
            max={search.to}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t({ message: 'To', context: 'day' })}
            value={search.to ?? ''}
            min={search.from}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
          <TextInput
            type="search"
            label={t`User name`}
            autoCapitalize="none"
            spellCheck={false}
            value={who}
            onChange={(event) => {
              setWho(event.currentTarget.value);
              find(event.currentTarget.value);
            }}
          />
          <NativeSelect
            label={t`Act`}
            value={search.act ?? ''}
            data={[{ value: '', label: t`All actions` }, ...choices]}
            onChange={(event) => set({ act: event.currentTarget.value })}
          />
          <Checkbox
            label={t`Only on behalf of others`}
            checked={search.acting ?? false}
            onChange={(event) => set({ acting: event.currentTarget.checked })}
          />
        </form>
        {log.isPending ? (
          <div className="card-body">
            <Skeletons rows={6} height={36} />
          </div>
        ) : log.isError && entries.length === 0 ? (
          <ErrorState error={log.error} onRetry={() => void log.refetch()} />
        ) : entries.length === 0 ? (
          <EmptyState
            title={filtered ? t`No entries match` : t`Nothing is in the log yet`}
            actions={
              filtered && (
                <Button variant="default" onClick={clear}>
                  <Trans>Clear the filters</Trans>
                </Button>
              )
            }
          >
            {filtered ? (
              <Trans>No entries match these filters.</Trans>
            ) : (
              <Trans>Changes of people, roles and settings appear here from now on.</Trans>
            )}
          </EmptyState>
        ) : (
          <>
            <ol aria-label={t`Entries`}>
              {entries.map((entry) => (
                <AuditRow key={entry.id} entry={entry} />
              ))}
            </ol>
            {log.isError && <ErrorState compact error={log.error} onRetry={() => void log.fetchNextPage()} />}
            {log.hasNextPage && (
              <div className="card-body row">
                <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                  <Trans>Show older entries</Trans>
                </Button>
              </div>
            )}
          </>
        )}
      </section>
    </div>
  );
}
