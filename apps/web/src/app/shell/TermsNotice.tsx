import { Button } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconFileText } from '#icons';
import { getOwnTerms, type OwnTerms } from '@scanship/contracts/access/terms';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { loadMessages } from '../../lib/i18n.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { fetchData } from '../api.ts';
import { useProfile } from '../profile.ts';
import { useFormat } from '../use-format.ts';

const EVERY_MS = 15 * 60_000;

export const ownTermsQuery = queryOptions({
  queryKey: ['terms', 'mine'],
  queryFn: ({ signal }) => fetchData(getOwnTerms, { signal }),
  refetchInterval: EVERY_MS,
  meta: { quiet: true },
});

const AgreeDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../../features/account/terms/AgreeDialog.tsx'), loadMessages('account')]);
  return dialog;
});

/** Above every page while terms wait to be agreed to: until when, and the dialog that shows them, which opens by itself once. */
export default function TermsNotice() {
  const { impersonation } = useProfile();
  const own = useQuery(ownTermsQuery);
  const due = own.data?.due === true && own.data.terms !== null && impersonation.length === 0;
  const [later, setLater] = useState(false);
  const opened = due && !later;
  const loaded = useLoaded(opened);
  return (
    <>
      {due && own.data && <Notice own={own.data} now={own.dataUpdatedAt} onRead={() => setLater(false)} />}
      {loaded && (
        <Suspense fallback={null}>
          <AgreeDialog opened={opened} own={own.data} onLater={() => setLater(true)} />
        </Suspense>
      )}
    </>
  );
}

interface NoticeProps {
  readonly own: OwnTerms;
  readonly now: number;
  readonly onRead: () => void;
}
function Notice({ own: { terms, closesAt }, now, onRead }: NoticeProps) {
  const format = useFormat();
  const { tenantKind } = useProfile();
  const from = terms?.from ?? '';
  const closed = closesAt !== null && Date.parse(closesAt) <= now;
  const until = closesAt === null ? '' : format.instant(closesAt, 'short');
  return (
    <div className="notice restricted" role="status" data-tone="warn">
      <IconFileText size={17} aria-hidden />
      <div className="grow">
        <div className="strong">
          <Trans>The terms of {from} are waiting for your consent.</Trans>
        </div>
        <div>
          {tenantKind === 'franchise' ? (
            closed ? (
              <Trans>Until then you cannot take on new customers; everything else works.</Trans>
            ) : (
              <Trans>From {until} on, you cannot take on new customers without it.</Trans>
            )
          ) : closed ? (
            <Trans>Until then you cannot buy labels; you can look at everything, export it and pay.</Trans>
          ) : (
            <Trans>From {until} on, you cannot buy labels without it.</Trans>
          )}
        </div>
      </div>
      <Button size="compact-sm" variant="default" onClick={onRead}>
        <Trans>Read and agree</Trans>
      </Button>
    </div>
  );
}
