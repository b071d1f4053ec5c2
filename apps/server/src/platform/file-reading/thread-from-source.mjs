// Worker threads do not inherit their parent's TypeScript loader (Node 20): register it, then load the real thread.
import { register } from 'tsx/esm/api';

register();
export default (await import('./file-thread.ts')).default;
