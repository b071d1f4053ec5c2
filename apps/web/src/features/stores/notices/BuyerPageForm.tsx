import { Button, CopyButton, NumberInput, Switch, Textarea } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  getBuyerPageSettings,
  LEAST_LIFE_DAYS,
  MOST_LIFE_DAYS,
  previewBuyerPage,
  putBuyerPageSettings,
  type SeenBuyerPageSettings,
  USUAL_LIFE_DAYS,
} from '@scanship/contracts/stores/buyer-page';
import { api, fetchData } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { MailFrame } from '../../account/MailFrame.tsx';
import { BuyerLookFields, draftOf, type LookDraft } from './BuyerLookFields.tsx';
import { buyerHostQuery } from './BuyerHostForm.tsx';

const settingsQuery = queryOptions({
  queryKey: ['buyer-page-settings'],
  queryFn: ({ signal }) => fetchData(getBuyerPageSettings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How the page of an order looks, how long it lives, and which shops show it inside their own pages. */
export function BuyerPageForm() {
  const settings = useQuery(settingsQuery);
  if (settings.data) return <Form key={settings.data.version} settings={settings.data} />;
  if (settings.isError)
    return (
      <div className="card">
        <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
      </div>
    );
  return <Skeletons rows={3} />;
}

function Form({ settings }: { readonly settings: SeenBuyerPageSettings }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const mayChange = useProfile().rights.includes('stores.manage');
  const [days, setDays] = useState<number | string>(settings.lifeDays);
  const [shops, setShops] = useState(settings.shops.join('\n'));
  const [contents, setContents] = useState(settings.contents);
  const [tellStores, setTellStores] = useState(settings.tellStores);
  const [look, setLook] = useState<LookDraft>(() => draftOf(settings));
  const preview = useMutation({
    mutationFn: () =>
      fetchData(previewBuyerPage, {
        body: { ...look, contents, language: i18n.locale.startsWith('fr') ? 'fr' : 'en' },
      }),
  });
  const save = useMutation({
    mutationFn: () =>
      api.call(putBuyerPageSettings, {
        body: {
          lifeDays: Number(days) || USUAL_LIFE_DAYS,
          shops: shops.split('\n').filter((shop) => shop.trim() !== ''),
          contents,
          tellStores,
          ...look,
          version: settings.version,
        },
      }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(settingsQuery.queryKey, data);
      notify.success(successMessage ?? t`Tracking page saved.`);
    },
  });
  const refused = { ...fieldErrorsOf(preview.error), ...fieldErrorsOf(save.error) };
  const failed = save.error ?? preview.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="card" onSubmit={submit}>
      <div className="card-body stack">
        {failed && <ErrorState compact error={failed} />}
        <BuyerLookFields
          settings={settings}
          value={look}
          disabled={!mayChange}
          errors={refused}
          onChange={(change) => {
            preview.reset();
            save.reset();
            setLook((was) => ({ ...was, ...change }));
          }}
          onBanner={(data) => {
            preview.reset();
            queryClient.setQueryData(settingsQuery.queryKey, data);
          }}
        />
        <NumberInput
          label={t`Days after the delivery`}
          description={t`So long a link to the tracking page works; longer while a return may still be asked for.`}
          min={LEAST_LIFE_DAYS}
          max={MOST_LIFE_DAYS}
          allowDecimal={false}
          disabled={!mayChange}
          value={days}
          onChange={setDays}
        />
        <Switch
          label={t`The tracking page says what is in each parcel`}
          disabled={!mayChange}
          checked={contents}
          onChange={(event) => setContents(event.currentTarget.checked)}
        />
        <Switch
          label={t`Your shops are told the tracking page in place of the carrier’s`}
          description={t`For shops at Shopify, WooCommerce, Wix, Square and Zoho: their mails then lead buyers here. Marketplaces are told the carrier’s.`}
          disabled={!mayChange}
          checked={tellStores}
          onChange={(event) => setTellStores(event.currentTarget.checked)}
        />
        <Textarea
          label={t`Shops that may show the tracking page`}
          description={t`One address a line, such as https://shop.example.com. No other page can show it in a frame.`}
          autosize
          minRows={2}
          spellCheck={false}
          disabled={!mayChange}
          value={shops}
          onChange={(event) => setShops(event.currentTarget.value)}
        />
        {settings.shops.length > 0 && <EmbedTag shopKey={settings.shopKey} />}
        <div className="row">
          <Button type="submit" loading={save.isPending} disabled={!mayChange}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate()}>
            <Trans>Preview</Trans>
          </Button>
        </div>
        {preview.data && <MailFrame html={preview.data.html} title={t`Preview of the tracking page`} />}
      </div>
    </form>
  );
}

/** What is put into the page of the shop where buyers follow their orders. */
function EmbedTag({ shopKey }: { readonly shopKey: string }) {
  const { t } = useLingui();
  const host = useQuery(buyerHostQuery);
  // The one that stays when the provider changes, where the seller has one.
  const origin = host.data?.state === 'proved' && host.data.origin !== null ? host.data.origin : window.location.origin;
  const tag = `<script src="${origin}/track/embed.js" data-shop="${shopKey}"></script>`;
  return (
    <div className="stack">
      <Textarea
        label={t`Put this into a page of your shop`}
        description={t`Buyers look their order up there by its number and postal code or e-mail.`}
        autosize
        readOnly
        value={tag}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="row">
        <CopyButton value={tag}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  );
}
