import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { NOTICE_STATES, type SentNotice } from '@scanship/contracts/stores/buyer-notices';
import { NOTICE_KINDS } from '@scanship/domain/tracking/buyer-notices';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { NOTHING_SOUGHT, noticesQuery, type Sought } from './notices-api.ts';
import { NOTICE_TONES, useNoticeWords } from './use-notice-words.ts';

/** Every notice and what became of it, searched by order, address, kind and state. */
export function NoticeLog() {
  const { t } = useLingui();
  const words = useNoticeWords();
  const [sought, setSought] = useState<Sought>(NOTHING_SOUGHT);
  const asked = useDeferredValue(sought);
  const notices = useInfiniteQuery(noticesQuery(asked));
  const list = notices.data?.pages.flatMap((page) => page.notices) ?? [];
  const change = (part: Partial<Sought>) => setSought((was) => ({ ...was, ...part }));
  return (
    <section className="card">
      <div className="card-body fields">
        <TextInput
          className="w6"
          label={t`Order number`}
          value={sought.order}
          maxLength={200}
          onChange={(event) => change({ order: event.currentTarget.value })}
        />
        <TextInput
          className="w6"
          label={t`E-mail`}
          value={sought.address}
          maxLength={254}
          onChange={(event) => change({ address: event.currentTarget.value })}
        />
        <NativeSelect
          className="w6"
          label={t`Notice`}
          value={sought.kind}
          data={[
            { value: '', label: t`All notices` },
            ...NOTICE_KINDS.map((kind) => ({ value: kind, label: words.kinds[kind].name })),
          ]}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            change({ kind: NOTICE_KINDS.find((kind) => kind === chosen) ?? '' });
          }}
        />
        <NativeSelect
          className="w6"
          label={t`Status`}
          value={sought.state}
          data={[
            { value: '', label: t`All statuses` },
            ...NOTICE_STATES.map((state) => ({ value: state, label: words.states[state] })),
          ]}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            change({ state: NOTICE_STATES.find((state) => state === chosen) ?? '' });
          }}
        />
      </div>
      {notices.isPending ? (
        <div className="card-body">
          <Skeletons rows={5} />
        </div>
      ) : notices.isError && list.length === 0 ? (
        <ErrorState error={notices.error} onRetry={() => void notices.refetch()} />
      ) : list.length === 0 ? (
        <EmptyState title={t`No notices`}>
          <Trans>Notices that are switched on appear here as carriers scan your parcels.</Trans>
        </EmptyState>
      ) : (
        <TableWrap label={t`Notices to buyers`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t`Order`}</th>
                <th scope="col">{t`Notice`}</th>
                <th scope="col">{t`Sent to`}</th>
                <th scope="col">{t`Status`}</th>
                <th scope="col">{t`Time`}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((notice) => (
                <Row key={notice.id} notice={notice} />
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
      {notices.hasNextPage && (
        <div className="card-body row">
          <Button variant="default" loading={notices.isFetchingNextPage} onClick={() => void notices.fetchNextPage()}>
            <Trans>Older ones</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}

function Row({ notice }: { readonly notice: SentNotice }) {
  const { t } = useLingui();
  const words = useNoticeWords();
  const format = useFormat();
  const due = notice.dueAt === null ? null : format.instant(notice.dueAt, 'short');
  return (
    <tr>
      <th scope="row">{notice.orderNumber}</th>
      <td>{words.kinds[notice.kind].name}</td>
      <td>{notice.channel === 'webhook' ? t`Webhook` : (notice.address ?? '–')}</td>
      <td>
        <Badge tone={NOTICE_TONES[notice.state]}>{words.states[notice.state]}</Badge>
        {notice.problem && <div className="small">{notice.problem}</div>}
        {notice.serverWords && (notice.state !== 'sent' || notice.channel === 'webhook') && (
          <div className="small dim">{notice.serverWords}</div>
        )}
        {due && <div className="small dim">{t`Next try: ${due}`}</div>}
      </td>
      <td>{format.instant(notice.sentAt ?? notice.createdAt, 'short')}</td>
    </tr>
  );
}
