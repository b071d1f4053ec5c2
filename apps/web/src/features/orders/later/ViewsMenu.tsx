/** Save, save as, rename, share by role and delete views of the order list (ux.md line 8). */
import { Button, Checkbox, Menu, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconDeviceFloppy, IconPencil, IconPlus, IconRotate, IconTrash, IconUsers } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { ROLE_NAMES } from '../../../app/role-names.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { preferences, usePreferences } from '../../../lib/preferences.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { OpenedBy } from '../../../ui/OpenedBy.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { rolesQuery } from '../../roles/roles-api.ts';
import { addSharedView, dropSharedView, keepTable, putSharedView, tableUiQuery } from '../api/table-ui-api.ts';
import type { Views } from '../components/use-views.ts';
import type { OrderSearch } from '../model/order-search.ts';
import { keptFilters, type NamedView, viewable, withView, writeOwnViews } from '../model/views.ts';

interface Props {
  readonly anchor: HTMLElement | null;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  readonly views: Views;
  readonly search: OrderSearch;
  readonly onChange: (next: OrderSearch) => void;
}
type Question = 'saveAs' | 'rename' | 'share' | 'delete';
const MOST_NAME = 60;

export default function ViewsMenu({ anchor, opened, onOpened, views, search, onChange }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { density } = usePreferences();
  const shown = useShownAfterMount(opened);
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { active, own, changed } = views;
  const today = format.today();
  const mayChange = active !== undefined && (active.shared === undefined || views.canShare);
  const filters = () => JSON.stringify(keptFilters(search, today));

  const work = async (task: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await task();
      setAsking(false);
    } catch (error) {
      notify.error(error);
      // Another tab or person changed the views: show theirs, so that the next press builds on them.
      await queryClient.invalidateQueries({ queryKey: tableUiQuery.queryKey });
    } finally {
      setBusy(false);
    }
  };
  const keepOwn = (list: readonly Pick<NamedView, 'name' | 'search'>[]) =>
    keepTable({ filterList: writeOwnViews(list, today) }, views.version);
  const save = () =>
    work(() =>
      active?.shared
        ? putSharedView(active.shared.id, active.shared.version, {
            name: active.name,
            filters: filters(),
            roleIds: active.shared.roleIds,
          })
        : keepOwn(withView(own, active?.name ?? '', search, active?.key)),
    );
  const saveAs = (name: string) =>
    work(async () => {
      await keepOwn(withView(own, name, search));
      onChange({ ...search, view: `own:${name}` });
    });
  const rename = (name: string) =>
    work(async () => {
      if (!active) return;
      if (active.shared)
        await putSharedView(active.shared.id, active.shared.version, {
          name,
          filters: active.shared.filters,
          roleIds: active.shared.roleIds,
        });
      else {
        await keepOwn(withView(own, name, active.search, active.key));
        onChange({ ...search, view: `own:${name}` });
      }
    });
  const share = (name: string, roleIds: readonly string[]) =>
    work(async () => {
      if (active?.shared)
        return void (await putSharedView(active.shared.id, active.shared.version, {
          name,
          filters: filters(),
          roleIds,
        }));
      const made = await addSharedView({ name, filters: filters(), roleIds });
      onChange({ ...search, view: `shared:${made.id}` });
    });
  const remove = () =>
    work(async () => {
      if (!active) return;
      if (active.shared) await dropSharedView(active.shared.id);
      else await keepOwn(own.filter((view) => view.key !== active.key));
      const { view: _view, ...rest } = search;
      onChange(rest);
    });
  const ask = (next: Question) => {
    setQuestion(next);
    setAsking(true);
  };

  return (
    <>
      <Menu opened={shown} onChange={onOpened} position="bottom-end" width={250}>
        <Menu.Target>
          <OpenedBy element={anchor} />
        </Menu.Target>
        <Menu.Dropdown aria-label={t`View`}>
          {active && <Menu.Label>{active.name}</Menu.Label>}
          {active && (
            <>
              <Menu.Item
                leftSection={<IconDeviceFloppy size={16} aria-hidden />}
                disabled={!changed || !mayChange || busy}
                onClick={() => void save()}
              >
                <Trans>Save</Trans>
              </Menu.Item>
              <Menu.Item
                leftSection={<IconRotate size={16} aria-hidden />}
                disabled={!changed}
                onClick={() => onChange({ ...viewable(active.search), view: active.key })}
              >
                <Trans>Back to what is saved</Trans>
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask('saveAs')}>
            <Trans>Save as…</Trans>
          </Menu.Item>
          {mayChange && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => ask('rename')}>
              <Trans>Rename…</Trans>
            </Menu.Item>
          )}
          {views.canShare && (
            <Menu.Item leftSection={<IconUsers size={16} aria-hidden />} onClick={() => ask('share')}>
              <Trans>Share…</Trans>
            </Menu.Item>
          )}
          {mayChange && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => ask('delete')}>
                <Trans>Delete…</Trans>
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Label>
            <Trans>Rows</Trans>
          </Menu.Label>
          {(['compact', 'comfortable'] as const).map((value) => (
            <Menu.Item
              key={value}
              rightSection={density === value ? <IconCheck size={15} aria-label={t`chosen`} /> : undefined}
              onClick={() => preferences.set({ density: value })}
            >
              {value === 'compact' ? <Trans>Compact rows</Trans> : <Trans>Comfortable rows</Trans>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {question && (
        <Ask
          key={`${question}${active?.key ?? ''}`}
          question={question}
          opened={asking}
          busy={busy}
          active={active}
          onClose={() => setAsking(false)}
          onName={(name) => void (question === 'rename' ? rename(name) : saveAs(name))}
          onShare={(name, roleIds) => void share(name, roleIds)}
          onDelete={() => void remove()}
        />
      )}
    </>
  );
}

interface AskProps {
  readonly question: Question;
  readonly opened: boolean;
  readonly busy: boolean;
  readonly active: NamedView | undefined;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
  readonly onShare: (name: string, roleIds: readonly string[]) => void;
  readonly onDelete: () => void;
}
function Ask({ question, opened, busy, active, onClose, onName, onShare, onDelete }: AskProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const shown = useShownAfterMount(opened);
  const [name, setName] = useState(question === 'saveAs' ? '' : (active?.name ?? ''));
  const [roleIds, setRoleIds] = useState<readonly string[]>(active?.shared?.roleIds ?? []);
  const roles = useQuery({ ...rolesQuery, enabled: question === 'share' }).data?.roles ?? [];
  const titles = {
    saveAs: t`Save as a view`,
    rename: t`Rename the view`,
    share: t`Share the view`,
    delete: t`Delete the view`,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question === 'delete') return onDelete();
    const given = name.trim();
    if (!given) return;
    if (question === 'share') onShare(given, roleIds);
    else onName(given);
  };
  return (
    <Dialog opened={shown} onClose={onClose} title={titles[question]} centered size="sm">
      <form className="stack wide" onSubmit={submit}>
        {question === 'delete' ? (
          <p>
            {active?.shared ? (
              <Trans>“{active.name}” is taken away from everybody it is shared with.</Trans>
            ) : (
              <Trans>“{active?.name}” is deleted. The orders stay as they are.</Trans>
            )}
          </p>
        ) : (
          <TextInput
            label={t`Name`}
            value={name}
            maxLength={MOST_NAME}
            required
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {question === 'share' && (
          <fieldset className="check-group">
            <legend>
              <Trans>For these roles; none means everybody</Trans>
            </legend>
            {roles.map((role) => (
              <Checkbox
                key={role.id}
                size="xs"
                label={role.builtIn ? i18n._(ROLE_NAMES[role.baseRole]) : role.name}
                checked={roleIds.includes(role.id)}
                onChange={() =>
                  setRoleIds(roleIds.includes(role.id) ? roleIds.filter((id) => id !== role.id) : [...roleIds, role.id])
                }
              />
            ))}
          </fieldset>
        )}
        <div className="row end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            <Trans>Leave unchanged</Trans>
          </Button>
          <Button
            type="submit"
            loading={busy}
            color={question === 'delete' ? 'red.9' : undefined}
            disabled={question !== 'delete' && name.trim() === ''}
          >
            {question === 'delete' ? (
              <Trans>Delete</Trans>
            ) : question === 'share' ? (
              <Trans>Share</Trans>
            ) : (
              <Trans>Save</Trans>
            )}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
