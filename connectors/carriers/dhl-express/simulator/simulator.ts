/**
 * Simulator for MyDHL API: rates, products, landed cost, shipments and their papers, tracking, pickups and the address check.
 * It refuses what the contract refuses (contract.ts) and, in DHL's words, what stands beside it.
 */
import { createSimulator } from '@scanship/simulator-kit/simulator';
import { accounts, route } from './access.ts';
import { book, cancel, change } from './pickups.ts';
import { validate } from './places.ts';
import { landedCost, products, rates } from './rating.ts';
import { image, proof, ship, upload } from './shipments.ts';
import { track } from './tracking.ts';

export const simulator = createSimulator({
  slug: 'dhl-express',
  name: 'DHL Express',
  accounts,
  routes: [
    route('rates', 'POST', '/rates', 'read', rates),
    route('landed-cost', 'POST', '/landed-cost', 'read', landedCost),
    route('products', 'GET', '/products', 'read', products),
    route('ship', 'POST', '/shipments', 'effect', ship),
    route('image', 'GET', '/shipments/:number/get-image', 'read', image),
    route('proof', 'GET', '/shipments/:number/proof-of-delivery', 'read', proof),
    route('upload', 'PATCH', '/shipments/:number/upload-image', 'effect', upload),
    route('track', 'GET', '/tracking', 'read', track),
    route('address', 'GET', '/address-validate', 'read', validate),
    route('pickup', 'POST', '/pickups', 'effect', book),
    route('pickup-change', 'PATCH', '/pickups/:number', 'effect', change),
    route('pickup-cancel', 'DELETE', '/pickups/:number', 'effect', cancel),
  ],
});
