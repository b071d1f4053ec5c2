import { Button, useComputedColorScheme } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { beginCard, saveCard } from '@scanship/contracts/money/payments';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { type CardElements, type CardProvider, openCardProvider, reloadsFor } from './card-provider.ts';
import { cardKeysQuery, tookBilling } from './payments-api.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A card is entered in the provider's own field, confirmed at the bank where it asks, and kept. */
export function AddCardDialog({ opened, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Add a card`} centered closeOnClickOutside={false}>
      {opened && <Form onClose={onClose} />}
    </Dialog>
  );
}

interface Opened {
  readonly provider: CardProvider;
  readonly elements: CardElements;
  readonly setupId: string;
}

function Form({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const client = useQueryClient();
  const { roleName } = useProfile();
  const dark = useComputedColorScheme('light') === 'dark';
  const place = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState(false);
  const begin = useMutation({
    mutationFn: async (): Promise<Opened | undefined> => {
      const { data } = await api.call(beginCard, { body: {} });
      if (reloadsFor(data.scriptUrl)) return undefined;
      const keys = roleName === 'ROLE_CUSTOMER_ADMIN' ? await client.fetchQuery(cardKeysQuery) : undefined;
      const provider = await openCardProvider({ ...data, publishableKey: keys?.publishableKey || data.publishableKey });
      const elements = provider.elements({
        clientSecret: data.clientSecret,
        locale: i18n.locale === 'fr-CA' ? 'fr-CA' : 'en',
        appearance: { theme: dark ? 'night' : 'stripe' },
      });
      return { provider, elements, setupId: data.setupId };
    },
  });
  const { mutate: start, data: opened } = begin;
  useEffect(() => start(), [start]);
  useEffect(() => {
    if (!opened || !place.current) return undefined;
    const field = opened.elements.create('payment', { layout: 'tabs' });
    field.on('ready', () => setReady(true));
    field.mount(place.current);
    return () => field.destroy();
  }, [opened]);
  const save = useMutation({
    mutationFn: async ({ provider, elements, setupId }: Opened) => {
      const { error } = await provider.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: location.href },
      });
      if (error) throw new Error(error.message ?? t`The card could not be confirmed.`);
      return api.call(saveCard, { body: { setupId } });
    },
    onSuccess: ({ data }) => {
      tookBilling(data);
      notify.success(t`Card added.`);
      onClose();
    },
  });
  return (
    <div className="stack wide">
      {begin.error && <ErrorState compact error={begin.error} onRetry={() => start()} />}
      {save.error && <CardRefused error={save.error} />}
      {!ready && !begin.error && <Skeletons rows={3} height={36} />}
      <div ref={place} className="card-field" data-testid="card-field" />
      <p className="dim small">
        <Trans>The card is entered at the card provider; its number never reaches this site.</Trans>
      </p>
      <div className="row end">
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button loading={save.isPending} disabled={!ready || !opened} onClick={() => opened && save.mutate(opened)}>
          <Trans>Add the card</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The bank's own words are for the person as they are; other failures have ours. */
export function CardRefused({ error }: { readonly error: Error }) {
  if (error.constructor !== Error) return <ErrorState compact error={error} />;
  return (
    <div className="notice" data-tone="bad" role="alert">
      <div className="grow">
        <div className="strong">{error.message}</div>
        <div className="dim small">
          <Trans>Nothing was taken. Try again, or use another card.</Trans>
        </div>
      </div>
    </div>
  );
}
