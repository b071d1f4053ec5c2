/** The registry at work: for which orders, with which rights, and how an action is begun. */
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OrderFilters, OrderRow, OrderSort } from '@scanship/contracts/orders/order-list';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { offerInPalette } from '../../../app/shell/palette-sources.ts';
import { useProfile } from '../../../app/profile.ts';
import { layerOpens, type Shortcut, useShortcuts } from '../../../lib/shortcuts.ts';
import { presetsQuery } from '../../shipping/form/panel-api.ts';
import type { Asked } from '../later/ActionHost.tsx';
import {
  type ActionTarget,
  type ActionTools,
  asksFirst,
  offered,
  ORDER_ACTIONS,
  type OrderAction,
  presetActions,
} from '../model/order-actions.ts';
import { countOf, orderSelectionOf, type Selection } from '../model/selection.ts';

export const targetOfRow = (row: OrderRow): ActionTarget => ({
  selection: { ids: [row.id] },
  count: 1,
  capped: false,
  rows: [row],
  whole: true,
});

/** The chosen orders as a target; undefined when none is chosen. */
export function targetOfSelection(
  selection: Selection,
  filters: OrderFilters,
  sort: OrderSort,
  seen: ReadonlyMap<string, OrderRow>,
): ActionTarget | undefined {
  const count = countOf(selection);
  if (count === 0) return undefined;
  const whole = selection.all === undefined;
  return {
    selection: orderSelectionOf(selection, filters, sort),
    count,
    capped: selection.all?.capped ?? false,
    rows: whole
      ? [...selection.ids].flatMap((id) => seen.get(id) ?? [])
      : [...seen.values()].filter((row) => !selection.ids.has(row.id)),
    whole,
  };
}

interface Input {
  /** What the keyboard and the palette act on: the chosen orders, else the active one. */
  readonly target: () => ActionTarget | undefined;
  /** What S ships where neither is: the next order to ship. */
  readonly next: () => ActionTarget | undefined;
  readonly ship: (orderId: string) => void;
  readonly preview: (orderId: string) => void;
  /** Presets are looked up when the first rows stand. */
  readonly ready: boolean;
  readonly blockedNote: RefObject<((text: string) => void) | null>;
}

export function useActions({ target, next, ship, preview, ready, blockedNote }: Input) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const granted = useProfile().rights;
  const rights = useMemo(() => new Set(granted), [granted]);
  const kept = useQuery({ ...presetsQuery, enabled: ready }).data?.presets;
  const presets = useMemo(() => presetActions(kept ?? []), [kept]);
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const serial = useRef(0);

  const tools = useMemo<ActionTools>(
    () => ({
      ship,
      preview,
      run: (id, on, name) => {
        if (asksFirst(id, on)) layerOpens();
        serial.current += 1;
        setAsked({ id, target: on, name, serial: serial.current });
      },
    }),
    [ship, preview],
  );
  const perform = useCallback((action: OrderAction, on: ActionTarget) => action.perform(on, tools), [tools]);
  const actionsFor = useCallback((on: ActionTarget) => offered(on, rights, presets), [rights, presets]);

  /** By its key: what is blocked says why. @returns false when it is no action of what is chosen. */
  const press = (action: OrderAction): boolean => {
    const on = target() ?? (action.id === 'ship' ? next() : undefined);
    if (!on || !actionsFor(on).includes(action)) return false;
    const why = action.blocked(on);
    if (why) blockedNote.current?.(i18n._(why));
    else perform(action, on);
    return true;
  };
  const all = [...ORDER_ACTIONS, ...presets];
  useShortcuts(
    all.flatMap((action): Shortcut[] =>
      action.shortcut && (action.right === undefined || rights.has(action.right))
        ? [
            {
              keys: [action.shortcut],
              group: action.group === 'preset' ? t`Presets` : t`Selected orders, or this one`,
              label: i18n._(action.name),
              run: () => press(action),
            },
          ]
        : [],
    ),
  );
  const source = useRef<() => ReturnType<Parameters<typeof offerInPalette>[0]>>(() => []);
  useEffect(() => {
    source.current = () => {
      const on = target();
      if (!on) return [];
      const [row] = on.rows;
      const hint = on.count === 1 && row ? row.ecomOrderNumber : t`${on.count} orders`;
      return actionsFor(on)
        .filter((action) => action.blocked(on) === undefined)
        .map((action) => ({
          id: `order-${action.id}`,
          group: t`Selected orders`,
          title: i18n._(action.name),
          hint,
          run: () => perform(action, on),
        }));
    };
  });
  useEffect(() => offerInPalette(() => source.current()), []);
  return { asked, actionsFor, perform };
}
