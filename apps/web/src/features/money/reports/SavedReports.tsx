import { Button, NativeSelect } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBookmark } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SavedReport, SavedReports as Saved } from '@scanship/contracts/money/saved-reports';
import { useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { ReportSearch } from './report-search.ts';
import { leaveReport, removeReport, type ReportKind } from './reports-api.ts';
import { SaveReportDialog } from './SaveReportDialog.tsx';

interface Props {
  readonly kind: ReportKind;
  readonly search: ReportSearch;
  readonly is: Saved;
  /** The one the address names. */
  readonly open: SavedReport | undefined;
}

/** The reports a person keeps, and those that are sent to them: one is opened, kept, changed, sent or stopped. */
export function SavedReports({ kind, search, is, open }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'new' | 'change' | 'remove'>();
  const show = (saved: string | undefined) =>
    void navigate({ to: '.', search: () => (saved === undefined ? {} : { saved }), replace: true });
  const failed = (error: Error) => notify.error(error);
  const remove = useMutation({
    mutationFn: removeReport,
    onSuccess: () => {
      setAsking(undefined);
      show(undefined);
    },
    onError: failed,
  });
  const leave = useMutation({ mutationFn: leaveReport, onSuccess: () => show(undefined), onError: failed });
  const name = open?.name ?? '';
  return (
    <section className="stack tight" aria-label={t`Saved reports`}>
      <div className="row">
        {is.reports.length > 0 && (
          <NativeSelect
            aria-label={t`Saved reports`}
            value={open?.id ?? ''}
            data={[
              { value: '', label: t`Open a saved report` },
              ...is.reports.map((each) => ({
                value: each.id,
                label: each.own ? each.name : `${each.name} (${each.ownerName})`,
              })),
            ]}
            onChange={(event) => show(event.currentTarget.value || undefined)}
          />
        )}
        {open?.own && (
          <Button variant="default" onClick={() => setAsking('change')}>
            <Trans>Change or send</Trans>
          </Button>
        )}
        {open?.own && (
          <Button variant="subtle" onClick={() => setAsking('remove')}>
            <Trans>Remove</Trans>
          </Button>
        )}
        {open && !open.own && (
          <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate(open)}>
            <Trans>Stop sending it to me</Trans>
          </Button>
        )}
        <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={() => setAsking('new')}>
          <Trans>Save as a report</Trans>
        </Button>
      </div>
      {open && <Standing of={open} />}
      <SaveReportDialog
        opened={asking === 'new' || asking === 'change'}
        is={asking === 'change' ? open : undefined}
        {...{ kind, search }}
        people={is.people}
        onClose={() => setAsking(undefined)}
        onKept={({ id }) => show(id)}
      />
      <ConfirmDialog
        opened={asking === 'remove'}
        title={t`Remove ${name}?`}
        confirm={t`Remove`}
        danger
        busy={remove.isPending}
        onConfirm={() => open && remove.mutate(open)}
        onClose={() => setAsking(undefined)}
      >
        <Trans>It is then sent to nobody any more.</Trans>
      </ConfirmDialog>
    </section>
  );
}

/** When a kept report is sent next, and what became of the last time. */
function Standing({ of }: { readonly of: SavedReport }) {
  const format = useFormat();
  const next = of.nextOn === null ? '' : format.day(of.nextOn);
  const last = of.last === null ? '' : format.day(of.last.day);
  const people = of.toUsers.length;
  const sent = of.last?.people ?? 0;
  return (
    <p className="dim small">
      {of.nextOn === null ? (
        <Trans>It is not sent by e-mail.</Trans>
      ) : (
        <Trans>
          Sent to <Plural value={people} one="# person" other="# people" />, next on {next} at 7:00.
        </Trans>
      )}{' '}
      {of.last?.outcome === 'sent' && (
        <Trans>
          Last sent on {last} to <Plural value={sent} one="# person" other="# people" />.
        </Trans>
      )}
      {of.last?.outcome === 'nobody' && (
        <Trans>On {last} it was sent to nobody: those it is for, or whoever keeps it, may not see it.</Trans>
      )}
      {of.last?.outcome === 'failed' && <Trans>On {last} it could not be made.</Trans>}
      {of.last?.outcome === 'missed' && <Trans>On {last} it was not sent: the server was down.</Trans>}
    </p>
  );
}
