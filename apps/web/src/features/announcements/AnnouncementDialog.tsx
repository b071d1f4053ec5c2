import { Button, Checkbox, MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { PLAN_NAMES } from '@scanship/contracts/access/auth';
import {
  type Announcement,
  ANNOUNCEMENT_KINDS,
  type Audience,
  AUDIENCES,
} from '@scanship/contracts/network/announcements';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { notify } from '../../app/notify.ts';
import { kindOf, useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type Draft, draftOf, inputOf } from './announcement-draft.ts';
import { KIND_WORDS } from './announcement-words.ts';
import { publish, reloadAnnouncements, save } from './announcements-api.ts';

interface Props {
  readonly opened: boolean;
  /** Absent: a new one. */
  readonly is: Announcement | undefined;
  readonly buyers: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

/** Writes an announcement: kept as a draft, or published at once. */
export function AnnouncementDialog({ opened, is, buyers, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={is ? t`Change the announcement` : t`New announcement`}
      size="lg"
      closeOnClickOutside={false}
    >
      <Form is={is} buyers={buyers} onClose={onClose} />
    </Dialog>
  );
}

/** Names the server gives the fields of a draft. */
const SENT_AS = { shownFrom: 'shown.from', shownUntil: 'shown.until', workFrom: 'work.from', workUntil: 'work.until' };

function Form({ is, buyers, onClose }: Omit<Props, 'opened'>) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { timeZone } = useFormat();
  const platform = kindOf(useProfile()) === 'platform';
  const published = is?.state === 'published';
  const [draft, setDraft] = useState<Draft>(() => draftOf(is, timeZone));
  const [again, setAgain] = useState(false);
  const [missing, setMissing] = useState<readonly (keyof Draft)[]>([]);
  /** Kept by a first press whose publishing was refused: a second press must not make another one. */
  const [kept, setKept] = useState(is);
  const write = useMutation({
    mutationFn: async ({
      input,
      now,
    }: {
      readonly input: Parameters<typeof save>[0]['input'];
      readonly now: boolean;
    }) => {
      const saved = await save({ is: kept, input, again });
      setKept(saved.data);
      return now ? publish(saved.data) : saved;
    },
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Saved.`);
      onClose();
    },
    onSettled: reloadAnnouncements,
  });
  const refused = fieldErrorsOf(write.error);
  const press = (now: boolean) => {
    const made = inputOf(draft, timeZone);
    setMissing('missing' in made ? made.missing : []);
    if ('input' in made) write.mutate({ input: made.input, now });
  };
  /** Enter in a field saves; only the button publishes. */
  const submit = (event: FormEvent) => {
    event.preventDefault();
    press(false);
  };
  const set = (change: Partial<Draft>) => setDraft((was) => ({ ...was, ...change }));
  const clock = (name: keyof typeof SENT_AS, label: string) => (
    <TextInput
      className="w6"
      type="datetime-local"
      label={label}
      value={draft[name]}
      error={(missing.includes(name) && t`Enter a day and a time.`) || refused[SENT_AS[name]]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const words = (language: 'en' | 'fr', title: string, text: string) => (
    <>
      <TextInput
        label={title}
        lang={language}
        maxLength={120}
        value={draft[language].title}
        error={refused[`${language}.title`]}
        onChange={(event) => set({ [language]: { ...draft[language], title: event.currentTarget.value } })}
      />
      <Textarea
        label={text}
        lang={language}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4000}
        value={draft[language].text}
        error={refused[`${language}.text`]}
        onChange={(event) => set({ [language]: { ...draft[language], text: event.currentTarget.value } })}
      />
    </>
  );
  const audiences: Readonly<Record<Audience, string>> = {
    below: platform ? t`All franchises` : t`All customers`,
    everybody: t`All franchises and their customers`,
    plans: t`Customers on certain plans`,
    chosen: platform ? t`Chosen franchises` : t`Chosen customers`,
  };
  const offered = AUDIENCES.filter((each) => each !== (platform ? 'plans' : 'everybody'));
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {write.error && Object.keys(refused).length === 0 && <ErrorState compact error={write.error} />}
      <div className="fields">
        <NativeSelect
          className="w6"
          label={t`Kind`}
          data-autofocus
          data={ANNOUNCEMENT_KINDS.map((kind) => ({ value: kind, label: i18n._(KIND_WORDS[kind]) }))}
          value={draft.kind}
          onChange={({ currentTarget: { value } }) =>
            set({ kind: ANNOUNCEMENT_KINDS.find((kind) => kind === value) ?? 'news' })
          }
        />
        <NativeSelect
          className="w6"
          label={t`For whom`}
          data={offered.map((each) => ({ value: each, label: audiences[each] }))}
          value={draft.audience}
          error={refused['audience']}
          onChange={({ currentTarget: { value } }) =>
            set({ audience: AUDIENCES.find((each) => each === value) ?? 'below' })
          }
        />
        {draft.audience === 'plans' && (
          <MultiSelect
            label={t`Plans`}
            data={[...PLAN_NAMES]}
            value={[...draft.plans]}
            error={refused['plans']}
            onChange={(values) => set({ plans: PLAN_NAMES.filter((plan) => values.includes(plan)) })}
          />
        )}
        {draft.audience === 'chosen' && (
          <MultiSelect
            label={platform ? t`Franchises` : t`Customers`}
            data={buyers.map(({ id, name }) => ({ value: id, label: name }))}
            value={[...draft.chosen]}
            error={refused['chosen']}
            searchable
            limit={100}
            onChange={(chosen) => set({ chosen })}
          />
        )}
        {draft.kind === 'maintenance' && (
          <>
            {clock('workFrom', t`Work begins`)}
            {clock('workUntil', t`Work ends`)}
          </>
        )}
        {clock('shownFrom', t`Shown from`)}
        {clock('shownUntil', t`Shown until`)}
        <p className="dim small">
          <Trans>
            Times are those of {timeZone}; each reader sees them in their own zone. One language is enough; where both
            are written, everybody reads their own.
          </Trans>
        </p>
        {words('en', t`Title in English`, t`Text in English`)}
        {words('fr', t`Title in French`, t`Text in French`)}
        <p className="dim small">
          <Trans>Plain text: an empty line begins a paragraph, addresses that begin with https:// become links.</Trans>
        </p>
        <Checkbox
          label={t`Send it by e-mail too, once to each person`}
          checked={draft.byMail}
          disabled={published && is.byMail}
          onChange={(event) => set({ byMail: event.currentTarget.checked })}
        />
        {published && (
          <Checkbox
            label={t`Show it again to everybody who has hidden it`}
            checked={again}
            onChange={(event) => setAgain(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className="row end">
        <Button variant="default" disabled={write.isPending} onClick={onClose}>
          <Trans>Leave unchanged</Trans>
        </Button>
        <Button
          type="submit"
          variant={published ? 'filled' : 'default'}
          loading={write.isPending && !write.variables.now}
        >
          {published ? <Trans>Save</Trans> : <Trans>Save as a draft</Trans>}
        </Button>
        {!published && (
          <Button loading={write.isPending && write.variables.now} onClick={() => press(true)}>
            <Trans>Publish</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
