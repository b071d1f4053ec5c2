/** `migrate`: brings the schema up to date and ends; for installations that migrate before they roll out. */
import { prepareDataFolder } from '../platform/data-folder.ts';
import { openStore } from '../platform/open-store.ts';
import { type Place, readConfig, say } from './environment.ts';

export const migrateOnly = async (place: Place): Promise<void> => {
  const config = readConfig(place);
  await prepareDataFolder(config.dataDir);
  const store = await openStore(config, { root: place.root, say, migrate: 'always' });
  for (const name of store.applied) say(`applied ${name}`);
  say(store.applied.length === 0 ? 'The schema is up to date.' : `${store.applied.length} migrations applied.`);
  await store.stop();
};
