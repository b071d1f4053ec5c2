import {
  IconAddressBook,
  IconAlertTriangle,
  IconBarcode,
  IconBuildingStore,
  IconBuildings,
  IconFileImport,
  IconGauge,
  IconHistory,
  IconPackage,
  IconPrinter,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconShoppingBag,
  IconTags,
  IconTruckDelivery,
  IconUsers,
} from '@tabler/icons-react';
import type { MenuGroup, PageIcon } from '../routes/pages.ts';

export const PAGE_ICONS = {
  audit: IconHistory,
  carriers: IconTruckDelivery,
  customers: IconAddressBook,
  dashboard: IconGauge,
  devices: IconPrinter,
  exceptions: IconAlertTriangle,
  franchises: IconBuildings,
  import: IconFileImport,
  orders: IconShoppingBag,
  packages: IconPackage,
  platform: IconServer,
  products: IconTags,
  roles: IconShieldLock,
  scan: IconBarcode,
  settings: IconSettings,
  stores: IconBuildingStore,
  users: IconUsers,
} as const satisfies Record<PageIcon, typeof IconGauge>;

export const GROUP_ICONS = {
  shipping: IconShoppingBag,
  catalogue: IconTags,
  connections: IconBuildingStore,
  company: IconSettings,
} as const satisfies Record<MenuGroup, typeof IconGauge>;
