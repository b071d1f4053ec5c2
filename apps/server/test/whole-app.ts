/** The whole application as the program composes it, without simulators and background work. */
import { type Application, createApplication } from '../src/application.ts';
import type { Services } from '../src/platform/services.ts';

export const makeWholeApplication = (services: Services): Application =>
  createApplication(services, { version: 'test' });
