/** Show, hide, pin and reorder columns: by dragging, or with the arrow buttons and keyboard. Loaded when first opened. */
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPin, IconPinFilled } from '#icons';
import { useEffect, useRef } from 'react';
import { OpenedBy } from '../../../ui/OpenedBy.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { moveColumn, toggleColumn, togglePin } from '../model/column-config.ts';
import { COLUMN_BY_ID, DEFAULT_COLUMNS } from '../components/order-columns.tsx';
import type { OrderColumns } from '../components/use-order-columns.ts';

interface Props {
  readonly anchor: HTMLElement | null;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly columns: OrderColumns;
}

export default function ColumnsPanel({ anchor, opened, onChange, columns }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Popover
      opened={shown}
      onChange={onChange}
      position="bottom-end"
      width="min(340px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <OpenedBy element={anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t`Columns`} className="filter-pop">
        <ColumnList columns={columns} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnList({ columns }: { readonly columns: OrderColumns }) {
  const { config, change } = columns;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id)
      change(moveColumn(config, String(active.id), config.order.indexOf(String(over.id))));
  };
  return (
    <div className="stack tight">
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={[...config.order]} strategy={verticalListSortingStrategy}>
          <ul className="column-list" ref={list}>
            {config.order.map((id, index) => (
              <ColumnItem key={id} id={id} index={index} columns={columns} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <div className="row end">
        <Button variant="default" size="compact-sm" onClick={() => change(DEFAULT_COLUMNS)}>
          <Trans>Back to the defaults</Trans>
        </Button>
      </div>
    </div>
  );
}

function ColumnItem({
  id,
  index,
  columns,
}: {
  readonly id: string;
  readonly index: number;
  readonly columns: OrderColumns;
}) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { config, change } = columns;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const column = COLUMN_BY_ID.get(id);
  if (!column) return null;
  const name = i18n._(column.title);
  const pinned = config.pinned.includes(id);
  return (
    <li
      ref={setNodeRef}
      className="column-item"
      data-dragging={isDragging}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        variant="subtle"
        color="gray"
        size={28}
        {...attributes}
        {...listeners}
        aria-label={t`Move ${name}`}
      >
        <IconGripVertical size={15} aria-hidden />
      </ActionIcon>
      <label className="column-name">
        <input
          type="checkbox"
          checked={!config.hidden.includes(id)}
          onChange={() => change(toggleColumn(config, id))}
        />
        <span>{name}</span>
      </label>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t`Move ${name} up`}
        disabled={index === 0}
        onClick={() => change(moveColumn(config, id, index - 1))}
      >
        <IconArrowUp size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t`Move ${name} down`}
        disabled={index === config.order.length - 1}
        onClick={() => change(moveColumn(config, id, index + 1))}
      >
        <IconArrowDown size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t`Pin ${name}`}
        aria-pressed={pinned}
        onClick={() => change(togglePin(config, id))}
      >
        {pinned ? <IconPinFilled size={15} aria-hidden /> : <IconPin size={15} aria-hidden />}
      </ActionIcon>
    </li>
  );
}
