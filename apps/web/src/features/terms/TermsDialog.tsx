import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { TermsInput, TermsVersion } from '@scanship/contracts/access/terms';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { clockOf, momentOf } from '../announcements/local-clock.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { publish, reloadTerms, save } from './terms-api.ts';

interface Props {
  readonly opened: boolean;
  /** Absent: a new version. */
  readonly is: TermsVersion | undefined;
  /** What a new version begins with: the words of the one in force. */
  readonly before: TermsVersion | undefined;
  readonly onClose: () => void;
}

/** Writes a version of the terms: kept as a draft, or published, after which it is never changed. */
export function TermsDialog({ opened, is, before, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={is ? t`Change the draft` : t`New version of the terms`}
      size="lg"
      closeOnClickOutside={false}
    >
      <Form is={is} before={before} onClose={onClose} />
    </Dialog>
  );
}

type Words = TermsInput['en'];
const NO_WORDS: Words = { text: '', link: '' };

function Form({ is, before, onClose }: Omit<Props, 'opened'>) {
  const { t } = useLingui();
  const { timeZone } = useFormat();
  const [name, setName] = useState(is?.name ?? '');
  const [words, setWords] = useState({ en: (is ?? before)?.en ?? NO_WORDS, fr: (is ?? before)?.fr ?? NO_WORDS });
  const [clock, setClock] = useState(() => clockOf(is?.holdsFrom ?? new Date().toISOString(), timeZone));
  const [asksAgain, setAsksAgain] = useState(is?.asksAgain ?? true);
  /** Kept by a first press whose publishing was refused: a second press must not make another one. */
  const [kept, setKept] = useState(is);
  const holdsFrom = momentOf(clock, timeZone);
  const write = useMutation({
    mutationFn: async (now: boolean) => {
      const saved = await save(kept, { name, ...words, holdsFrom: holdsFrom ?? '', asksAgain });
      setKept(saved.data);
      return now ? publish(saved.data) : saved;
    },
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Saved.`);
      onClose();
    },
    onSettled: reloadTerms,
  });
  const refused = fieldErrorsOf(write.error);
  const press = (now: boolean) => {
    if (holdsFrom !== undefined) write.mutate(now);
  };
  /** Enter in a field keeps a draft: what is published is never changed. */
  const submit = (event: FormEvent) => {
    event.preventDefault();
    press(false);
  };
  const put = (language: 'en' | 'fr', change: Partial<Words>) =>
    setWords((was) => ({ ...was, [language]: { ...was[language], ...change } }));
  const fields = (language: 'en' | 'fr', text: string, link: string) => (
    <>
      <Textarea
        label={text}
        lang={language}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={100_000}
        value={words[language].text}
        error={refused[`${language}.text`]}
        onChange={(event) => put(language, { text: event.currentTarget.value })}
      />
      <TextInput
        label={link}
        type="url"
        placeholder="https://"
        maxLength={500}
        value={words[language].link}
        error={refused[`${language}.link`]}
        onChange={(event) => put(language, { link: event.currentTarget.value })}
      />
    </>
  );
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {write.error && Object.keys(refused).length === 0 && <ErrorState compact error={write.error} />}
      <div className="fields">
        <TextInput
          className="w6"
          label={t`Name of the version`}
          data-autofocus
          maxLength={80}
          value={name}
          error={refused['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          className="w6"
          type="datetime-local"
          label={t`In force from`}
          description={t`Time in ${timeZone}`}
          value={clock}
          error={holdsFrom === undefined && t`Enter a day and a time.`}
          onChange={(event) => setClock(event.currentTarget.value)}
        />
        {fields('en', t`Terms in English`, t`Link in English`)}
        {fields('fr', t`Terms in French`, t`Link in French`)}
        <p className="dim small">
          <Trans>
            The text is kept word for word with each consent. Of a link only the address is kept: what stands there can
            change.
          </Trans>
        </p>
        <Checkbox
          label={t`Ask again everybody who agreed to an earlier version`}
          checked={asksAgain}
          onChange={(event) => setAsksAgain(event.currentTarget.checked)}
        />
      </div>
      <div className="row end">
        <Button variant="default" disabled={write.isPending} onClick={onClose}>
          <Trans>Leave unchanged</Trans>
        </Button>
        <Button type="submit" variant="default" loading={write.isPending && !write.variables}>
          <Trans>Save as a draft</Trans>
        </Button>
        <Button loading={write.isPending && write.variables} onClick={() => press(true)}>
          <Trans>Publish</Trans>
        </Button>
      </div>
    </form>
  );
}
