/** What we ask the seller to allow, and what is lost where it was not allowed. */
const LOSSES: Readonly<Record<string, string>> = {
  read_orders: 'Orders cannot be imported: the permission to read orders was not given.',
  write_orders: 'Refunds of returns cannot be told: the permission to change orders was not given.',
  read_products: 'Products cannot be imported: the permission to read products was not given.',
  read_inventory: 'Weights and customs data are missing: the permission to read inventory was not given.',
  read_locations: 'Locations are missing: the permission to read locations was not given.',
  read_merchant_managed_fulfillment_orders:
    'What is left to ship cannot be seen: the permission to read fulfilment orders was not given.',
  write_merchant_managed_fulfillment_orders:
    'Shipped orders cannot be reported: the permission to fulfil orders was not given.',
};

export const SCOPES: readonly string[] = Object.keys(LOSSES);

/** One sentence per permission that is missing. A write permission includes the read one. */
export const missingScopes = (granted: readonly string[]): string[] =>
  SCOPES.filter((scope) => !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, 'write_'))).map(
    (scope) => LOSSES[scope] ?? scope,
  );
