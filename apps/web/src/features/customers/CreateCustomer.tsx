import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CustomerSummary } from '@scanship/contracts/network/customers';
import { newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { addCustomer, tookCustomer } from './customers-api.ts';
import { TimeZoneField } from './TimeZoneField.tsx';

const PLANS = ['Basic', 'Standard', 'Advanced'] as const satisfies readonly CustomerSummary['plan'][];

interface Props {
  readonly opened: boolean;
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}
export default function CreateCustomer({ opened, agents, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Dialog opened={shown} onClose={onClose} title={t`New customer`} size="lg">
      <Form agents={agents} onClose={onClose} />
    </Dialog>
  );
}

function Form({ agents, onClose }: Omit<Props, 'opened'>) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const profile = useProfile();
  const [key, setKey] = useState(newIdempotencyKey);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [plan, setPlan] = useState<CustomerSummary['plan']>('Standard');
  const [timeZone, setTimeZone] = useState(profile.timeZone);
  const [locale, setLocale] = useState<'en-CA' | 'fr-CA'>(profile.locale.startsWith('fr') ? 'fr-CA' : 'en-CA');
  const [agent, setAgent] = useState('');
  const create = useMutation({
    mutationFn: () =>
      addCustomer({
        key,
        body: {
          name: name.trim(),
          plan,
          timeZone,
          locale,
          ...(email.trim() ? { administratorEmail: email.trim() } : {}),
          ...(agent ? { agentId: agent } : {}),
        },
      }),
    onSuccess: async ({ data, successMessage }) => {
      tookCustomer(data);
      notify.success(successMessage ?? t`Customer created.`);
      onClose();
      await navigate({ to: '/customer/$customerId', params: { customerId: data.id } });
    },
    // What was refused is changed and asked for anew.
    onError: () => setKey(newIdempotencyKey()),
  });
  const refused = fieldErrorsOf(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) create.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {create.error && <ErrorState compact error={create.error} />}
      <div className="fields">
        <TextInput
          label={t`Name of the company`}
          data-autofocus
          required
          maxLength={120}
          value={name}
          error={refused.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t`E-mail of its administrator`}
          description={t`Gets an invitation. Without one you can invite later.`}
          type="email"
          maxLength={254}
          value={email}
          error={refused.administratorEmail}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          className="w6"
          label={t`Plan`}
          value={plan}
          data={[...PLANS]}
          onChange={({ currentTarget: { value } }) => setPlan(PLANS.find((one) => one === value) ?? 'Standard')}
        />
        <NativeSelect
          className="w6"
          label={t`Language`}
          value={locale}
          data={Object.entries(LOCALE_NAMES).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => setLocale(value === 'fr-CA' ? 'fr-CA' : 'en-CA')}
        />
        <TimeZoneField value={timeZone} onChange={setTimeZone} error={refused.timeZone} />
        {agents.length > 0 && (
          <NativeSelect
            className="w6"
            label={t`Sales agent`}
            value={agent}
            data={[{ value: '', label: t`Nobody` }, ...agents.map((one) => ({ value: one.id, label: one.name }))]}
            onChange={(event) => setAgent(event.currentTarget.value)}
          />
        )}
      </div>
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close without saving</Trans>
        </Button>
        <Button type="submit" loading={create.isPending} disabled={!name.trim()}>
          {email.trim() ? <Trans>Create and invite</Trans> : <Trans>Create</Trans>}
        </Button>
      </div>
    </form>
  );
}
