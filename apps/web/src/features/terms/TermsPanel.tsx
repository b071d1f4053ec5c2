import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconPlus } from '#icons';
import { exportConsents, type TermsVersion } from '@scanship/contracts/access/terms';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { kindOf, useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { saveBlob } from '../../lib/download.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { MissingCard } from './MissingCard.tsx';
import { TermsDialog } from './TermsDialog.tsx';
import { reloadTerms, remove, termsQuery, withdraw } from './terms-api.ts';

type Asked = { readonly act: 'withdraw' | 'remove'; readonly one: TermsVersion };

/** Versions of the terms, who has not agreed, and the file of who has. */
export function TermsPanel() {
  const { t } = useLingui();
  const platform = kindOf(useProfile()) === 'platform';
  const list = useQuery(termsQuery);
  const [writing, setWriting] = useState(false);
  const [edited, setEdited] = useState<TermsVersion>();
  const [asked, setAsked] = useState<Asked>();
  const end = useMutation({
    mutationFn: async ({ act, one }: Asked) =>
      (act === 'withdraw' ? await withdraw(one.id) : await remove(one.id)).successMessage,
    onSuccess: (message) => notify.success(message ?? ''),
    onError: (error) => notify.error(error),
    onSettled: () => {
      setAsked(undefined);
      return reloadTerms();
    },
  });
  const file = useMutation({
    mutationFn: async () => {
      const { blob, fileName } = await api.file(exportConsents, {});
      saveBlob(blob, fileName ?? 'terms-consents.csv');
    },
    onError: (error) => notify.error(error),
  });
  const write = (one: TermsVersion | undefined) => {
    setEdited(one);
    setWriting(true);
  };
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => write(undefined)}>
      <Trans>New version</Trans>
    </Button>
  );
  return (
    <div className="stack">
      {list.data ? (
        list.data.length === 0 ? (
          <div className="card">
            <EmptyState title={t`No terms yet`} actions={add}>
              {platform ? (
                <Trans>
                  Once there are, administrators of franchises are asked for their consent, and each consent is kept.
                </Trans>
              ) : (
                <Trans>
                  Once there are, people of your customers agree when they sign up or sign in next, and each consent is
                  kept.
                </Trans>
              )}
            </EmptyState>
          </div>
        ) : (
          <>
            <div className="row end">
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                loading={file.isPending}
                onClick={() => file.mutate()}
              >
                <Trans>Consents as CSV</Trans>
              </Button>
              {add}
            </div>
            {list.data.map((one) => (
              <Version
                key={one.id}
                one={one}
                now={list.dataUpdatedAt}
                onChange={() => write(one)}
                onEnd={(act) => setAsked({ act, one })}
              />
            ))}
            <MissingCard />
          </>
        )
      ) : list.isError ? (
        <div className="card">
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : (
        <Skeletons rows={4} height={56} />
      )}
      <TermsDialog
        opened={writing}
        is={edited}
        before={list.data?.find(({ current }) => current)}
        onClose={() => setWriting(false)}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked?.act === 'remove' ? t`Delete the draft?` : t`Withdraw this version?`}
        confirm={asked?.act === 'remove' ? t`Delete` : t`Withdraw`}
        danger
        busy={end.isPending}
        onConfirm={() => asked && end.mutate(asked)}
        onClose={() => setAsked(undefined)}
      >
        {asked?.act === 'remove' ? (
          <Trans>Nobody has seen it.</Trans>
        ) : (
          <Trans>
            The version before it is in force again. Whoever agreed only to this one has a day to agree to that one.
            Every consent stays on record.
          </Trans>
        )}
      </ConfirmDialog>
    </div>
  );
}

interface VersionProps {
  readonly one: TermsVersion;
  readonly now: number;
  readonly onChange: () => void;
  readonly onEnd: (act: Asked['act']) => void;
}
function Version({ one, now, onChange, onEnd }: VersionProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { state, current, holdsFrom, agreed, number } = one;
  const planned = state === 'published' && Date.parse(holdsFrom) > now;
  const name = one.name || t`Untitled`;
  const from = format.instant(holdsFrom, 'short');
  return (
    <section className="card" aria-label={name}>
      <div className="card-body stack tight">
        <div className="row">
          <span className="strong break-anywhere">{number === null ? name : `${number}. ${name}`}</span>
          {current ? (
            <Badge tone="good">
              <Trans>In force</Trans>
            </Badge>
          ) : planned ? (
            <Badge tone="info">
              <Trans>Planned</Trans>
            </Badge>
          ) : state === 'draft' ? (
            <Badge>
              <Trans>Draft</Trans>
            </Badge>
          ) : state === 'withdrawn' ? (
            <Badge tone="warn">
              <Trans>Withdrawn</Trans>
            </Badge>
          ) : (
            <Badge>
              <Trans>Replaced</Trans>
            </Badge>
          )}
        </div>
        <div className="dim small">
          <Trans>In force from {from}</Trans>
          {state !== 'draft' && (
            <>
              {' · '}
              <Plural value={agreed} one="# person agreed" other="# people agreed" />
            </>
          )}
          {!one.asksAgain && (
            <>
              {' · '}
              <Trans>earlier consents still count</Trans>
            </>
          )}
        </div>
        <div className="row">
          {state === 'draft' && (
            <>
              <Button size="compact-sm" variant="default" onClick={onChange}>
                <Trans>Change</Trans>
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => onEnd('remove')}>
                <Trans>Delete</Trans>
              </Button>
            </>
          )}
          {state === 'published' && (
            <Button size="compact-sm" variant="default" onClick={() => onEnd('withdraw')}>
              <Trans>Withdraw</Trans>
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
