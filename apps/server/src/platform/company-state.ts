/** Whether a company's people may work at all: it and the site it belongs to are switched on. */
export interface CompanyStates {
  readonly tenantState: string | null;
  /** Of the franchise whose host it signs in at. */
  readonly realmState: string | null;
}

/** What is switched off; undefined: nothing. */
export const switchedOff = ({ tenantState, realmState }: CompanyStates): 'site' | 'company' | undefined => {
  if (realmState !== 'active') return 'site';
  return tenantState === 'active' ? undefined : 'company';
};
