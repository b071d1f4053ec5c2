import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '#icons';
import type { Announcement } from '@scanship/contracts/network/announcements';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { KIND_WORDS, STANDINGS, standingOf } from './announcement-words.ts';
import { announcementsQuery, reloadAnnouncements, remove, withdraw } from './announcements-api.ts';
import { ReadersDialog } from './ReadersDialog.tsx';

type Asked = { readonly act: 'withdraw' | 'remove'; readonly one: Announcement };

/** What a level has announced, newest first, and the button for the next one. */
export function AnnouncementList() {
  const { t } = useLingui();
  const list = useQuery(announcementsQuery);
  const [writing, setWriting] = useState(false);
  const [edited, setEdited] = useState<Announcement>();
  const [readers, setReaders] = useState<Announcement>();
  const [asked, setAsked] = useState<Asked>();
  const end = useMutation({
    mutationFn: async ({ act, one }: Asked) =>
      (act === 'withdraw' ? await withdraw(one.id) : await remove(one.id)).successMessage,
    onSuccess: (message) => notify.success(message ?? ''),
    onError: (error) => notify.error(error),
    onSettled: () => {
      setAsked(undefined);
      return reloadAnnouncements();
    },
  });
  const write = (one: Announcement | undefined) => {
    setEdited(one);
    setWriting(true);
  };
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => write(undefined)}>
      <Trans>New announcement</Trans>
    </Button>
  );
  return (
    <div className="stack">
      {list.data ? (
        list.data.announcements.length === 0 ? (
          <div className="card">
            <EmptyState title={t`Nothing announced yet`} actions={add}>
              <Trans>
                News, planned maintenance and known problems appear above every page of those you choose, and by e-mail
                if you like.
              </Trans>
            </EmptyState>
          </div>
        ) : (
          <>
            <div className="row end">{add}</div>
            {list.data.announcements.map((one) => (
              <Row
                key={one.id}
                one={one}
                now={list.dataUpdatedAt}
                onChange={() => write(one)}
                onReaders={() => setReaders(one)}
                onEnd={(act) => setAsked({ act, one })}
              />
            ))}
          </>
        )
      ) : list.isError ? (
        <div className="card">
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <Skeletons rows={4} height={56} />
      )}
      <AnnouncementDialog
        opened={writing}
        is={edited}
        buyers={list.data?.buyers ?? []}
        onClose={() => setWriting(false)}
      />
      <ReadersDialog of={readers} onClose={() => setReaders(undefined)} />
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked?.act === 'remove' ? t`Delete the draft?` : t`Withdraw the announcement?`}
        confirm={asked?.act === 'remove' ? t`Delete` : t`Withdraw`}
        danger
        busy={end.isPending}
        onConfirm={() => asked && end.mutate(asked)}
        onClose={() => setAsked(undefined)}
      >
        {asked?.act === 'remove' ? (
          <Trans>Nobody has seen it.</Trans>
        ) : (
          <Trans>Nobody sees it any more. E-mails that are queued already still go out, no others do.</Trans>
        )}
      </ConfirmDialog>
    </div>
  );
}

interface RowProps {
  readonly one: Announcement;
  readonly now: number;
  readonly onChange: () => void;
  readonly onReaders: () => void;
  readonly onEnd: (act: Asked['act']) => void;
}
function Row({ one, now, onChange, onReaders, onEnd }: RowProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { word, tone } = STANDINGS[standingOf(one, now)];
  const title = (i18n.locale === 'fr-CA' ? one.fr.title || one.en.title : one.en.title || one.fr.title) || t`Untitled`;
  const span = (at: { readonly from: string; readonly until: string }) => ({
    from: format.instant(at.from, 'short'),
    until: format.instant(at.until, 'short'),
  });
  const [shown, work] = [span(one.shown), one.work ? span(one.work) : undefined];
  return (
    <section className="card" aria-label={title}>
      <div className="card-body stack tight">
        <div className="row">
          <Badge tone={tone}>{i18n._(word)}</Badge>
          <span className="dim small">{i18n._(KIND_WORDS[one.kind])}</span>
        </div>
        <div className="strong break-anywhere">{title}</div>
        <div className="dim small">
          {work && (
            <>
              <Trans>
                Work from {work.from} to {work.until}
              </Trans>{' '}
              ·{' '}
            </>
          )}
          <Trans>
            Shown from {shown.from} to {shown.until}
          </Trans>
        </div>
        <div className="dim small">
          <Plural value={one.companies} one="Reaches # company" other="Reaches # companies" />
          {one.state !== 'draft' && (
            <>
              {' · '}
              <Plural value={one.read.people} one="read by # person" other="read by # people" />
              {' · '}
              <Plural value={one.read.companies} one="in # company" other="in # companies" />
            </>
          )}
          {one.state !== 'draft' && one.mailed !== null && (
            <>
              {' · '}
              <Plural value={one.mailed} one="# e-mail" other="# e-mails" />
            </>
          )}
        </div>
        <div className="row">
          {one.state !== 'withdrawn' && (
            <Button size="compact-sm" variant="default" onClick={onChange}>
              <Trans>Change</Trans>
            </Button>
          )}
          {one.read.people > 0 && (
            <Button size="compact-sm" variant="default" onClick={onReaders}>
              <Trans>Who has read it</Trans>
            </Button>
          )}
          {one.state === 'published' && (
            <Button size="compact-sm" variant="default" onClick={() => onEnd('withdraw')}>
              <Trans>Withdraw</Trans>
            </Button>
          )}
          {one.state === 'draft' && (
            <Button size="compact-sm" variant="default" onClick={() => onEnd('remove')}>
              <Trans>Delete</Trans>
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
