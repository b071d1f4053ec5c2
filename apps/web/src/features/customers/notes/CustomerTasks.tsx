import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type CustomerNotes, type CustomerTask, MOST_TASK_TEXT } from '@scanship/contracts/network/customer-notes';
import { type FormEvent, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { addTask, changeTask, taskBody, tookNotes } from './notes-api.ts';

interface Draft {
  readonly text: string;
  readonly dueDay: string;
  readonly assigneeId: string;
}

/** Open tasks by their day, then what was done. */
export function CustomerTasks({ customerId, of }: { readonly customerId: string; readonly of: CustomerNotes }) {
  const { t } = useLingui();
  const format = useFormat();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: (body: Draft) => addTask(customerId, { body, key }),
    onSuccess: ({ data, successMessage }) => {
      setKey(crypto.randomUUID());
      tookNotes(customerId, data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const me = of.staff.find(({ me: mine }) => mine)?.id ?? of.staff[0]?.id ?? '';
  return (
    <section className="card" aria-labelledby="tasks-head">
      <div className="card-head">
        <h2 id="tasks-head">
          <Trans>Tasks</Trans>
        </h2>
      </div>
      <div className="card-body">
        <TaskForm
          key={key}
          staff={of.staff}
          from={{ text: '', dueDay: format.today(), assigneeId: me }}
          save={t`Add task`}
          busy={add.isPending}
          onSave={(draft) => add.mutate(draft)}
        />
        {add.error && <ErrorState compact error={add.error} />}
      </div>
      {of.tasks.length > 0 && (
        <ul className="note-list" aria-label={t`Tasks`}>
          {of.tasks.map((task) => (
            <Task key={`${task.id} ${task.version}`} customerId={customerId} task={task} staff={of.staff} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface TaskFormProps {
  readonly staff: CustomerNotes['staff'];
  readonly from: Draft;
  /** Words of the button. */
  readonly save: string;
  readonly busy: boolean;
  readonly onSave: (draft: Draft) => void;
  readonly onLeave?: () => void;
}

function TaskForm({ staff, from, save, busy, onSave, onLeave }: TaskFormProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(from);
  const { text, dueDay, assigneeId } = draft;
  const whole = text.trim() !== '' && dueDay !== '' && staff.some(({ id }) => id === assigneeId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whole) onSave({ ...draft, text: text.trim() });
  };
  return (
    <form className="task-form" onSubmit={submit}>
      <TextInput
        className="grow"
        label={t`What is to do`}
        maxLength={MOST_TASK_TEXT}
        value={text}
        onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t`Day`}
        required
        value={dueDay}
        onChange={(event) => setDraft({ ...draft, dueDay: event.currentTarget.value })}
      />
      <NativeSelect
        label={t`Who does it`}
        value={assigneeId}
        data={[
          ...(staff.some(({ id }) => id === assigneeId) ? [] : [{ value: assigneeId, label: '' }]),
          ...staff.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => setDraft({ ...draft, assigneeId: event.currentTarget.value })}
      />
      <Button type="submit" variant="default" loading={busy} disabled={!whole}>
        {save}
      </Button>
      {onLeave && (
        <Button variant="subtle" onClick={onLeave}>
          <Trans>Leave unchanged</Trans>
        </Button>
      )}
    </form>
  );
}

interface TaskProps {
  readonly customerId: string;
  readonly task: CustomerTask;
  readonly staff: CustomerNotes['staff'];
}

function Task({ customerId, task, staff }: TaskProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [editing, setEditing] = useState(false);
  const change = useMutation({
    mutationFn: (body: ReturnType<typeof taskBody>) => changeTask(task.id, body),
    onSuccess: ({ data, successMessage }) => {
      tookNotes(customerId, data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const { text, done } = task;
  const gone = t`a former colleague`;
  const assignee = task.assignee.name || gone;
  const doneBy = done?.by.name || gone;
  const doneAt = done ? format.instant(done.at, 'short') : '';
  const dueDay = format.day(task.dueDay);
  if (editing)
    return (
      <li>
        <TaskForm
          staff={staff}
          from={{ text, dueDay: task.dueDay, assigneeId: task.assignee.id }}
          save={t`Save`}
          busy={change.isPending}
          onSave={(draft) => change.mutate({ ...draft, done: false, version: task.version })}
          onLeave={() => setEditing(false)}
        />
        {change.error && <ErrorState compact error={change.error} />}
      </li>
    );
  return (
    <li className="row between" data-testid="task" data-done={done !== null}>
      <div className="grow">
        <div className="break-anywhere">
          {text}{' '}
          {done ? (
            <Badge tone="good">{t({ message: 'Done', context: 'task' })}</Badge>
          ) : (
            task.dueDay < format.today() && <Badge tone="warn">{t({ message: 'Overdue', context: 'task' })}</Badge>
          )}
        </div>
        <div className="dim small">
          {done ? (
            <Trans>
              {doneBy}, {doneAt}
            </Trans>
          ) : (
            <Trans>
              {assignee}, {dueDay}
            </Trans>
          )}
        </div>
        {change.error && <ErrorState compact error={change.error} />}
      </div>
      <div className="row tight">
        {!done && (
          <Button size="compact-sm" variant="subtle" onClick={() => setEditing(true)}>
            <Trans context="note">Change</Trans>
            <span className="sr-only">: {text}</span>
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate(taskBody(task, !done))}
        >
          {done ? <Trans context="task">Open again</Trans> : <Trans context="task">Mark done</Trans>}
          <span className="sr-only">: {text}</span>
        </Button>
      </div>
    </li>
  );
}
