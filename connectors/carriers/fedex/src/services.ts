/** FedEx runs two networks with trucks, pickups and closes of their own: Express (FDXE) and Ground (FDXG). */
import { manifest } from './manifest.ts';

export type OperatingCompany = 'FDXE' | 'FDXG';

const GROUND: ReadonlySet<string> = new Set(manifest.endOfDay?.services);

export const companyOf = (service: string): OperatingCompany => (GROUND.has(service) ? 'FDXG' : 'FDXE');

export const isSold = (service: string): boolean => manifest.services.some(({ code }) => code === service);
