import { Button, Checkbox } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { deleteRule, orderRules, type RuleDto, updateRule } from '@scanship/contracts/shipping/automation';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { isStale, optionsQuery, presetsQuery, rulesChanged, rulesQuery, showRules } from './automation-api.ts';
import { draftOf, moved } from './rule-model.ts';
import { RuleSummary } from './RuleSummary.tsx';

const RuleEditor = lazy(() => import('./RuleEditor.tsx').then((m) => ({ default: m.RuleEditor })));
const DryRun = lazy(() => import('./DryRun.tsx').then((m) => ({ default: m.DryRun })));

/** Rules in their order: dragged, or moved with Alt and the arrow keys. */
export function RulesTab({ mayEdit }: { readonly mayEdit: boolean }) {
  const { t } = useLingui();
  const list = useQuery(rulesQuery);
  const options = useQuery(optionsQuery);
  const presets = useQuery(presetsQuery);
  const [chosen, setChosen] = useState<RuleDto>();
  const [editing, setEditing] = useState(false);
  const [leaving, setLeaving] = useState<RuleDto>();
  const [trying, setTrying] = useState(false);
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<number>();
  const loaded = useLoaded(editing);
  const rows = useRef<HTMLUListElement>(null);
  const rules = list.data?.rules ?? [];

  const order = useMutation({
    mutationFn: (ids: readonly string[]) => api.call(orderRules, { body: { ids: [...ids] } }),
    onSuccess: ({ data }) => showRules(data),
    onError: (error) => {
      notify.error(error);
      void rulesChanged();
    },
  });
  const move = (from: number, to: number) => {
    const next = moved(rules, from, to);
    const rule = rules[from];
    if (next === rules || !rule) return;
    showRules({ rules: [...next] });
    setSaid(t`${rule.name} is now number ${to + 1} of ${rules.length}.`);
    order.mutate(next.map((each) => each.id));
  };
  const byKey = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const to = index + (event.key === 'ArrowUp' ? -1 : 1);
    if (to < 0 || to >= rules.length) return;
    move(index, to);
    requestAnimationFrame(() => rows.current?.querySelectorAll<HTMLElement>('[data-grip]')[to]?.focus());
  };
  const toggle = useMutation({
    mutationFn: (rule: RuleDto) =>
      api.call(updateRule, {
        params: { id: rule.id },
        body: { ...draftOf(rule), active: !rule.active, version: rule.version },
      }),
    onSettled: () => rulesChanged(),
    onError: (error) => notify.error(error),
  });
  const edit = (rule: RuleDto | undefined) => {
    setChosen(rule);
    setEditing(true);
  };
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit(undefined)}>
      <Trans>Add a rule</Trans>
    </Button>
  );
  if (list.isError)
    return (
      <div className="card">
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      </div>
    );
  if (!list.data) return <Skeletons rows={5} height={52} />;
  return (
    <div className="stack">
      <div className="row automation-head">
        <p className="dim grow">
          <Trans>
            Rules run from top to bottom when an order arrives and when it is shipped. The first that sets something
            keeps it. What a person chooses always wins.
          </Trans>
        </p>
        {rules.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            aria-expanded={trying}
            onClick={() => setTrying(!trying)}
          >
            <Trans>Dry run</Trans>
          </Button>
        )}
        {rules.length > 0 && add}
      </div>
      <Suspense>{trying && <DryRun draft={null} />}</Suspense>
      {rules.length === 0 ? (
        <div className="card">
          <EmptyState title={t`No rule yet`} actions={add}>
            <Trans>
              A rule chooses service, package and options for the orders you describe, and holds or tags them.
            </Trans>
          </EmptyState>
        </div>
      ) : (
        <ul className="card rules" ref={rows} aria-label={t`Rules`}>
          {rules.map((rule, index) => (
            // Dragging is the mouse's way; the grip and the arrows are the keyboard's.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={rule.id}
              className="rule"
              data-testid="rule"
              data-off={!rule.active}
              draggable={mayEdit}
              data-dragged={dragged === index}
              onDragStart={(e) => {
                e.dataTransfer.effectAllowed = 'move';
                setDragged(index);
              }}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(e) => dragged !== undefined && e.preventDefault()}
              onDrop={(e) => {
                e.preventDefault();
                if (dragged !== undefined) move(dragged, index);
                setDragged(undefined);
              }}
            >
              {mayEdit && (
                <button
                  type="button"
                  data-grip
                  className="grip"
                  aria-label={t`Move ${rule.name}: Alt and arrow keys`}
                  onKeyDown={(e) => byKey(e, index)}
                >
                  <IconGripVertical size={16} aria-hidden />
                </button>
              )}
              <span className="rule-number-badge" aria-hidden>
                {index + 1}
              </span>
              <div className="grow">
                <div className="row tight">
                  <span className="strong">{rule.name}</span>
                  {!rule.active && <Badge>{t`Off`}</Badge>}
                </div>
                {options.data && (
                  <RuleSummary rule={rule} options={options.data} presets={presets.data?.presets ?? []} />
                )}
                {rule.problems.map((problem) => (
                  <div key={problem} className="row tight small danger">
                    <IconAlertTriangle size={14} aria-hidden />
                    {problem}
                  </div>
                ))}
              </div>
              {mayEdit && (
                <div className="row tight rule-acts">
                  <Checkbox
                    label={t`On`}
                    aria-label={t`${rule.name} is on`}
                    checked={rule.active}
                    disabled={toggle.isPending || rule.actions.length === 0}
                    onChange={() => toggle.mutate(rule)}
                  />
                  <Act label={t`Move ${rule.name} up`} disabled={index === 0} onClick={() => move(index, index - 1)}>
                    <IconArrowUp size={15} aria-hidden />
                  </Act>
                  <Act
                    label={t`Move ${rule.name} down`}
                    disabled={index === rules.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <IconArrowDown size={15} aria-hidden />
                  </Act>
                  <Act label={t`Edit ${rule.name}`} disabled={!options.data} onClick={() => edit(rule)}>
                    <IconPencil size={15} aria-hidden />
                  </Act>
                  <Act label={t`Delete ${rule.name}`} onClick={() => setLeaving(rule)}>
                    <IconTrash size={15} aria-hidden />
                  </Act>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="sr-only" role="status">
        {said}
      </div>
      <Suspense>
        {loaded && options.data && (
          <RuleEditor
            opened={editing}
            rule={chosen}
            options={options.data}
            presets={presets.data?.presets ?? []}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
      <DeleteRule rule={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  );
}

interface ActProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}
const Act = ({ label, disabled = false, onClick, children }: ActProps) => (
  <Button variant="subtle" size="compact-sm" aria-label={label} disabled={disabled} onClick={onClick}>
    {children}
  </Button>
);

function DeleteRule({ rule, onClose }: { readonly rule: RuleDto | undefined; readonly onClose: () => void }) {
  const { t } = useLingui();
  const remove = useMutation({
    mutationFn: ({ id, version }: RuleDto) => api.call(deleteRule, { params: { id }, query: { version } }),
    onSuccess: ({ data, successMessage }) => {
      showRules(data);
      notify.success(successMessage ?? t`Rule deleted.`);
    },
    onError: (error) => {
      notify.error(error);
      if (isStale(error)) void rulesChanged();
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={rule !== undefined}
      title={t`Delete this rule?`}
      confirm={t`Delete`}
      danger
      busy={remove.isPending}
      onConfirm={() => rule && remove.mutate(rule)}
      onClose={onClose}
    >
      <Trans>“{rule?.name}” will not run any more. What it did to orders stays.</Trans>
    </ConfirmDialog>
  );
}
