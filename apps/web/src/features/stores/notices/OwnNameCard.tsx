import { Button, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf, isCode } from '../../../lib/api-errors.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { LazyConfirm } from '../../customers/LazyConfirm.tsx';

export interface Answer<T> {
  readonly data: T;
  readonly successMessage?: string | undefined;
}

interface Props<T> {
  readonly title: string;
  readonly badge: { readonly word: MessageDescriptor; readonly tone: Tone };
  /** What it does at present. */
  readonly about: ReactNode;
  /** As it is stored; null: none. */
  readonly name: string | null;
  readonly checkedAt: string | null;
  readonly field: {
    /** As refusals name it. */
    readonly key: string;
    readonly label: string;
    readonly description: string;
    readonly inputMode?: 'email';
    readonly maxLength: number;
  };
  readonly queryKey: QueryKey;
  readonly save: (typed: string) => Promise<Answer<T>>;
  readonly check: () => Promise<Answer<T>>;
  readonly remove: () => Promise<Answer<T>>;
  /** Asked before it is given up, by the button or for another one. */
  readonly giveUp: { readonly title: string; readonly words: ReactNode };
  /** Whether saving gives up what is in use. */
  readonly replaces: (typed: string) => boolean;
  readonly actions?: ReactNode;
  /** What the zone needs. */
  readonly children?: ReactNode;
}

/** A name of the seller's own that records of its domain prove: set, looked up, given up. */
export function OwnNameCard<T>({
  title,
  badge,
  about,
  name,
  checkedAt,
  field: { key, ...field },
  queryKey,
  giveUp,
  replaces,
  actions,
  children,
  ...calls
}: Props<T>) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const head = useId();
  const mayChange = useProfile().rights.includes('stores.manage');
  const [text, setText] = useState(name ?? '');
  const [asking, setAsking] = useState<'save' | 'remove'>();
  const typed = text.trim();
  const took = ({ data }: Answer<T>): void => {
    queryClient.setQueryData(queryKey, data);
  };
  const done = (answer: Answer<T>): void => {
    took(answer);
    setAsking(undefined);
    notify.success(answer.successMessage ?? t`Saved.`);
  };
  const save = useMutation({
    mutationFn: () => calls.save(typed),
    onSuccess: done,
    onError: (error) => {
      setAsking(undefined);
      if (!isCode(error, 'stale_version')) return;
      // What somebody else saved takes the place of this form, so it is said beside it.
      notify.error(error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const check = useMutation({ mutationFn: calls.check, onSuccess: took });
  const remove = useMutation({
    mutationFn: calls.remove,
    onSuccess: done,
    onError: (error) => notify.error(error),
  });
  const refused = fieldErrorsOf(save.error)[key];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!typed) return;
    if (replaces(typed)) setAsking('save');
    else save.mutate();
  };
  return (
    <section className="card" aria-labelledby={head}>
      <div className="card-head">
        <div className="grow">
          <div className="row">
            <h2 id={head}>{title}</h2>
            <Badge tone={badge.tone}>{i18n._(badge.word)}</Badge>
          </div>
          <p className="dim small break-anywhere">{about}</p>
        </div>
        {name !== null && (
          <Button variant="default" loading={check.isPending} disabled={!mayChange} onClick={() => check.mutate()}>
            <Trans>Check now</Trans>
          </Button>
        )}
      </div>
      <form className="card-body stack" onSubmit={submit}>
        {save.error && !refused && !isCode(save.error, 'stale_version') && <ErrorState compact error={save.error} />}
        {check.error && <ErrorState compact error={check.error} />}
        <TextInput
          {...field}
          autoComplete="off"
          spellCheck={false}
          disabled={!mayChange}
          value={text}
          error={refused}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="row">
          <Button type="submit" loading={save.isPending} disabled={!mayChange || !typed || typed === name}>
            <Trans>Save</Trans>
          </Button>
          {name !== null && (
            <>
              {actions}
              <Button variant="default" disabled={!mayChange} onClick={() => setAsking('remove')}>
                <Trans>Stop using it</Trans>
              </Button>
            </>
          )}
        </div>
      </form>
      {children}
      {checkedAt !== null && (
        <p className="card-body dim small">
          <Trans>Last checked {format.instant(checkedAt, 'short')}</Trans>
        </p>
      )}
      <LazyConfirm
        opened={asking !== undefined}
        title={giveUp.title}
        confirm={asking === 'save' ? t`Save` : t`Stop using it`}
        busy={save.isPending || remove.isPending}
        onConfirm={() => (asking === 'save' ? save.mutate() : remove.mutate())}
        onClose={() => setAsking(undefined)}
      >
        {giveUp.words}
      </LazyConfirm>
    </section>
  );
}
