/** Notes, tags and who looks after the order. A half-typed note stays until it is saved or discarded. */
import { Button, NativeSelect, TagsInput, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { useProfile } from '../../app/profile.ts';
import { useDraft } from '../../lib/drafts.ts';
import { assign, assigneesQuery, tag, writeNotes } from './order-detail-api.ts';
import { useOrderCommand } from './use-order-command.ts';

interface Props {
  readonly order: OrderDetail;
}

export function NotesCard({ order }: Props) {
  const { t } = useLingui();
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>Notes and tags</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <Note order={order} which="customerNote" label={t`Customer note`} />
        <Note order={order} which="internalNote" label={t`Internal note`} />
        <Tags order={order} />
        <Assignee order={order} />
      </div>
    </section>
  );
}

interface NoteDraft {
  readonly typed: string;
  /** What was saved when typing began. */
  readonly base: string;
}
const readNote = (value: unknown): NoteDraft | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { typed, base } = value as Partial<NoteDraft>;
  return typeof typed === 'string' && typeof base === 'string' ? { typed, base } : undefined;
};

function Note({
  order,
  which,
  label,
}: Props & { readonly which: 'customerNote' | 'internalNote'; readonly label: string }) {
  const { t } = useLingui();
  const profile = useProfile();
  const saved = order[which] ?? '';
  const [draft, setDraft] = useDraft(profile.userName, `${which}:${order.id}`, readNote);
  const save = useOrderCommand(order.id, (text: string) => writeNotes(order.id, { [which]: text.trim() || null }), {
    done: t`The note was saved.`,
    onDone: () => setDraft(undefined),
  });
  const typed = draft?.typed ?? saved;
  const changedMeanwhile = draft !== undefined && draft.base !== saved && draft.typed !== saved;
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(typed);
      }}
    >
      <Textarea
        label={label}
        value={typed}
        maxLength={2000}
        autosize
        minRows={1}
        maxRows={8}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setDraft(text === saved ? undefined : { typed: text, base: draft?.base ?? saved });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || draft === undefined) return;
          event.preventDefault();
          save.mutate(typed);
        }}
      />
      {changedMeanwhile && (
        <div className="notice" data-tone="warn">
          <div className="grow">
            <div className="strong">
              <Trans>Somebody else changed this note meanwhile. Saved now:</Trans>
            </div>
            <div className="pre">{saved || '–'}</div>
          </div>
        </div>
      )}
      {draft !== undefined && (
        <div className="row end">
          <Button size="compact-sm" variant="default" onClick={() => setDraft(undefined)}>
            <Trans>Discard</Trans>
          </Button>
          <Button size="compact-sm" type="submit" loading={save.isPending}>
            <Trans>Save note</Trans>
          </Button>
        </div>
      )}
    </form>
  );
}

function Tags({ order }: Props) {
  const { t } = useLingui();
  const change = useOrderCommand(
    order.id,
    (next: readonly string[]) =>
      tag(order.id, {
        add: next.filter((each) => !order.tags.includes(each)),
        remove: order.tags.filter((each) => !next.includes(each)),
      }),
    { done: t`The tags were saved.` },
  );
  // While it is being saved the field shows what was asked for.
  const shown = change.isPending ? change.variables : order.tags;
  return (
    <TagsInput
      label={t`Tags`}
      value={[...shown]}
      maxTags={50}
      acceptValueOnBlur
      placeholder={t`Type and press Enter`}
      onChange={(next) => change.mutate(next.map((each) => each.trim()).filter(Boolean))}
    />
  );
}

function Assignee({ order }: Props) {
  const { t } = useLingui();
  const people = useQuery(assigneesQuery).data?.people ?? [];
  const current = people.find((each) => each.name === order.assignedTo)?.id ?? '';
  const change = useOrderCommand(order.id, (userId: string) => assign(order.id, userId || null), {
    done: t`Saved.`,
  });
  if (people.length === 0) return null;
  return (
    <NativeSelect
      label={t`Assigned to`}
      value={change.isPending ? change.variables : current}
      onChange={(event) => change.mutate(event.currentTarget.value)}
      data={[{ value: '', label: t`Nobody` }, ...people.map((each) => ({ value: each.id, label: each.name }))]}
    />
  );
}
