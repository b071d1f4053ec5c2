/** Simulator for the SOAP interface, version 7: accounts that have to enable access, orders, and shipments. */
import { createSimulator, type Simulator } from '@scanship/simulator-kit/simulator';
import { apiRoutes } from './api-routes.ts';
import { DEMO_APP } from './apps.ts';
import { buyerCalls } from './buyer-calls.ts';

/** A simulator of its own; the books it is opened with hold everything but the throttling of the moment. */
export const createRithumSoap = (): Simulator =>
  createSimulator({
    slug: 'rithum-soap',
    name: 'Rithum SOAP (TEST)',
    accounts: [{ id: DEMO_APP.developerKey, name: 'ScanShip (demo)', credentials: { ...DEMO_APP } }],
    routes: apiRoutes(),
    admin: [...buyerCalls],
  });

export const simulator: Simulator = createRithumSoap();
