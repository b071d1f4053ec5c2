import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { RoleName } from '@scanship/contracts/call';

export const ROLE_NAMES: Readonly<Record<RoleName, MessageDescriptor>> = {
  ROLE_SUPER_ADMIN: msg`Platform administrator`,
  ROLE_FRANCHISE_ADMIN: msg`Franchise administrator`,
  ROLE_SALES_AGENT: msg`Sales agent`,
  ROLE_SUPPORT: msg`Support`,
  ROLE_CUSTOMER_ADMIN: msg`Administrator`,
  ROLE_CUSTOMER_USER: msg`User`,
  ROLE_USER: msg`User`,
};
