/**
 * How somebody keeps a table (decisions 26; ux.md lines 7 and 8): one record per user and table, and views that a customer
 * shares among its people. The same for every table of the application.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, recordVersion, required } from '../common.ts';

export const TABLES = ['orders', 'products', 'labels', 'customers'] as const;
export type TableKey = (typeof TABLES)[number];
export const MOST_SHARED_VIEWS = 100;
/** Most characters of each of the texts. */
export const MOST_FILTERS = 20_000;
export const MOST_FILTER_LIST = 200_000;
export const MOST_COLUMNS = 20_000;
/** Named views that one person keeps of one table (entries of `filterList`). */
export const MOST_OWN_VIEWS = 50;

const jsonText = (max: number) => z.string().check(z.maxLength(max));

const kept = {
  /** Key of the table. */
  table: z.enum(TABLES),
  /** The table's name as it is shown. */
  tableName: z.string().check(z.trim(), z.maxLength(80)),
  /** JSON text of an object: the filters in use. */
  filters: jsonText(MOST_FILTERS),
  /** JSON text of an array: the named views. */
  filterList: jsonText(MOST_FILTER_LIST),
  /** JSON text: columns in their order, with width, pinning and whether they are shown. */
  columns: jsonText(MOST_COLUMNS),
};

const sharedView = z.object({
  id,
  table: z.enum(TABLES),
  name: z.string(),
  filters: z.string(),
  columns: z.string(),
  /** Only people with one of these roles see it; empty: everybody of the customer. */
  roleIds: z.array(id),
  version: recordVersion,
  updatedAt: z.string(),
});
export type SharedView = z.infer<typeof sharedView>;

const tableUi = z.object({ ...kept, version: recordVersion });
export type TableUi = z.infer<typeof tableUi>;

/** What was kept, and the views shared with the person. Nothing kept yet: texts `{}`, `[]`, `[]`, version 0. */
export const getTableUi = defineCall({
  id: 'getTableUi',
  method: 'GET',
  path: '/master/table-ui-filters',
  summary: 'How the person keeps a table, and the views shared with them',
  auth: 'access',
  query: z.object({ table: z.enum(TABLES) }),
  data: z.object({
    ...tableUi.shape,
    shared: z.array(sharedView),
    /** Whether the person may share views (right settings.manage). */
    canShare: z.boolean(),
  }),
});

/**
 * Keeps what is given and leaves the rest as it was. With `version`, only if nobody (another tab) kept something
 * since. Problems: `validation` (no JSON, or not an object or array), `stale_version`.
 */
export const saveTableUi = defineCall({
  id: 'saveTableUi',
  method: 'POST',
  path: '/master/table-ui-filters',
  summary: 'Keep filters, named views and columns of a table',
  auth: 'access',
  audited: false,
  body: z.object({
    table: kept.table,
    tableName: z.optional(kept.tableName),
    filters: z.optional(kept.filters),
    filterList: z.optional(kept.filterList),
    columns: z.optional(kept.columns),
    version: z.optional(recordVersion),
  }),
  data: tableUi,
});

const sharedBody = {
  name: required(60),
  filters: kept.filters,
  columns: z.optional(kept.columns),
  roleIds: z.optional(z.array(id).check(z.maxLength(50))),
};
const sharing = { auth: 'access', right: 'settings.manage' } as const;

/** Problems: `validation` (a view of this name is shared already; a role that is not one of the customer's; 100 views). */
export const shareView = defineCall({
  id: 'shareView',
  method: 'POST',
  audited: true,
  path: '/master/table-ui-filters/shared',
  summary: 'Share a view of a table with people of the customer',
  ...sharing,
  body: z.object({ table: kept.table, ...sharedBody }),
  data: sharedView,
});

/** Problems: `not_found`, `validation`, `stale_version`. */
export const changeSharedView = defineCall({
  id: 'changeSharedView',
  method: 'PUT',
  audited: true,
  path: '/master/table-ui-filters/shared/{id}',
  summary: 'Change a shared view',
  ...sharing,
  params: idParams,
  body: z.object({ ...sharedBody, version: recordVersion }),
  data: sharedView,
});

/** Problems: `not_found`. */
export const removeSharedView = defineCall({
  id: 'removeSharedView',
  method: 'DELETE',
  audited: true,
  path: '/master/table-ui-filters/shared/{id}',
  summary: 'Share a view no longer',
  ...sharing,
  params: idParams,
  data: z.object({ removed: z.boolean() }),
});
