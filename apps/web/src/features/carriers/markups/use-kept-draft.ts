/** Keeps what is typed as the plan's draft a moment after the last key, and at once when the page is left. */
import { useEffect, useRef, useState } from 'react';
import type { MarkupPlan, MarkupRuleInput } from '@scanship/contracts/money/markups';
import { saveDraft, tookPlan } from './markups-api.ts';

export interface DraftContent {
  readonly rules: readonly MarkupRuleInput[];
  readonly used: boolean;
  readonly note: string;
}
export interface KeptDraft {
  readonly state: 'same' | 'waiting' | 'kept' | 'failed';
  readonly error: unknown;
  /** Keeps what is typed now; answers the version of the draft, 0 when there is none. */
  readonly flush: () => Promise<number>;
}

const PAUSE_MS = 700;

const textOf = ({ rules, used, note }: DraftContent): string =>
  JSON.stringify([
    used,
    note.trim(),
    rules.map(({ name, scope, percentBp, offListBp, fixedMinor, floorMinor, capMinor, firstDay, lastDay }) => [
      name,
      [scope.carriers, scope.services, scope.zones, scope.minGrams, scope.maxGrams],
      [percentBp, offListBp ?? null, fixedMinor, floorMinor, capMinor, firstDay, lastDay],
    ]),
  ]);

/** @param content undefined while something typed cannot be read: that is not kept */
export function useKeptDraft(plan: MarkupPlan, content: DraftContent | undefined): KeptDraft {
  const [start] = useState(() => ({
    version: plan.draft?.version ?? 0,
    text: textOf(plan.draft ?? { rules: plan.rules, used: plan.used || plan.version === 0, note: '' }),
  }));
  const kept = useRef(start);
  const newest = useRef(content);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [state, setState] = useState<KeptDraft['state']>(plan.draft ? 'kept' : 'same');
  const [error, setError] = useState<unknown>();
  const text = content && textOf(content);

  const keep = async (): Promise<void> => {
    const now = newest.current;
    if (!now || textOf(now) === kept.current.text) return;
    const { version } = kept.current;
    const { data } = await saveDraft({
      buyerId: plan.buyer?.id ?? null,
      rules: [...now.rules],
      used: now.used,
      note: now.note.trim(),
      basedOn: plan.version,
      version,
    });
    kept.current = { version: data.draft?.version ?? 0, text: textOf(now) };
    tookPlan(data);
  };
  // One after the other: each names the version the one before made.
  const flush = async (): Promise<number> => {
    const mine = queue.current.then(keep, keep);
    queue.current = mine.catch(() => undefined);
    try {
      await mine;
      setError(undefined);
      setState(kept.current.version === 0 ? 'same' : 'kept');
    } catch (failure) {
      setError(failure);
      setState('failed');
      throw failure;
    }
    return kept.current.version;
  };
  const flushNow = useRef(flush);
  useEffect(() => {
    newest.current = content;
    flushNow.current = flush;
  });
  useEffect(() => {
    if (text === undefined || text === kept.current.text) return undefined;
    setState('waiting');
    const timer = setTimeout(() => {
      flushNow.current().catch(() => undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(
    () => () => {
      flushNow.current().catch(() => undefined);
    },
    [],
  );
  return { state, error, flush };
}
