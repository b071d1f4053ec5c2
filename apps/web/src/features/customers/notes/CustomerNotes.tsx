import { Button, Checkbox, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MOST_NOTE_TEXT, type CustomerNote } from '@scanship/contracts/network/customer-notes';
import { type FormEvent, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { LazyConfirm } from '../LazyConfirm.tsx';
import { CustomerTasks } from './CustomerTasks.tsx';
import { addNote, changeNote, notesQuery, removeNote, tookNotes } from './notes-api.ts';

/** What colleagues know of a customer, for whoever looks later, and what somebody has to do about it. */
export default function CustomerNotes({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const notes = useQuery(notesQuery(customerId));
  if (!notes.data)
    return (
      <section className="card">
        {notes.isError ? (
          <ErrorState error={notes.error} onRetry={() => void notes.refetch()} />
        ) : (
          <div className="card-body">
            <Skeletons rows={6} height={28} />
          </div>
        )}
      </section>
    );
  return (
    <div className="stack">
      <CustomerTasks customerId={customerId} of={notes.data} />
      <section className="card" aria-labelledby="notes-head">
        <div className="card-head">
          <div className="grow">
            <h2 id="notes-head">
              <Trans>Notes</Trans>
            </h2>
            <p className="dim small">
              <Trans>Read by your franchise and its support, never by the customer.</Trans>
            </p>
          </div>
        </div>
        <NewNote customerId={customerId} />
        {notes.data.notes.length === 0 ? (
          <EmptyState title={t`No notes yet`} />
        ) : (
          <ul className="note-list" aria-label={t`Notes`}>
            {notes.data.notes.map((note) => (
              <Note key={`${note.id} ${note.version}`} customerId={customerId} note={note} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function NewNote({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [pinned, setPinned] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: () => addNote(customerId, { body: { text: text.trim(), pinned }, key }),
    onSuccess: ({ data, successMessage }) => {
      setText('');
      setPinned(false);
      setKey(crypto.randomUUID());
      tookNotes(customerId, data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') add.mutate();
  };
  return (
    <form className="card-body stack tight" onSubmit={submit}>
      <Textarea
        aria-label={t`New note`}
        placeholder={t`What was said or agreed, for whoever looks after them next`}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={MOST_NOTE_TEXT}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="row between">
        <Checkbox
          label={t`Keep at the top`}
          checked={pinned}
          onChange={(event) => setPinned(event.currentTarget.checked)}
        />
        <Button type="submit" loading={add.isPending} disabled={text.trim() === ''}>
          <Trans>Add note</Trans>
        </Button>
      </div>
      {add.error && <ErrorState compact error={add.error} />}
    </form>
  );
}

function Note({ customerId, note }: { readonly customerId: string; readonly note: CustomerNote }) {
  const { t } = useLingui();
  const format = useFormat();
  const [text, setText] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const took = {
    onSuccess: ({
      data,
      successMessage,
    }: {
      readonly data: Parameters<typeof tookNotes>[1];
      readonly successMessage?: string | undefined;
    }) => {
      tookNotes(customerId, data);
      notify.success(successMessage ?? t`Saved.`);
    },
  };
  const change = useMutation({
    mutationFn: (to: { readonly text: string; readonly pinned: boolean }) =>
      changeNote(note.id, { ...to, version: note.version }),
    ...took,
  });
  const remove = useMutation({ mutationFn: () => removeNote(note.id), ...took });
  const author = note.author.name || t`a former colleague`;
  const when = format.instant(note.writtenAt, 'short');
  const edited = note.editedAt === null ? '' : format.instant(note.editedAt, 'short');
  const actor = note.actor ?? '';
  const error = change.error ?? remove.error;
  return (
    <li className="stack tight" data-testid="note">
      <div className="dim small row tight">
        {note.pinned && <Badge tone="info">{t({ message: 'Pinned', context: 'note' })}</Badge>}
        <span>
          <Trans>
            <span className="strong">{author}</span>, {when}
          </Trans>
          {note.actor !== null && (
            <>
              {' · '}
              <Trans>written by {actor}</Trans>
            </>
          )}
          {note.editedAt !== null && (
            <>
              {' · '}
              <Trans>changed {edited}</Trans>
            </>
          )}
        </span>
      </div>
      {text === undefined ? (
        <p className="pre break-anywhere">{note.text}</p>
      ) : (
        <Textarea
          aria-label={t`Text of the note`}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={MOST_NOTE_TEXT}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {error && <ErrorState compact error={error} />}
      <div className="row tight">
        {text === undefined ? (
          <>
            {note.mayEdit && (
              <>
                <Button size="compact-sm" variant="subtle" onClick={() => setText(note.text)}>
                  <Trans context="note">Change</Trans>
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  loading={change.isPending}
                  onClick={() => change.mutate({ text: note.text, pinned: !note.pinned })}
                >
                  {note.pinned ? <Trans context="note">Unpin</Trans> : <Trans context="note">Pin</Trans>}
                </Button>
              </>
            )}
            {note.mayRemove && (
              <Button size="compact-sm" variant="subtle" onClick={() => setRemoving(true)}>
                <Trans context="note">Remove</Trans>
              </Button>
            )}
          </>
        ) : (
          <>
            <Button
              size="compact-sm"
              loading={change.isPending}
              disabled={text.trim() === ''}
              onClick={() => change.mutate({ text: text.trim(), pinned: note.pinned })}
            >
              <Trans>Save</Trans>
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setText(undefined)}>
              <Trans>Leave unchanged</Trans>
            </Button>
          </>
        )}
      </div>
      <LazyConfirm
        opened={removing}
        title={t`Remove the note?`}
        confirm={t`Remove note`}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setRemoving(false)}
      >
        <Trans>Nobody can read it after this.</Trans>
      </LazyConfirm>
    </li>
  );
}
