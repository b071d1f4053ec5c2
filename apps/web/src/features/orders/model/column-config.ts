/**
 * How a person arranged the columns of a table: order, hidden, widths, pinned. Kept under `table-config` of this browser,
 * checked when read because columns come and go with releases.
 */
export interface ColumnConfig {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly pinned: readonly string[];
}
export const WIDTH = { min: 64, max: 560 } as const;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((v) => typeof v === 'string') : []);

/** Known columns only; a new column joins at its default place after its left neighbour. */
export function readColumnConfig(value: unknown, defaults: ColumnConfig): ColumnConfig {
  if (typeof value !== 'object' || value === null) return defaults;
  const given = value as Record<string, unknown>;
  const known = new Set(defaults.order);
  const only = (items: string[]) => [...new Set(items)].filter((id) => known.has(id));
  const order = only(texts(given.order));
  if (order.length === 0) return defaults;
  defaults.order.forEach((id, i) => {
    if (order.includes(id)) return;
    const left = defaults.order.slice(0, i).findLast((other) => order.includes(other));
    order.splice(left ? order.indexOf(left) + 1 : 0, 0, id);
  });
  const widths: Record<string, number> = {};
  const givenWidths = typeof given.widths === 'object' && given.widths !== null ? Object.entries(given.widths) : [];
  for (const [id, width] of givenWidths)
    if (known.has(id) && typeof width === 'number' && width > 0) widths[id] = clampWidth(width);
  return { order, hidden: only(texts(given.hidden)), widths, pinned: only(texts(given.pinned)) };
}

export const clampWidth = (width: number): number => Math.round(Math.min(WIDTH.max, Math.max(WIDTH.min, width)));

/** Moves a column before (negative) or behind its neighbours. */
export function moveColumn(config: ColumnConfig, id: string, to: number): ColumnConfig {
  const order = config.order.filter((other) => other !== id);
  order.splice(Math.max(0, Math.min(order.length, to)), 0, id);
  return { ...config, order };
}

/** Columns are never all hidden: the last one stays. */
export function toggleColumn(config: ColumnConfig, id: string): ColumnConfig {
  const hidden = config.hidden.includes(id) ? config.hidden.filter((other) => other !== id) : [...config.hidden, id];
  return hidden.length >= config.order.length ? config : { ...config, hidden };
}

export const togglePin = (config: ColumnConfig, id: string): ColumnConfig => ({
  ...config,
  pinned: config.pinned.includes(id) ? config.pinned.filter((other) => other !== id) : [...config.pinned, id],
});

export const resizeColumn = (config: ColumnConfig, id: string, width: number): ColumnConfig => ({
  ...config,
  widths: { ...config.widths, [id]: clampWidth(width) },
});

interface Entry {
  readonly id: string;
  readonly shown: boolean;
  readonly width?: number;
  readonly pinned?: true;
}
/** The text kept by the server: an entry a column, in their order. */
export const columnsText = (config: ColumnConfig): string =>
  JSON.stringify(
    config.order.map((id): Entry => {
      const width = config.widths[id];
      return {
        id,
        shown: !config.hidden.includes(id),
        ...(width === undefined ? {} : { width }),
        ...(config.pinned.includes(id) ? { pinned: true } : {}),
      };
    }),
  );

/** Reads that text; undefined where nothing was kept or nothing can be read. */
export function columnsOfText(text: string, defaults: ColumnConfig): ColumnConfig | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  const entries = (Array.isArray(given) ? given : []).filter(
    (entry: unknown): entry is Entry => typeof entry === 'object' && entry !== null && 'id' in entry,
  );
  if (entries.length === 0) return undefined;
  // A column that came with a later release is shown as it is by default.
  const known = new Set(entries.map((entry) => entry.id));
  return readColumnConfig(
    {
      order: entries.map((entry) => entry.id),
      hidden: [
        ...entries.filter((entry) => !entry.shown).map((entry) => entry.id),
        ...defaults.hidden.filter((id) => !known.has(id)),
      ],
      widths: Object.fromEntries(entries.map((entry) => [entry.id, entry.width])),
      pinned: entries.filter((entry) => entry.pinned === true).map((entry) => entry.id),
    },
    defaults,
  );
}
