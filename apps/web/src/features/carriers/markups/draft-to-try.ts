/** Rules on their way between the mark-up editor and the what-if page: kept until they are taken, in this tab only. */
import type { RuleDraft } from './markup-draft.ts';

interface DraftToTry {
  /** Undefined: the default. */
  readonly buyerId: string | undefined;
  readonly drafts: readonly RuleDraft[];
}

let waiting: DraftToTry | undefined;

export function leaveDraft(draft: DraftToTry): void {
  waiting = draft;
}

/** Looks without taking: a page may be drawn twice. */
export const waitingDraft = (): DraftToTry | undefined => waiting;

export function forgetDraft(): void {
  waiting = undefined;
}

let shown: string | undefined;

/** Whose mark-ups the editor opens with next. @param buyerId undefined: the default */
export function showPlanOf(buyerId: string | undefined): void {
  shown = buyerId;
}
export const planToShow = (): string => shown ?? '';
