import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { DEFAULT_PRIMARY_COLOR } from '@scanship/contracts/network/start-up';
import { newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { TimeZoneField } from '../customers/TimeZoneField.tsx';
import { ColourField } from './ColourField.tsx';
import { addFranchise, tookFranchise } from './platform-api.ts';

const FIRST_COLOUR: string = DEFAULT_PRIMARY_COLOR;

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}
export default function CreateFranchise({ opened, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Dialog opened={shown} onClose={onClose} title={t`New franchise`} size="lg">
      <Form onClose={onClose} />
    </Dialog>
  );
}

function Form({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const profile = useProfile();
  const [key, setKey] = useState(newIdempotencyKey);
  const [value, setValue] = useState({
    name: '',
    brandName: '',
    host: '',
    primaryColor: FIRST_COLOUR,
    currency: 'CAD',
    timeZone: profile.timeZone,
    locale: 'en-CA' as 'en-CA' | 'fr-CA',
    administratorEmail: '',
  });
  const change = (part: Partial<typeof value>) => setValue((was) => ({ ...was, ...part }));
  const colourWrong = /^#[0-9a-f]{6}$/i.test(value.primaryColor) ? undefined : t`Enter the colour as #rrggbb.`;
  const create = useMutation({
    mutationFn: () => {
      const brandName = value.brandName.trim();
      const host = value.host.trim().toLowerCase();
      const administratorEmail = value.administratorEmail.trim();
      return addFranchise({
        key,
        body: {
          name: value.name.trim(),
          primaryColor: value.primaryColor,
          currency: value.currency,
          timeZone: value.timeZone,
          locale: value.locale,
          ...(brandName ? { brandName } : {}),
          ...(host ? { host } : {}),
          ...(administratorEmail ? { administratorEmail } : {}),
        },
      });
    },
    onSuccess: async ({ data, successMessage }) => {
      tookFranchise(data);
      notify.success(successMessage ?? t`Franchise created.`);
      onClose();
      await navigate({ to: '/franchises/$franchiseId', params: { franchiseId: data.id } });
    },
    onError: () => setKey(newIdempotencyKey()),
  });
  const refused = fieldErrorsOf(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.name.trim() && !colourWrong) create.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {create.error && <ErrorState compact error={create.error} />}
      <div className="fields">
        <TextInput
          className="w6"
          label={t`Name of the franchise`}
          data-autofocus
          required
          maxLength={120}
          value={value.name}
          error={refused.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          className="w6"
          label={t`Brand name people see`}
          placeholder={value.name}
          maxLength={120}
          value={value.brandName}
          error={refused.brandName}
          onChange={(event) => change({ brandName: event.currentTarget.value })}
        />
        <TextInput
          className="w6"
          label={t`Host`}
          description={t`Where its people sign in, without https://`}
          placeholder="ship.example.com"
          inputMode="url"
          autoCapitalize="none"
          value={value.host}
          error={refused.host}
          onChange={(event) => change({ host: event.currentTarget.value })}
        />
        <ColourField
          className="w6"
          label={t`Main colour`}
          description={t`Any colour works: texts on it stay legible.`}
          value={value.primaryColor}
          error={refused.primaryColor ?? colourWrong}
          onChange={(primaryColor) => change({ primaryColor })}
        />
        <NativeSelect
          className="w6"
          label={t`Currency`}
          value={value.currency}
          data={['CAD', 'USD']}
          onChange={(event) => change({ currency: event.currentTarget.value })}
        />
        <NativeSelect
          className="w6"
          label={t`Language`}
          value={value.locale}
          data={Object.entries(LOCALE_NAMES).map(([code, label]) => ({ value: code, label }))}
          onChange={(event) => change({ locale: event.currentTarget.value === 'fr-CA' ? 'fr-CA' : 'en-CA' })}
        />
        <TimeZoneField value={value.timeZone} error={refused.timeZone} onChange={(timeZone) => change({ timeZone })} />
        <TextInput
          className="w6"
          label={t`E-mail of its administrator`}
          type="email"
          maxLength={254}
          value={value.administratorEmail}
          error={refused.administratorEmail}
          onChange={(event) => change({ administratorEmail: event.currentTarget.value })}
        />
      </div>
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close without saving</Trans>
        </Button>
        <Button type="submit" loading={create.isPending} disabled={!value.name.trim()}>
          <Trans>Create the franchise</Trans>
        </Button>
      </div>
    </form>
  );
}
