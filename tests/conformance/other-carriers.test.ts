/** The other half of the carrier connectors (`carriers.test.ts`). */
import { carrierCases } from './carrier-cases.ts';

await carrierCases((place) => place % 2 === 1);
