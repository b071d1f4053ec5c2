/** The whole list by keyboard (ux.md line 11): J/K or arrows, X, Enter, Esc, /, F, S, P. */
import { useLingui } from '@lingui/react/macro';
import type { OrderRow } from '@scanship/contracts/order-list';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { focusRates } from '../../shipping/focus.ts';
import { usePrintJobs } from '../../shipping/use-print-jobs.ts';

interface Input {
  readonly rows: readonly OrderRow[];
  readonly openId: string | undefined;
  readonly docked: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly searchInput: RefObject<HTMLInputElement | null>;
  readonly open: (id: string | undefined) => void;
  readonly onFilters: () => void;
  readonly onToggle: (id: string, range: boolean) => void;
  readonly onClear: () => void;
}

export function useOrderKeys({ rows, openId, docked, chosen, searchInput, open, onFilters, onToggle, onClear }: Input) {
  const { t } = useLingui();
  const [active, setActive] = useState(-1);
  const { labels, slips } = usePrintJobs();
  const row = rows[active];
  // A list that became shorter keeps the active row inside.
  useEffect(() => {
    if (active >= rows.length) setActive(rows.length - 1);
  }, [active, rows.length]);

  const move = (by: 1 | -1) => {
    const next = Math.max(0, Math.min(rows.length - 1, active + by));
    if (rows.length === 0) return false;
    setActive(next);
    const id = rows[next]?.id;
    if (docked && openId && id) open(id);
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
    { keys: ['j', 'ArrowDown'], group, label: t`Next order`, run: () => move(1) },
    { keys: ['k', 'ArrowUp'], group, label: t`Previous order`, run: () => move(-1) },
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
      keys: ['s'],
      group,
      label: t`Ship the order`,
      run: () => {
        const id = openId ?? row?.id;
        if (!id) return false;
        if (id !== openId) open(id);
        focusRates();
        return true;
      },
    },
    {
      keys: ['p'],
      group,
      label: t`Print labels of the chosen orders, or of this one`,
      run: () => {
        const ids = chosen.size > 0 ? [...chosen] : row ? [row.id] : [];
        if (ids.length === 0 || labels.isPending) return false;
        labels.mutate(ids);
        return true;
      },
    },
    {
      keys: ['l'],
      group,
      label: t`Packing slips of the chosen orders, or of this one`,
      run: () => {
        const ids = chosen.size > 0 ? [...chosen] : row ? [row.id] : [];
        if (ids.length === 0 || slips.isPending) return false;
        slips.mutate(ids);
        return true;
      },
    },
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
    { keys: ['f'], group, label: t`Filters`, run: () => onFilters() },
    {
      keys: ['Escape'],
      group,
      label: t`Close the panel, then choose none`,
      run: () => {
        if (openId) closePanel();
        else if (chosen.size > 0) onClear();
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
  return { active, setActive, closePanel, focusFirst };
}
