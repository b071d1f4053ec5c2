import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DueTask } from '@scanship/contracts/network/customer-notes';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { changeTask, dueTasksQuery, taskBody, tookNotes } from '../customers/notes/notes-api.ts';

const SHOWN = 12;

/** Tasks about customers that are due by today, one's own first; nothing where there is none. */
export function DueTasks() {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useQuery(dueTasksQuery);
  if (isError)
    return (
      <section className="card">
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      </section>
    );
  if (!data || data.total === 0) return null;
  return (
    <section className="card" aria-labelledby="due-head" data-testid="due-tasks">
      <div className="card-head">
        <h2 id="due-head">
          <Trans>What to do today</Trans>
        </h2>
        <span className="dim small num">{data.total}</span>
      </div>
      <ul className="todo" aria-label={t`What to do today`}>
        {data.tasks.slice(0, SHOWN).map((task) => (
          <Task key={`${task.id} ${task.version}`} task={task} />
        ))}
      </ul>
    </section>
  );
}

function Task({ task }: { readonly task: DueTask }) {
  const { t } = useLingui();
  const format = useFormat();
  const finish = useMutation({
    mutationFn: () => changeTask(task.id, taskBody(task, true)),
    onSuccess: ({ data, successMessage }) => {
      tookNotes(task.customer.id, data);
      notify.success(successMessage ?? t`Saved.`);
    },
    onError: (error) => notify.error(error),
  });
  const late = task.dueDay < format.today();
  const day = format.day(task.dueDay);
  const who = task.mine ? '' : task.assignee.name || t`a former colleague`;
  return (
    <li data-testid="due-task">
      <span className="grow">
        <Link
          className="link"
          to="/customer/$customerId"
          params={{ customerId: task.customer.id }}
          search={{ tab: 'notes' }}
        >
          {task.customer.name}
        </Link>
        {': '}
        {task.text}
        <span className="dim small"> {[who, late ? day : ''].filter(Boolean).join(' · ')}</span>{' '}
        {late && <Badge tone="warn">{t({ message: 'Overdue', context: 'task' })}</Badge>}
      </span>
      <Button size="compact-sm" variant="default" loading={finish.isPending} onClick={() => finish.mutate()}>
        <Trans context="task">Mark done</Trans>
        <span className="sr-only">: {task.text}</span>
      </Button>
    </li>
  );
}
