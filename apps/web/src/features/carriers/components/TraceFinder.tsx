import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { findTrace } from '../carriers-api.ts';

/** The redacted trace of a call, by the reference a person was told. */
export function TraceFinder() {
  const { t } = useLingui();
  const format = useFormat();
  const { rights } = useProfile();
  const own = rights.includes('carriers.manage');
  const supports = rights.includes('customers.impersonate');
  const [reference, setReference] = useState('');
  const [whose, setWhose] = useState<'own' | 'lent'>(own ? 'own' : 'lent');
  const find = useMutation({ mutationFn: findTrace });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reference.trim().length >= 4) find.mutate({ reference: reference.trim(), whose });
  };
  if (!own && !supports) return null;
  return (
    <section className="card" aria-label={t`Find a call`}>
      <div className="card-head">
        <h2>
          <Trans>Find a call</Trans>
        </h2>
      </div>
      <form className="card-body stack" noValidate onSubmit={submit}>
        <div className="row end-aligned">
          <TextInput
            className="grow"
            label={t`Support reference`}
            description={t`It stands beside the carrier’s message. Secrets are taken out of what is shown.`}
            value={reference}
            maxLength={64}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          {own && supports && (
            <NativeSelect
              label={t`Made by`}
              value={whose}
              onChange={(event) => setWhose(event.currentTarget.value === 'lent' ? 'lent' : 'own')}
              data={[
                { value: 'own', label: t`Your own people` },
                { value: 'lent', label: t`Those you lend the account to` },
              ]}
            />
          )}
          <Button type="submit" loading={find.isPending}>
            <Trans>Find</Trans>
          </Button>
        </div>
        {find.isError && <ErrorState compact error={find.error} />}
        {find.data?.data.calls.map((call) => (
          <article key={call.id} className="stack" data-testid="carrier-trace">
            <div>
              <span className="strong">{call.carrierName}</span> · {call.operation} · {format.instant(call.at, 'short')}
              {call.shipper !== null && ` · ${call.shipper}`}
            </div>
            <div className="small dim">
              {[
                call.method,
                call.address,
                call.status,
                call.outcome,
                call.durationMs === null ? '' : `${call.durationMs} ms`,
              ]
                .filter((part) => part !== null && part !== '')
                .join(' · ')}
            </div>
            <pre className="trace">{call.request}</pre>
            {call.response !== null && <pre className="trace">{call.response}</pre>}
          </article>
        ))}
      </form>
    </section>
  );
}
