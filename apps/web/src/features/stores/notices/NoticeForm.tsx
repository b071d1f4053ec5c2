import '../../../styles/segmented-control.css';
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type KindChannel,
  NOTICE_CHANNELS,
  type NoticeLanguage,
  type NoticeSettings,
  type NoticeWords,
  type ServiceNotices,
} from '@scanship/contracts/stores/buyer-notices';
import { NOTICE_KINDS, type NoticeKind } from '@scanship/domain/tracking/buyer-notices';
import { notify } from '../../../app/notify.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { NoticeEditor } from './NoticeEditor.tsx';
import { saveNoticeSettings, tookSettings } from './notices-api.ts';
import { ServiceNoticesFields } from './ServiceNoticesFields.tsx';
import { webhookQuery } from './WebhookForm.tsx';
import { useNoticeWords } from './use-notice-words.ts';
import { ExplainedSwitch } from '../../../ui/ExplainedSwitch.tsx';

type Drafts = Readonly<Record<string, NoticeWords>>;
const placeOf = (kind: NoticeKind, language: NoticeLanguage): string => `${kind}.${language}`;

/** Switches of one store or of all, and the words of each notice. */
export function NoticeForm({ settings }: { readonly settings: NoticeSettings }) {
  const { t } = useLingui();
  const words = useNoticeWords();
  const ofStore = settings.storeId !== null;
  const forbidden = settings.rule === 'forbidden';
  const [own, setOwn] = useState(!ofStore || settings.own);
  const [kinds, setKinds] = useState<readonly NoticeKind[]>(settings.kinds);
  const webhook = useQuery(webhookQuery);
  const [channels, setChannels] = useState<Readonly<Partial<Record<NoticeKind, KindChannel['channel']>>>>(() =>
    Object.fromEntries(settings.channels.map(({ kind, channel }) => [kind, channel])),
  );
  const [services, setServices] = useState<readonly ServiceNotices[]>(settings.services);
  const [drafts, setDrafts] = useState<Drafts>(() =>
    Object.fromEntries(
      settings.words
        .filter(({ usual }) => !usual)
        .map(({ kind, language, subject, body }) => [placeOf(kind, language), { subject, body }]),
    ),
  );
  const [open, setOpen] = useState<NoticeKind>();
  const [language, setLanguage] = useState<NoticeLanguage>('en');
  const save = useMutation({
    mutationFn: () =>
      saveNoticeSettings({
        storeId: settings.storeId,
        own,
        kinds: [...kinds],
        channels: NOTICE_KINDS.flatMap((kind) => {
          const channel = channels[kind];
          return channel === undefined ? [] : [{ kind, channel }];
        }),
        services: services.map((each) => ({ ...each, leftOut: [...each.leftOut] })),
        words: NOTICE_KINDS.flatMap((kind) =>
          (['en', 'fr'] as const).flatMap((each) => {
            const draft = drafts[placeOf(kind, each)];
            return draft ? [{ kind, language: each, ...draft }] : [];
          }),
        ),
        version: settings.version,
      }),
    onSuccess: ({ data, successMessage }) => {
      tookSettings(data);
      notify.success(successMessage ?? t`Notices saved.`);
    },
    onError: (error) => {
      // What is refused stands at its field, so the notice it belongs to is opened.
      const [, kind, at] = /^words\.(\w+)\.(en|fr)\./.exec(Object.keys(fieldErrorsOf(error))[0] ?? '') ?? [];
      const known = NOTICE_KINDS.find((each) => each === kind);
      if (known) setOpen(known);
      if (at === 'en' || at === 'fr') setLanguage(at);
    },
  });
  const refused = fieldErrorsOf(save.error);
  const usualOf = (kind: NoticeKind): NoticeWords =>
    settings.usualWords.find((each) => each.kind === kind && each.language === language) ?? { subject: '', body: '' };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="card" onSubmit={submit}>
      <div className="card-body stack">
        {save.error && <ErrorState compact error={save.error} />}
        {settings.because && (
          <div className="notice" data-tone="warn">
            <IconInfoCircle size={17} aria-hidden />
            <div>{settings.because}</div>
          </div>
        )}
        {ofStore && !forbidden && (
          <ExplainedSwitch
            label={t`Settings of its own for this store`}
            description={
              settings.rule === 'open'
                ? t`Without them it goes by the settings of all stores.`
                : t`Without them nothing is sent for this store.`
            }
            checked={own}
            onChange={(event) => setOwn(event.currentTarget.checked)}
          />
        )}
        {own && !forbidden && (
          <>
            <SegmentedControl
              aria-label={t`Language of the text`}
              value={language}
              data={[
                { value: 'en', label: 'English' },
                { value: 'fr', label: 'Français' },
              ]}
              onChange={(value) => setLanguage(value === 'fr' ? 'fr' : 'en')}
            />
            <ul className="notice-kinds">
              {NOTICE_KINDS.map((kind) => {
                const place = placeOf(kind, language);
                const draft = drafts[place];
                return (
                  <li key={kind} className="stack">
                    <div className="row between">
                      <ExplainedSwitch
                        label={words.kinds[kind].name}
                        description={words.kinds[kind].when}
                        checked={kinds.includes(kind)}
                        onChange={(event) => {
                          const { checked } = event.currentTarget;
                          setKinds((was) => (checked ? [...was, kind] : was.filter((each) => each !== kind)));
                        }}
                      />
                      {kinds.includes(kind) && (webhook.data?.url || channels[kind]) && (
                        <NativeSelect
                          size="xs"
                          aria-label={t`How ${words.kinds[kind].name} is sent`}
                          value={channels[kind] ?? 'mail'}
                          data={[
                            { value: 'mail', label: t`E-mail` },
                            { value: 'webhook', label: t`Webhook` },
                            { value: 'both', label: t`E-mail and webhook` },
                          ]}
                          onChange={(event) => {
                            const channel =
                              NOTICE_CHANNELS.find((each) => each === event.currentTarget.value) ?? 'mail';
                            setChannels((was) => ({ ...was, [kind]: channel }));
                          }}
                        />
                      )}
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-expanded={open === kind}
                        aria-label={t`Words of ${words.kinds[kind].name}`}
                        onClick={() => setOpen(open === kind ? undefined : kind)}
                      >
                        <Trans>Words</Trans>
                      </Button>
                    </div>
                    {open === kind && (
                      <NoticeEditor
                        key={place}
                        storeId={settings.storeId}
                        kind={kind}
                        language={language}
                        value={draft ?? usualOf(kind)}
                        changed={draft !== undefined}
                        variables={settings.variables}
                        errors={{
                          subject: refused[`words.${place}.subject`],
                          body: refused[`words.${place}.body`],
                        }}
                        onChange={(value) => setDrafts((was) => ({ ...was, [place]: value }))}
                        onUsual={() =>
                          setDrafts((was) => Object.fromEntries(Object.entries(was).filter(([name]) => name !== place)))
                        }
                      />
                    )}
                  </li>
                );
              })}
            </ul>
            <ServiceNoticesFields kinds={kinds} value={services} onChange={setServices} />
          </>
        )}
        {!forbidden && (
          <div className="row">
            <Button type="submit" loading={save.isPending}>
              <Trans>Save</Trans>
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
