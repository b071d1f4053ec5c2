import { Button, CopyButton, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  getNoticeWebhook,
  type NoticeWebhook,
  putNoticeWebhook,
  removeNoticeWebhook,
  renewNoticeSecret,
  testNoticeWebhook,
} from '@scanship/contracts/stores/notice-webhook';
import { api, fetchData } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { LazyConfirm } from '../../customers/LazyConfirm.tsx';

export const webhookQuery = queryOptions({
  queryKey: ['notice-webhook'],
  queryFn: ({ signal }) => fetchData(getNoticeWebhook, { signal }),
});

/** Where the seller's own system is told, and with what it is signed. */
export function WebhookForm() {
  const webhook = useQuery(webhookQuery);
  // Beside the question: an answer that is read again does not know it any more.
  const [secret, setSecret] = useState<string | null>(null);
  if (webhook.data)
    return <Form key={webhook.data.version} webhook={webhook.data} secret={secret} onSecret={setSecret} />;
  if (webhook.isError)
    return (
      <div className="card">
        <ErrorState error={webhook.error} onRetry={() => void webhook.refetch()} />
      </div>
    );
  return <Skeletons rows={4} />;
}

interface Props {
  readonly webhook: NoticeWebhook;
  readonly secret: string | null;
  readonly onSecret: (secret: string | null) => void;
}

function Form({ webhook, secret, onSecret }: Props) {
  const { t } = useLingui();
  const mayChange = useProfile().rights.includes('stores.manage');
  const [url, setUrl] = useState(webhook.url ?? '');
  const [asking, setAsking] = useState<'renew' | 'remove'>();
  const took = ({ data, successMessage }: { data: NoticeWebhook; successMessage?: string | undefined }) => {
    queryClient.setQueryData(webhookQuery.queryKey, data);
    if (data.secret !== null || data.url === null) onSecret(data.secret);
    setAsking(undefined);
    notify.success(successMessage ?? t`Saved.`);
  };
  const save = useMutation({
    mutationFn: () => api.call(putNoticeWebhook, { body: { url: url.trim(), version: webhook.version } }),
    onSuccess: took,
  });
  const act = useMutation({
    mutationFn: (what: 'renew' | 'remove') => api.call(what === 'renew' ? renewNoticeSecret : removeNoticeWebhook, {}),
    onSuccess: took,
    onError: (error) => notify.error(error),
  });
  const test = useMutation({ mutationFn: () => api.call(testNoticeWebhook, {}) });
  const refused = fieldErrorsOf(save.error).url;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <section className="card" aria-labelledby="webhook-head">
      <div className="card-head">
        <div className="grow">
          <h2 id="webhook-head">
            <Trans>Webhook</Trans>
          </h2>
          <p className="dim small">
            <Trans>
              Your own system is told about parcels, for text messages and the like. Which notices go there is chosen
              under “What is sent”.
            </Trans>
          </p>
        </div>
      </div>
      <form className="card-body stack" onSubmit={submit}>
        {save.error && !refused && <ErrorState compact error={save.error} />}
        <TextInput
          label={t`Address`}
          description={t`Each notice is posted there as signed JSON.`}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          disabled={!mayChange}
          value={url}
          error={refused}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        {secret !== null && <Secret secret={secret} />}
        <div className="row">
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!mayChange || !url.trim() || url.trim() === webhook.url}
          >
            <Trans>Save</Trans>
          </Button>
          {webhook.url !== null && (
            <>
              <Button variant="default" loading={test.isPending} disabled={!mayChange} onClick={() => test.mutate()}>
                <Trans>Send a test</Trans>
              </Button>
              <Button variant="default" disabled={!mayChange} onClick={() => setAsking('renew')}>
                <Trans>Make a new secret</Trans>
              </Button>
              <Button variant="default" disabled={!mayChange} onClick={() => setAsking('remove')}>
                <Trans>Remove</Trans>
              </Button>
            </>
          )}
        </div>
        {test.error && <ErrorState compact error={test.error} />}
        {test.data && (
          <div className="row" role="status">
            <Badge tone={test.data.data.accepted ? 'good' : 'bad'}>
              {test.data.data.accepted ? t`Accepted` : t`Not accepted`}
            </Badge>
            <span className="small break-anywhere">{test.data.data.answer}</span>
          </div>
        )}
      </form>
      <LazyConfirm
        opened={asking !== undefined}
        title={asking === 'renew' ? t`Make a new secret?` : t`Remove the webhook?`}
        confirm={asking === 'renew' ? t`Make a new secret` : t`Remove`}
        busy={act.isPending}
        onConfirm={() => asking && act.mutate(asking)}
        onClose={() => setAsking(undefined)}
      >
        {asking === 'renew' ? (
          <Trans>The present secret is void at once: your system refuses notices until it knows the new one.</Trans>
        ) : (
          <Trans>Notices that were to be posted there are not sent.</Trans>
        )}
      </LazyConfirm>
    </section>
  );
}

/** Told once. */
function Secret({ secret }: { readonly secret: string }) {
  const { t } = useLingui();
  return (
    <div className="stack">
      <TextInput
        label={t`Secret`}
        description={t`It is shown now and never again. Your system checks signatures with it.`}
        readOnly
        value={secret}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="row">
        <CopyButton value={secret}>
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
