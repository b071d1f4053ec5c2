/** `seed-demo`: makes the demo where it is allowed, and prints its sign-ins. */
import { createApplication } from '../application.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { StartError } from '../platform/start-error.ts';
import { openEnvironment, type Place, readConfig, say } from './environment.ts';

export const seedDemoOnly = async (place: Place): Promise<void> => {
  const config = readConfig(place);
  if (!config.demo)
    throw new StartError(
      'DEMO is off here (not the embedded database on loopback); set DEMO=1 to make the demo anyway.',
    );
  const environment = await openEnvironment(place, config, { migrate: 'when-empty' });
  const application = createApplication(environment.services, {
    version: place.version,
    simulators: environment.simulators,
  });
  try {
    const signIns = await seedDemo(application);
    for (const line of signIns.describe(config.port)) say(line);
  } finally {
    await application.close();
    await environment.end();
  }
};
