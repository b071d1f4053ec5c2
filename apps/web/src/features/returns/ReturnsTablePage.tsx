import './returns.css';
import { Button, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReturnDetail } from '@scanship/contracts/shipping/returns';
import { IconArrowLeft } from '#icons';
import { Badge, TestBadge } from '../../ui/Badge.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { catchScans } from '../scan-ship/catch-scans.ts';
import { CheckForm } from './CheckForm.tsx';
import { ReturnPhotos } from './ReturnPhotos.tsx';
import { STATES, WISHES } from './return-words.ts';
import { returnQuery, scan, tookReturn } from './returns-api.ts';

/** Returns at the packing table: scan the label, say what came back, next. */
export function ReturnsTablePage() {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<ReturnDetail>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: scan,
    onMutate: () => setShown(undefined),
    onSuccess: ({ data }) => {
      tookReturn(data);
      setShown(data);
    },
  });
  useEffect(() => catchScans((code) => mutate(code)), [mutate]);
  return (
    <div className="page-narrow">
      <PageHead title={t`Returns at the table`} />
      <div className="page-head">
        <div className="grow">
          <Link to="/ecommerce/scan-ship" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Scan & Ship</Trans>
          </Link>
          <h1>
            <Trans>Returns at the table</Trans>
          </h1>
        </div>
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() === '') return;
            mutate(typed.trim());
            setTyped('');
          }}
        >
          <TextInput
            aria-label={t`Tracking number or number of the return`}
            placeholder={t`Type a number`}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isPending}>
            <Trans>Find</Trans>
          </Button>
        </form>
      </div>
      <section className="card" aria-live="polite">
        {error ? (
          <div className="card-body">
            <ErrorState compact error={error} />
          </div>
        ) : shown ? (
          <OnTable key={shown.id} detail={shown} onChecked={() => setShown(undefined)} />
        ) : (
          <EmptyState title={t`Scan the label of a return`}>
            <Trans>It is marked as arrived; then say what came back and how it looks.</Trans>
          </EmptyState>
        )}
      </section>
    </div>
  );
}

function OnTable({ detail: scanned, onChecked }: { readonly detail: ReturnDetail; readonly onChecked: () => void }) {
  const { i18n } = useI18n();
  // A photo that is added is in the kept answer.
  const { data: detail } = useQuery({ ...returnQuery(scanned.id), initialData: scanned });
  return (
    <div className="card-body stack">
      <h2 className="row tight">
        {detail.number}
        <Badge tone={STATES[detail.state].tone}>{i18n._(STATES[detail.state].words)}</Badge>
        {detail.test && <TestBadge />}
      </h2>
      <p>
        {detail.reason} · {i18n._(WISHES[detail.wish])}
        {detail.note && <span className="dim"> · {detail.note}</span>}
      </p>
      <ReturnPhotos detail={detail} mayAdd />
      {detail.may.check ? (
        <CheckForm detail={detail} onChecked={onChecked} />
      ) : (
        <p>
          <Trans>This return was dealt with before.</Trans>
        </p>
      )}
    </div>
  );
}
