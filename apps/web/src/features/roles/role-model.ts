/** What the matrix shows and what the editor may choose, without any screen. */
import { type BaseRole, PAGE_PERMISSIONS, type PagePermission } from '@scanship/contracts/access/pages';
import { ACTION_RIGHTS, type ActionRight, pagesOfRight } from '@scanship/contracts/access/rights';
import { BUILT_IN_ROLES, rightsOnPages } from '@scanship/contracts/access/role-catalogue';
import type { Role, RoleMatrix } from '@scanship/contracts/access/roles';

export type BaseLimits = RoleMatrix['baseRoles'][number];

export interface MatrixSection {
  /** Undefined: rights that stand below no page of this company. */
  readonly page: PagePermission | undefined;
  readonly rights: readonly ActionRight[];
}

/** Pages in the order of the specification, each right below the first of its pages that there is; the rest at the end. */
export function sectionsOf(limits: readonly Pick<BaseLimits, 'pages' | 'rights'>[]): readonly MatrixSection[] {
  const pages = PAGE_PERMISSIONS.filter((page) => limits.some((base) => base.pages.includes(page)));
  const rights = ACTION_RIGHTS.filter((right) => limits.some((base) => base.rights.includes(right)));
  const place = (right: ActionRight) => pagesOfRight(right).find((page) => pages.includes(page));
  const sections: MatrixSection[] = pages.map((page) => ({
    page,
    rights: rights.filter((right) => place(right) === page),
  }));
  const others = rights.filter((right) => place(right) === undefined);
  return others.length > 0 ? [...sections, { page: undefined, rights: others }] : sections;
}

/** A role as it is being edited. */
export interface RoleDraft {
  readonly name: string;
  readonly baseRole: BaseRole;
  readonly pages: ReadonlySet<PagePermission>;
  readonly rights: ReadonlySet<ActionRight>;
}

/** Everything of the base role that the editor may give: taking away is quicker than adding. */
export const draftOn = (base: BaseLimits, name: string): RoleDraft => {
  const pages = new Set(base.grantablePages);
  return {
    name,
    baseRole: base.baseRole,
    pages,
    rights: counting(base.baseRole, new Set(base.grantableRights), pages),
  };
};
export const draftOf = (role: Role): RoleDraft => ({
  name: role.name,
  baseRole: role.baseRole,
  pages: new Set(role.pages),
  rights: new Set(role.rights),
});

const counting = (
  baseRole: BaseRole,
  rights: ReadonlySet<ActionRight>,
  pages: ReadonlySet<PagePermission>,
): ReadonlySet<ActionRight> => rightsOnPages(rights, pages, BUILT_IN_ROLES[baseRole].kind);

/** Whether the right would count with the pages chosen: at a customer only below a page that the role holds. */
export const canCount = (draft: Pick<RoleDraft, 'baseRole' | 'pages'>, right: ActionRight): boolean =>
  counting(draft.baseRole, new Set([right]), draft.pages).has(right);

const toggled = <T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> => {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
};

/** Without its page a right counts for nothing, so it goes with it. */
export const togglePage = (draft: RoleDraft, page: PagePermission): RoleDraft => {
  const pages = toggled(draft.pages, page);
  return { ...draft, pages, rights: counting(draft.baseRole, draft.rights, pages) };
};
export const toggleRight = (draft: RoleDraft, right: ActionRight): RoleDraft =>
  canCount(draft, right) ? { ...draft, rights: toggled(draft.rights, right) } : draft;

/** What may be ticked: what the editor may give, and what the role holds already. */
export const mayGive = (base: BaseLimits, role: Role | undefined) => ({
  page: (page: PagePermission): boolean => base.grantablePages.includes(page) || role?.pages.includes(page) === true,
  right: (right: ActionRight): boolean => base.grantableRights.includes(right) || role?.rights.includes(right) === true,
});
