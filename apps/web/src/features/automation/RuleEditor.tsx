import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  addRule,
  type AutomationOptions,
  type PresetDto,
  type RuleDraft,
  type RuleDto,
  updateRule,
} from '@scanship/contracts/shipping/automation';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ActionRow } from './ActionRow.tsx';
import { isStale, rulesChanged } from './automation-api.ts';
import { ACTION_WORDS } from './automation-words.ts';
import { ConditionGroup } from './ConditionGroup.tsx';
import { ConditionRow } from './ConditionRow.tsx';
import { DryRun } from './DryRun.tsx';
import {
  type ActionKind,
  blankAction,
  blankCondition,
  blankGroup,
  blankRule,
  draftOf,
  faultsOf,
  isWhole,
} from './rule-model.ts';

interface Props {
  readonly opened: boolean;
  /** Undefined: a new rule. */
  readonly rule: RuleDto | undefined;
  readonly options: AutomationOptions;
  readonly presets: readonly PresetDto[];
  readonly onClose: () => void;
}

export function RuleEditor({ opened, rule, options, presets, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={rule ? t`Edit the rule` : t`Add a rule`} size="xl">
      <RuleForm key={rule ? `${rule.id} ${rule.version}` : 'new'} {...{ rule, options, presets }} onDone={onClose} />
    </Dialog>
  );
}

function RuleForm({
  rule,
  options,
  presets,
  onDone,
}: Omit<Props, 'opened' | 'onClose'> & { readonly onDone: () => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [draft, setDraft] = useState<RuleDraft>(() => (rule ? draftOf(rule) : blankRule()));
  const [pressed, setPressed] = useState(false);
  const [trying, setTrying] = useState(false);
  const [key] = useState(newIdempotencyKey);
  // Rows keep their typing when one above them is removed.
  const [keys, setKeys] = useState<{ readonly conditions: readonly number[]; readonly actions: readonly number[] }>(
    () => ({
      conditions: draft.conditions.map((_, index) => index),
      actions: draft.actions.map((_, index) => index),
    }),
  );
  const faults = faultsOf(draft);
  const set = (change: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: (body: RuleDraft) =>
      rule
        ? api.call(updateRule, { params: { id: rule.id }, body: { ...body, version: rule.version } })
        : api.call(addRule, { body, idempotencyKey: key }),
    onSuccess: async ({ successMessage }) => {
      await rulesChanged();
      notify.success(successMessage ?? t`Rule saved.`);
      onDone();
    },
    onError: (error) => {
      if (isStale(error)) void rulesChanged();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (isWhole(faults)) save.mutate({ ...draft, name: draft.name.trim() });
  };
  const kinds = (Object.keys(ACTION_WORDS) as ActionKind[]).filter((kind) => blankAction(kind, options, presets));
  const fresh = (list: readonly number[]) => [...list, Math.max(-1, ...list) + 1];
  const line = (part: 'conditions' | 'actions', index: number, name: string, row: ReactNode) => (
    <li key={keys[part][index]} className="rule-row">
      <div className="grow">{row}</div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={name}
        onClick={() => {
          set({ [part]: draft[part].toSpliced(index, 1) });
          setKeys((before) => ({ ...before, [part]: before[part].toSpliced(index, 1) }));
        }}
      >
        <IconTrash size={15} aria-hidden />
      </Button>
    </li>
  );
  return (
    <form className="stack wide" noValidate onSubmit={submit}>
      <TextInput
        label={t`Name of the rule`}
        value={draft.name}
        maxLength={80}
        error={pressed && faults.name ? t`This is required.` : undefined}
        onChange={(e) => set({ name: e.currentTarget.value })}
        data-autofocus
      />
      <fieldset className="rule-part">
        <legend>
          <Trans>When</Trans>
        </legend>
        {draft.conditions.length > 1 && (
          <NativeSelect
            aria-label={t`How the conditions go together`}
            value={draft.match}
            data={[
              { value: 'all', label: t`all of these hold` },
              { value: 'any', label: t`any of these holds` },
            ]}
            onChange={(e) => set({ match: e.currentTarget.value === 'any' ? 'any' : 'all' })}
          />
        )}
        {draft.conditions.length === 0 && (
          <p className="dim small">
            <Trans>Without a condition the rule is for every order.</Trans>
          </p>
        )}
        <ul className="stack">
          {draft.conditions.map((condition, index) =>
            line(
              'conditions',
              index,
              t`Remove condition ${index + 1}`,
              'conditions' in condition ? (
                <ConditionGroup
                  group={condition}
                  options={options}
                  invalid={pressed && faults.conditionsAt.has(index)}
                  onChange={(next) => set({ conditions: draft.conditions.with(index, next) })}
                />
              ) : (
                <ConditionRow
                  condition={condition}
                  options={options}
                  invalid={pressed && faults.conditionsAt.has(index)}
                  onChange={(next) => set({ conditions: draft.conditions.with(index, next) })}
                />
              ),
            ),
          )}
        </ul>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => {
            set({ conditions: [...draft.conditions, blankCondition('country', options.currency)] });
            setKeys((before) => ({ ...before, conditions: fresh(before.conditions) }));
          }}
        >
          <Trans>Add a condition</Trans>
        </Button>{' '}
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => {
            set({ conditions: [...draft.conditions, blankGroup(draft.match, options.currency)] });
            setKeys((before) => ({ ...before, conditions: fresh(before.conditions) }));
          }}
        >
          {draft.match === 'all' ? <Trans>Add a group: any of</Trans> : <Trans>Add a group: all of</Trans>}
        </Button>
      </fieldset>
      <fieldset className="rule-part">
        <legend>
          <Trans>Then</Trans>
        </legend>
        <ul className="stack">
          {draft.actions.map((action, index) =>
            line(
              'actions',
              index,
              t`Remove action ${index + 1}`,
              <ActionRow
                action={action}
                options={options}
                presets={presets}
                invalid={pressed && faults.actionsAt.has(index)}
                onChange={(next) => set({ actions: draft.actions.with(index, next) })}
              />,
            ),
          )}
        </ul>
        <NativeSelect
          aria-label={t`Add an action`}
          value=""
          error={pressed && faults.actions ? t`Add at least one action.` : undefined}
          data={[
            { value: '', label: t`Add an action…` },
            ...kinds.map((kind) => ({ value: kind, label: i18n._(ACTION_WORDS[kind]) })),
          ]}
          onChange={(e) => {
            const kind = kinds.find((each) => each === e.currentTarget.value);
            const action = kind && blankAction(kind, options, presets);
            if (!action) return;
            set({ actions: [...draft.actions, action] });
            setKeys((before) => ({ ...before, actions: fresh(before.actions) }));
          }}
        />
      </fieldset>
      <Checkbox
        label={t`Switched on`}
        checked={draft.active}
        onChange={(e) => set({ active: e.currentTarget.checked })}
      />
      {trying && <DryRun draft={{ id: rule?.id ?? null, rule: { ...draft, name: draft.name.trim() || '?' } }} />}
      {save.isError && <ErrorState compact error={save.error} />}
      <div className="row end">
        <Button
          variant="default"
          onClick={() => {
            setPressed(true);
            if (isWhole({ ...faults, name: false })) setTrying(true);
          }}
        >
          <Trans>Try on past orders</Trans>
        </Button>
        <span className="grow" />
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save the rule</Trans>
        </Button>
      </div>
    </form>
  );
}
