/** Moving in the list by keyboard (ux.md line 11): J/K or arrows, X, Enter, Esc, /, F. Actions have their own keys. */
import { useLingui } from '@lingui/react/macro';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { type RefObject, useCallback, useState } from 'react';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { rowBelow } from '../model/list-place.ts';
import { usePast } from './use-past.ts';

interface Input {
  readonly rows: readonly OrderRow[];
  readonly openId: string | undefined;
  readonly docked: boolean;
  readonly chosen: number;
  /** An order is being looked at in the preview. */
  readonly previewed: boolean;
  readonly searchInput: RefObject<HTMLInputElement | null>;
  readonly open: (id: string | undefined) => void;
  readonly onFilters: () => void;
  readonly onToggle: (id: string, range: boolean) => void;
  readonly onClear: () => void;
  readonly onMenu: (row: OrderRow) => void;
  /** @returns false when there is nothing to select */
  readonly onAll: () => boolean;
  readonly onPreview: (id: string | undefined) => void;
}

export function useOrderKeys(input: Input) {
  const { rows, openId, docked, chosen, previewed, searchInput, open } = input;
  const { onFilters, onToggle, onClear, onMenu, onAll, onPreview } = input;
  const { t } = useLingui();
  const [activeId, setActiveId] = useState<string | undefined>(undefined);
  const row = rows.find(({ id }) => id === activeId);
  const below = rowBelow(rows, usePast(rows, activeId), activeId);
  /** Where the active row stands or stood: Tab and the arrows go on from there. */
  const place = Math.min(row ? below - 1 : below, rows.length - 1);

  const move = (to: number) => {
    const id = rows[Math.max(0, Math.min(rows.length - 1, to))]?.id;
    if (id === undefined) return false;
    setActiveId(id);
    if (docked && openId) open(id);
    if (previewed) onPreview(id);
    return true;
  };
  const closePanel = useCallback(() => {
    open(undefined);
    requestAnimationFrame(() => {
      const at =
        document.querySelector<HTMLElement>('.grid tbody tr[tabindex="0"]') ??
        document.querySelector<HTMLElement>('#orders-grid button.order-link');
      at?.focus();
    });
  }, [open]);

  const group = t`Orders`;
  useShortcuts([
    { keys: ['j', 'ArrowDown'], group, label: t`Next order`, run: () => move(below) },
    { keys: ['k', 'ArrowUp'], group, label: t`Previous order`, run: () => move((row ? below - 1 : below) - 1) },
    {
      keys: ['x'],
      group,
      label: t`Choose the order`,
      run: (event) => {
        if (!row) return false;
        onToggle(row.id, event.shiftKey);
        return true;
      },
    },
    {
      keys: ['Enter'],
      group,
      label: t`Open the order`,
      run: () => {
        if (!row) return false;
        open(row.id);
        return true;
      },
    },
    {
      keys: ['m', 'ContextMenu'],
      group,
      label: t`Actions for the order`,
      run: () => {
        if (!row) return false;
        onMenu(row);
        return true;
      },
    },
    { keys: ['v'], group, label: t`Select all that match`, run: () => onAll() },
    {
      keys: ['/'],
      group,
      label: t`Search`,
      run: () => {
        searchInput.current?.focus();
        searchInput.current?.select();
        return true;
      },
    },
    { keys: ['f'], group, label: t`Filters`, opens: true, run: () => onFilters() },
    {
      keys: ['Escape'],
      group,
      label: t`Close the panel or the preview, then clear the selection`,
      run: () => {
        if (openId) closePanel();
        else if (previewed) onPreview(undefined);
        else if (chosen > 0) onClear();
        else return false;
        return true;
      },
    },
  ]);

  const focusFirst = useCallback((body: HTMLElement | null) => {
    const target =
      body?.querySelector<HTMLElement>('tbody tr[tabindex="0"], tbody tr') ??
      document.getElementById('orders-grid')?.querySelector<HTMLElement>('button');
    target?.focus();
  }, []);
  return { activeId, setActiveId, place, closePanel, focusFirst };
}
