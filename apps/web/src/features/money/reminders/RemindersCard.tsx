import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReminderSettings } from '@scanship/contracts/money/reminders';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { RemindersDialog } from './RemindersDialog.tsx';
import { remindersQuery } from './reminders-api.ts';

/** Whether reminders go out, when, and where one sets them up. */
export function RemindersCard() {
  const { t } = useLingui();
  const { rights } = useProfile();
  const [open, setOpen] = useState(false);
  const { data: view } = useQuery(remindersQuery);
  if (!view) return null;
  const { on } = view.settings;
  return (
    <section className="card" aria-label={t`Reminders`}>
      <div className="card-head">
        <h2>
          <Trans>Reminders</Trans>
        </h2>
        <Badge tone={on ? 'good' : 'plain'}>{on ? t`On` : t`Off`}</Badge>
        <div className="grow">
          {on ? (
            <Steps settings={view.settings} />
          ) : (
            <span className="dim">
              <Trans>No reminders are sent for overdue invoices.</Trans>
            </span>
          )}
        </div>
        {rights.includes('money.credit') && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {on ? <Trans>Change reminders</Trans> : <Trans>Set up reminders</Trans>}
          </Button>
        )}
      </div>
      <RemindersDialog opened={open} view={view} onClose={() => setOpen(false)} />
    </section>
  );
}

function Steps({ settings: { steps } }: { readonly settings: ReminderSettings }) {
  const { locale } = useFormat();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const reminders = list.format(steps.filter(({ kind }) => kind === 'reminder').map(({ days }) => String(days)));
  const stop = steps.find(({ kind }) => kind === 'stop')?.days;
  return (
    <span className="dim">
      {reminders !== '' && <Trans>By e-mail {reminders} days after the due date.</Trans>}{' '}
      {stop !== undefined && <Trans>After {stop} days, shipping stops until payment.</Trans>}
    </span>
  );
}
