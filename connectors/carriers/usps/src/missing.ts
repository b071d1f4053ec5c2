/** USPS tells prices without the customs form; a label wants to know how the export is reported. */
import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import { missingFacts } from '@scanship/connector-kit/carrier/missing-facts';
import { exportCitation } from './customs.ts';

export const missing: Carrier['missing'] = (shipment) => missingFacts(() => exportCitation(shipment));
