/** The menu of actions, of one row or behind "More" of the bulk bar. What cannot be done now says why. */
import { Menu } from '@mantine/core';
import { useLingui } from '@lingui/react';
import { OpenedBy } from '../../../ui/OpenedBy.tsx';
import { KEY_SYMBOLS } from '../../../ui/ShortcutList.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { iconOf } from '../components/action-icons.ts';
import { ACTION_GROUPS, type ActionTarget, type OrderAction } from '../model/order-actions.ts';

interface Props {
  readonly anchor: HTMLElement | null;
  readonly opened: boolean;
  readonly label: string;
  readonly actions: readonly OrderAction[];
  readonly target: ActionTarget;
  readonly onChange: (opened: boolean) => void;
  readonly onAction: (action: OrderAction, target: ActionTarget) => void;
}

export default function ActionMenu({ anchor, opened, label, actions, target, onChange, onAction }: Props) {
  const { i18n } = useLingui();
  const shown = useShownAfterMount(opened);
  const groups = ACTION_GROUPS.map((group) => actions.filter((action) => action.group === group)).filter(
    (group) => group.length > 0,
  );
  return (
    <Menu
      opened={shown}
      onChange={onChange}
      position="bottom-end"
      width={290}
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
    >
      <Menu.Target>
        <OpenedBy element={anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} className="action-menu">
        {groups.map((group, at) => [
          at > 0 && <Menu.Divider key={`${group[0]?.id}-line`} />,
          ...group.map((action) => {
            const Icon = iconOf(action.id);
            const why = action.blocked(target);
            return (
              <Menu.Item
                key={action.id}
                leftSection={<Icon size={16} aria-hidden />}
                rightSection={
                  action.shortcut ? (
                    <kbd aria-hidden>{KEY_SYMBOLS[action.shortcut] ?? action.shortcut.toUpperCase()}</kbd>
                  ) : undefined
                }
                aria-keyshortcuts={action.shortcut === ' ' ? 'Space' : action.shortcut?.toUpperCase()}
                disabled={why !== undefined}
                onClick={() => onAction(action, target)}
              >
                {i18n._(action.name)}
                {why && <span className="action-why">{i18n._(why)}</span>}
              </Menu.Item>
            );
          }),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
